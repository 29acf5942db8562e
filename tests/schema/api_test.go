package schema_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/docmill/docmill/api"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

// node is an object of a description in YAML or JSON.
type node = map[string]any

// description is a document with schemas in it.
type description struct {
	file    string
	prefix  string // of references to its schemas
	schemas node
}

func openAPI(t *testing.T) description {
	t.Helper()
	var root struct {
		Components struct{ Schemas node }
	}
	require.NoError(t, yaml.Unmarshal(api.OpenAPI(), &root))
	return description{"api/openapi.yaml", "#/components/schemas/", root.Components.Schemas}
}

func completedEvent(t *testing.T) description {
	t.Helper()
	raw, ok := api.Schema(string(contract.EventExtractionCompleted))
	var root struct {
		Defs node `json:"$defs"`
	}
	err := json.Unmarshal(raw, &root)
	require.True(t, err == nil && ok, ok, err)
	return description{"api/schemas/extraction.completed.json", "#/$defs/", root.Defs}
}

func TestAPIFields(t *testing.T) {
	t.Parallel()
	for _, d := range []description{openAPI(t), completedEvent(t)} {
		data := d.dataOfTypes()
		for _, typ := range schema.All()[1:] {
			component, ok := data[typ.Name]
			if !ok {
				t.Errorf("%s: DataOfItsType does not say which schema the data of %q has", d.file, typ.Name)
				continue
			}
			d.compare(t, component, d.component(component), typ.Fields)
		}
	}
}

func TestAPITypesAndNotations(t *testing.T) {
	t.Parallel()
	d := openAPI(t)
	var types []string
	for _, typ := range schema.All() {
		types = append(types, string(typ.Name))
	}
	for name, want := range map[string][]string{"AskedType": types, "FoundType": types[1:]} {
		assert.EqualSlices(t, texts(d.component(name)["enum"]), want, d.file, name, "lists", "and engine/schema")
	}
	field, _ := d.component("DocumentField")["properties"].(node)
	listed, _ := field["type"].(node)
	var walk func(fields []schema.Field)
	walk = func(fields []schema.Field) {
		for _, f := range fields {
			if !slices.Contains(texts(listed["enum"]), string(f.Notation())) {
				t.Errorf("%s: DocumentField does not know the type %q of %s", d.file, f.Notation(), f.Path)
			}
			walk(f.Members)
		}
	}
	for _, typ := range schema.All() {
		walk(typ.Fields)
	}
	assert.Contains(t, string(api.OpenAPI()), "Known are "+strings.Join(types, ", "),
		d.file, "the example of an unknown document_type does not list", types)
}

func TestContractTypes(t *testing.T) {
	t.Parallel()
	var types []string
	for _, typ := range schema.All() {
		types = append(types, string(typ.Name))
	}
	assert.EqualSlices(t, contract.DocumentTypes(), types, "libs/contract: DocumentTypes lists", "and engine/schema")
}

func (d description) dataOfTypes() map[schema.DocumentType]string {
	found := map[schema.DocumentType]string{}
	var walk func(at any)
	walk = func(at any) {
		switch at := at.(type) {
		case []any:
			for _, e := range at {
				walk(e)
			}
		case node:
			condition, _ := dig(at, "if", "properties", "documentType").(node)
			ref, _ := dig(at, "then", "properties", "data", "$ref").(string)
			for _, name := range append(texts(condition["enum"]), texts([]any{condition["const"]})...) {
				if ref != "" {
					found[schema.DocumentType(name)] = strings.TrimPrefix(ref, d.prefix)
				}
			}
			for _, member := range at {
				walk(member)
			}
		}
	}
	for _, component := range d.schemas {
		walk(component)
	}
	return found
}

func (d description) component(name string) node {
	c, _ := d.schemas[name].(node)
	return c
}

func (d description) resolve(n node) node {
	if ref, ok := n["$ref"].(string); ok {
		return d.component(strings.TrimPrefix(ref, d.prefix))
	}
	return n
}

func (d description) compare(t *testing.T, at string, object node, fields []schema.Field) {
	t.Helper()
	properties, _ := object["properties"].(node)
	for _, f := range fields {
		property, ok := properties[f.Name].(node)
		if !ok {
			t.Errorf("%s: %s lacks the property %s (%s)", d.file, at, f.Name, f.Notation())
			continue
		}
		got, want := d.notation(property), notations(f)
		assert.Equal(t, got, want, d.file, at, f.Name, "is written as", "and engine/schema")
		if f.Members != nil {
			elements, _ := d.resolve(property)["items"].(node)
			d.compare(t, at+"."+f.Name, d.resolve(elements), f.Members)
		}
	}
	for name := range properties {
		assert.True(t, slices.ContainsFunc(fields, func(f schema.Field) bool { return f.Name == name }),
			d.file, at, "has the property", name, "which engine/schema does not know")
	}
}

// notation is a property's type, or the name of the schema that it refers to.
func (d description) notation(property node) string {
	if ref, ok := property["$ref"].(string); ok {
		return strings.TrimPrefix(ref, d.prefix)
	}
	return fmt.Sprint(property["type"])
}

func notations(f schema.Field) string {
	switch f.Notation() {
	case schema.NotationMoney, schema.NotationDecimal, schema.NotationPercent:
		return "Decimal"
	case schema.NotationDate:
		return "Date"
	case schema.NotationTime:
		return "Time"
	case schema.NotationCurrency:
		return "Currency"
	case schema.NotationArray:
		if f.Form == schema.FormBox {
			return "Box"
		}
	case schema.NotationString, schema.NotationInteger:
	}
	return string(f.Notation())
}

func dig(at any, path ...string) any {
	for _, step := range path {
		n, _ := at.(node)
		at = n[step]
	}
	return at
}

func texts(list any) []string {
	var all []string
	elements, _ := list.([]any)
	for _, e := range elements {
		if text, ok := e.(string); ok {
			all = append(all, text)
		}
	}
	return all
}

package custom_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

const full = `{
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"title": "Delivery", "description": "A delivery note", "type": "object", "additionalProperties": false,
	"required": ["deliveryNumber"],
	"properties": {
		"deliveryNumber": {"type": "string", "title": "Lieferschein-Nr."},
		"deliveredOn": {"type": ["string", "null"], "format": "date"},
		"gross_weight": {"type": ["null", "number"], "description": "weight in kg"},
		"pallets": {"type": "integer", "enum": [1, 2, 40]},
		"fragile": {"type": "boolean"},
		"incoterm": {"type": ["string", "null"], "enum": ["EXW", "DAP", null]},
		"tags": {"type": "array", "items": {"type": "string"}},
		"parts": {"type": ["array", "null"], "items": {"type": "object", "required": ["sku"], "properties": {
			"sku": {"type": "string"}, "packedAt": {"type": "string", "format": "time"}}}}
	}
}`

func TestParse(t *testing.T) {
	t.Parallel()
	got, err := custom.Parse([]byte(full))
	require.NoError(t, err)
	want := &custom.Schema{Properties: []custom.Property{
		{Name: "deliveryNumber", Type: custom.TypeString, Title: "Lieferschein-Nr."},
		{Name: "deliveredOn", Type: custom.TypeString, Format: custom.FormatDate, Nullable: true},
		{Name: "gross_weight", Type: custom.TypeNumber, Description: "weight in kg", Nullable: true},
		{Name: "pallets", Type: custom.TypeInteger, Enum: []string{"1", "2", "40"}},
		{Name: "fragile", Type: custom.TypeBoolean},
		{Name: "incoterm", Type: custom.TypeString, Enum: []string{"EXW", "DAP"}, Nullable: true},
		{Name: "tags", Type: custom.TypeArray, Item: &custom.Property{Type: custom.TypeString}},
		{Name: "parts", Type: custom.TypeArray, Nullable: true, Members: []custom.Property{
			{Name: "sku", Type: custom.TypeString}, {Name: "packedAt", Type: custom.TypeString, Format: custom.FormatTime},
		}},
	}, Required: []string{"deliveryNumber"}}
	assert.True(t, reflect.DeepEqual(got, want), "schema", got, "want", want)
}

// one wraps the schema of a property.
func one(property string) string { return `{"type":"object","properties":{"a":` + property + `}}` }

func TestRefusals(t *testing.T) {
	t.Parallel()
	many := func(n int) string {
		var members []string
		for i := range n {
			members = append(members, fmt.Sprintf(`"p%d":{"type":"string"}`, i))
		}
		return `{"properties":{` + strings.Join(members, ",") + `}}`
	}
	_, err := custom.Parse([]byte(many(custom.MaxProperties)))
	assert.NoError(t, err, "the most properties")
	for schema, want := range map[string]string{
		``:                             ": is not valid JSON: it ends too early",
		`[]`:                           ": must be a JSON object",
		`null`:                         ": must be a JSON object",
		`{"properties":`:               ": is not valid JSON: it ends too early",
		`{"properties":{}} x`:          ": something follows",
		`{"type":"object"}`:            ": has no properties",
		`{"properties":{}}`:            ": has no properties",
		`{"properties":[]}`:            "/properties: must be a JSON object",
		`{"type":"array"}`:             `/type: must be "object"`,
		`{"title":1}`:                  "/title: must be a text",
		`{"required":"a"}`:             "/required: must be a list of names",
		`{"title":"a","title":"b"}`:    "/title: appears twice",
		many(custom.MaxProperties + 1): "/properties/p100: there are more than 100 properties",
		`{"title":"` + strings.Repeat("x", custom.MaxSchemaBytes) + `"}`: ": at most 65536 bytes are allowed",
		`{"properties":{"1a":{}}}`:                                       "/properties/1a: a property's name consists",
		`{"properties":{"` + strings.Repeat("a", 65) + `":{}}}`:          "at most 64 characters",
		`{"properties":{"a.b":{}}}`:                                      "/properties/a.b: a property's name consists",
		`{"properties":{"":{}}}`:                                         "/properties/: a property's name consists",
		one(`true`):                                                      "/properties/a: must be a JSON object",
		one(`{}`):                                                        "/properties/a: has no type",
		one(`{"type":["string","number"]}`): `/properties/a/type: ["string","number"] is ` +
			`not supported here`,
		one(`{"type":["null"]}`): `/properties/a/type: ["null"] is not supported ` +
			`here`,
		one(`{"type":[]}`):                 "/properties/a/type: names no type",
		one(`{"type":7}`):                  "/properties/a/type: must be the name of a type",
		one(`{"type":"string","enum":[]}`): "/properties/a/enum: names no value",
		one(`{"type":"integer","enum":[1.5]}`): "/properties/a/enum: 1.5 is no value of type " +
			"integer",
		one(`{"type":"string","enum":["x"],"format":"date"}`): `/properties/a/enum: "x" is no date`,
		one(`{"type":"array"}`):                               "/properties/a: an array needs items",
		one(`{"type":"object"}`):                              "/properties/a: has no properties",
		one(one(one(one(one(one(`{"type":"string"}`)))))):     "/properties/a: objects are nested deeper than 5",
		one(`{"type":"string","format":"date-time"}`):         `/properties/a/format: "date-time" is not supported`,
		one(`{"enum":[1,"b"]}`):                               "/properties/a: has no type",
		one(`{"type":"string","enum":[null]}`):                "/properties/a/enum: names no value",
		one(`{"type":"array","enum":[["b"]],"items":{}}`):     "/properties/a/enum: this keyword is not supported for lists",
		one(`{"type":"string","x-labels":[1]}`):               "/properties/a/x-labels: must be a text or a list of texts",
		one(`{"enum":["b"],"x-enum-labels":{"c":"C"}}`):       "/properties/a/x-enum-labels/c: is none of the values",
		one(`{"$ref":"other.json#/a"}`):                       "/properties/a/$ref: \"other.json#/a\" is not supported",
		one(`{"$ref":"#/a~1b"}`):                              `/properties/a/$ref: there is nothing at "#/a~1b"`,
		one(`{"$ref":"#/properties/a"}`):                      "/properties/a/$ref: references are circular",
		one(`{"$ref":"#"}`):                                   `/properties/a/$ref: "#" is not supported`,
		one(`{"anyOf":[{"type":"string"},{"type":"boolean"}]}`): "/properties/a/anyOf: this keyword is not supported, " +
			"except with one schema",
		one(`{"type":"string","allOf":[{"type":"number"}]}`): "/properties/a/type: the schema that is referred to has " +
			"another type (/properties/a/allOf/0/type)",
		one(`{"type":"string","not":{"const":"x"}}`):      "/properties/a/not: this keyword is not supported",
		`{"patternProperties":{"a":{"type":"string"}}}`:   "/patternProperties: this keyword is not supported",
		one(`{"type":"array","items":{}}`):                "/properties/a/items: has no type",
		one(`{"type":"array","items":{"type":"array"}}`):  "/properties/a/items/type: lists inside of lists",
		one(`{"type":"array","items":{"type":"object"}}`): "/properties/a/items: has no properties",
		one(`{"type":"array","items":` + one(`{"type":"array"}`) +
			`}`): "/properties/a/items/properties/a/type: lists inside of lists",
	} {
		_, err := custom.Parse([]byte(schema))
		var problem *custom.SchemaError
		if !errors.As(err, &problem) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: error %v, want %q", schema, err, want)
		}
	}
}

// TestNested has the forms in which programs write schemas: OpenAPI, Pydantic, and JSON Schema by hand.
func TestNested(t *testing.T) {
	t.Parallel()
	got, err := custom.Parse([]byte(`{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.com/employee", "title": "Employee",
		"$defs": {
			"Address": {"type": "object", "title": "Address", "required": ["city", "zip"], "properties": {
				"city": {"type": "string", "minLength": 1, "x-labels": "Ort"},
				"zip": {"anyOf": [{"type": "string", "format": "x"}, {"type": "null"}], "default": null, "title": "Zip"}}},
			"Kind": {"enum": ["A", "B"], "title": "Kind", "type": "string"}
		},
		"required": ["employer", "kind", "wage", "contact", "missing", "parts"],
		"properties": {
			"employer": {"type": "object", "additionalProperties": {"type": "string"}, "required": ["address"], "properties": {
				"address": {"$ref": "#/$defs/Address"},
				"sites": {"type": "array", "items": {"allOf": [{"$ref": "#/$defs/Address"}]}}}},
			"kind": {"allOf": [{"$ref": "#/$defs/Kind"}], "description": "Kind of work",
				"x-enum-labels": {"A": ["Full", "Full time"], "B": "Part"}},
			"wage": {"anyOf": [{"type": "number"}, {"type": "string", "pattern": "^x"}], "examples": [1],
				"x-labels": ["Pay", ""]},
			"contact": {"type": "object", "properties": {"mail": {"type": "string", "format": "email", "readOnly": true}}},
			"grade": {"enum": [1, 2.5, null]}, "version": {"const": "v1"}, "on": {"type": "boolean", "nullable": true},
			"parts": {"items": {"properties": {"maker": {"title": "Made by", "properties": {"name": {"type": "string"}}}}}}
		}}`))
	require.NoError(t, err)
	zip := custom.Property{Name: "zip", Title: "Zip", Type: custom.TypeString, Nullable: true}
	city := custom.Property{Name: "city", Type: custom.TypeString, Labels: []string{"Ort"}}
	within := func(p custom.Property, path string, parents ...string) custom.Property {
		p.Name, p.Parents = path+p.Name, parents
		return p
	}
	want := &custom.Schema{Properties: []custom.Property{
		within(city, "employer.address.", "employer", "Address"), within(zip, "employer.address.", "employer", "Address"),
		{Name: "employer.sites", Parents: []string{"employer"}, Type: custom.TypeArray,
			Members: []custom.Property{city, zip}},
		{Name: "kind", Title: "Kind", Description: "Kind of work", Type: custom.TypeString, Enum: []string{"A", "B"},
			EnumLabels: map[string][]string{"A": {"Full", "Full time"}, "B": {"Part"}}},
		{Name: "wage", Type: custom.TypeNumber, Labels: []string{"Pay"}},
		{Name: "contact.mail", Parents: []string{"contact"}, Type: custom.TypeString},
		{Name: "grade", Type: custom.TypeNumber, Enum: []string{"1", "2.5"}, Nullable: true},
		{Name: "version", Type: custom.TypeString, Enum: []string{"v1"}},
		{Name: "on", Type: custom.TypeBoolean, Nullable: true},
		{Name: "parts", Type: custom.TypeArray, Members: []custom.Property{
			{Name: "maker.name", Parents: []string{"Made by"}, Type: custom.TypeString}}},
	}, Required: []string{"employer.address.city", "kind", "wage", "contact", "parts"}}
	assert.True(t, reflect.DeepEqual(got, want), "schema", got, "want", want)
	for path, want := range map[string]bool{
		"employer.address.city": true, "employer.sites.0.zip": true, "parts.3.maker.name": true, "contact.mail": true,
		"employer": false, "employer.address": false, "employer.sites": false, "employer.sites.0": false,
		"employer.sites.zip": false, "parts.3.maker": false, "parts.maker.name": false, "contact.mail.x": false,
	} {
		_, ok := got.At(path)
		assert.Equal(t, ok, want, path)
	}
}

func TestAt(t *testing.T) {
	t.Parallel()
	s, err := custom.Parse([]byte(full))
	require.NoError(t, err)
	for path, want := range map[string]custom.Type{
		"deliveryNumber": custom.TypeString, "fragile": custom.TypeBoolean, "tags.0": custom.TypeString,
		"parts.12.sku": custom.TypeString,
		"":             "", "nothing": "", "tags": "", "tags.": "", "tags.x": "", "tags.-1": "", "tags.01": "",
		"tags.0.x": "", "parts.0": "", "parts.0.": "",
		"parts.0.none": "", "parts.0.sku.x": "", "deliveryNumber.0": "",
	} {
		got := custom.Type("")
		if p, ok := s.At(path); ok {
			got = p.Type
		}
		assert.Equal(t, got, want, path, "is of type")
	}
}

func TestAccepts(t *testing.T) {
	t.Parallel()
	number, whole := custom.Property{Type: custom.TypeNumber}, custom.Property{Type: custom.TypeInteger}
	date, clock := custom.Property{Type: custom.TypeString, Format: custom.FormatDate},
		custom.Property{Type: custom.TypeString, Format: custom.FormatTime}
	boolean, text := custom.Property{Type: custom.TypeBoolean}, custom.Property{Type: custom.TypeString}
	list, choice := custom.Property{Type: custom.TypeArray},
		custom.Property{Type: custom.TypeString, Enum: []string{"a", "b"}}
	for _, c := range []struct {
		property  custom.Property
		good, bad []string
	}{
		{number, []string{"0", "-1234.50", "12"}, []string{"", "1e3", "1,5", ".5", "01", "+1", "NaN"}},
		{whole, []string{"0", "-3", "42"}, []string{"1.0", "x"}},
		{date, []string{"2024-02-29"}, []string{"2023-02-29", "2024-2-9", "01.02.2024", ""}},
		{clock, []string{"13:45", "13:45:10"}, []string{"25:00", "1:45", "13:45:10.5", ""}},
		{boolean, []string{"true", "false"}, []string{"yes", "True", ""}},
		{text, []string{"anything"}, []string{strings.Repeat("x", 10_001)}},
		{choice, []string{"a"}, []string{"c", ""}},
		{list, nil, []string{"a"}},
	} {
		for _, v := range c.good {
			assert.NoError(t, c.property.Accepts(v), c.property, v)
		}
		for _, v := range c.bad {
			if c.property.Accepts(v) == nil {
				t.Errorf("%+v accepts %.20q", c.property, v)
			}
		}
	}
}

// FuzzParse checks that a schema is parsed within the limits or rejected with a pointer.
func FuzzParse(f *testing.F) {
	f.Add([]byte(full))
	f.Add([]byte(one(`{"type":"array","items":{"type":"object","properties":{"b":{"type":["null","integer"]}}}}`)))
	f.Add([]byte(`{"properties":{"a":{"type":"string"`))
	f.Add([]byte(`{"$defs":{"x":{"anyOf":[{"$ref":"#/$defs/x"},{"type":"null"}]}},"required":["a"],"properties":{"a":` +
		one(`{"$ref":"#/properties/b","x-labels":["L"]}`) + `,"b":{"enum":["v"],"x-enum-labels":{"v":"V"}}}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := custom.Parse(b)
		var problem *custom.SchemaError
		if err != nil {
			require.True(t, errors.As(err, &problem) && problem.Problem != "", "error", err)
			return
		}
		n := 0
		for _, p := range s.Properties {
			n += 1 + len(p.Members)
			require.True(t, strings.Count(p.Name, ".") == len(p.Parents) && len(p.Parents) < custom.MaxDepth, "property", p)
			if at, ok := s.At(p.Name); ok == (p.Type == custom.TypeArray) || ok && at.Name != p.Name {
				t.Fatalf("%s leads to %+v", p.Name, at)
			}
			require.Equal(t, p.Type == custom.TypeArray, p.Item != nil || p.Members != nil, "property", p)
			for _, v := range p.Enum {
				require.NoError(t, p.Accepts(v), p.Name, "its own value")
			}
		}
		require.True(t, n != 0 && n <= custom.MaxProperties, n, "properties")
	})
}

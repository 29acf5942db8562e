package custom_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	find "github.com/docmill/docmill/engine/fields/custom"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
)

// FuzzCustom checks that values are of their type and cite the page, for any page and any property names.
func FuzzCustom(f *testing.F) {
	f.Add("Gross weight (kg): 12,5\nFragile  ja\nTags: a, b; c\n☐ x", "grossWeight", "Fragile", "the \"tags\", x")
	f.Add("Code  Menge  Preis\nA-1  2  3,00\nB-2  4  5kg", "code", "Menge", "Preis")
	f.Fuzz(func(t *testing.T, text, name, title, description string) {
		if len(text) > 3000 || strings.ContainsRune(text, '\ufffd') {
			return
		}
		s := sheettest.A4()
		for i, line := range strings.Split(text, "\n") {
			for k, part := range strings.Split(line, "  ") {
				s.Put(20+150*float64(k), 20+11*float64(i), 9, part)
			}
		}
		schema := fuzzSchema(t, name, title, description)
		if schema == nil {
			return
		}
		set := find.Extract(annotate.New(layout.Analyze(sheettest.Bind(s))), schema)
		check := func(path string, v value.Value) {
			p, ok := schema.At(path)
			if !ok {
				t.Fatalf("%s is no property", path)
			}
			if err := p.Accepts(v.Value); err != nil {
				t.Fatalf("%s = %q %v", path, v.Value, err)
			}
			for word := range strings.FieldsSeq(v.Raw) {
				if word = strings.Trim(word, ","); !strings.Contains(text, word) {
					t.Fatalf("%s: raw %q is not on the page", path, v.Raw)
				}
			}
		}
		for name, v := range set.Scalars {
			check(name, v)
		}
		for name, values := range set.Arrays {
			for i, v := range values {
				check(strings.TrimSuffix(value.Path(name, i, ""), "."), v)
			}
		}
		for name, rows := range set.Lists {
			for i, row := range rows {
				for member, v := range row {
					check(value.Path(name, i, member), v)
				}
			}
		}
	})
}

// fuzzSchema returns a schema with the words in properties of every type.
func fuzzSchema(t *testing.T, name, title, description string) *custom.Schema {
	t.Helper()
	scalars := map[string]any{}
	for suffix, p := range map[string]map[string]any{
		"": {"type": "string"}, "_n": {"type": "number"}, "_i": {"type": "integer"}, "_b": {"type": "boolean"},
		"_d": {"type": "string", "format": "date"}, "_t": {"type": "string", "format": "time"},
		"_address": {"type": "string"}, "_number": {"type": "string"}, "_e": {"type": "string", "enum": []string{"ja", "12"}},
		"_ne": {"type": "number", "enum": []float64{12.5, 3}},
	} {
		p["title"], p["description"] = title, description
		scalars[name+suffix] = p
	}
	properties := map[string]any{}
	for k, v := range scalars {
		properties[k] = v
	}
	properties[name+"_list"] = map[string]any{"type": "array", "title": title, "description": description,
		"items": scalars[name]}
	properties[name+"_dates"] = map[string]any{"type": "array", "title": title, "items": scalars[name+"_d"]}
	properties[name+"_rows"] = map[string]any{"type": "array",
		"items": map[string]any{"type": "object", "properties": map[string]any{
			name: scalars[name], "a": map[string]any{"type": "number", "title": title},
			"b": map[string]any{"type": "string", "title": description},
		}}}
	b, err := json.Marshal(map[string]any{"properties": properties})
	if err != nil {
		t.Fatal(err)
	}
	schema, err := custom.Parse(b)
	if err != nil {
		return nil
	}
	return schema
}

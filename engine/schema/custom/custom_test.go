package custom_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/schema/custom"
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
	if err != nil {
		t.Fatal(err)
	}
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
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("schema\n%+v, want\n%+v", got, want)
	}
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
	if _, err := custom.Parse([]byte(many(custom.MaxProperties))); err != nil {
		t.Errorf("the most properties: %v", err)
	}
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
		`{"$ref":"#/x"}`:               "/$ref: this keyword is not supported",
		`{"a/b~c":1}`:                  "/a~1b~0c: this keyword is not supported",
		`{"title":1}`:                  "/title: must be a text",
		`{"additionalProperties":{}}`:  "/additionalProperties: must be true or false",
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
		one(`{"type":"object"}`): `/properties/a/type: "object" is not supported ` +
			`here`,
		one(`{"type":["string","number"]}`): `/properties/a/type: ["string","number"] is ` +
			`not supported here`,
		one(`{"type":["null"]}`): `/properties/a/type: ["null"] is not supported ` +
			`here`,
		one(`{"type":[]}`): "/properties/a/type: names no type",
		one(`{"type":7}`):  "/properties/a/type: must be the name of a type",
		one(`{"type":"string","minLength":1}`): "/properties/a/minLength: this keyword is not " +
			"supported",
		one(`{"type":"string","format":"email"}`): `/properties/a/format: "email" is not supported`,
		one(`{"type":"number","format":"date"}`): "/properties/a/format: this keyword is not " +
			"supported",
		one(`{"type":"string","enum":[]}`): "/properties/a/enum: names no value",
		one(`{"type":"string","enum":[null]}`): "/properties/a/enum: null is no value of type " +
			"string",
		one(`{"type":"integer","enum":[1.5]}`): "/properties/a/enum: 1.5 is no value of type " +
			"integer",
		one(`{"type":"string","enum":["x"],"format":"date"}`): `/properties/a/enum: "x" is no date`,
		one(`{"type":"array"}`):                               "/properties/a: an array needs items",
		one(`{"type":"array","items":{}}`):                    "/properties/a/items: has no type",
		one(`{"type":"array","minItems":1,"items":{"type":"string"}}`): "/properties/a/minItems: this keyword is not " +
			"supported",
		one(`{"type":"array","items":{"type":"array"}}`):  "/properties/a/items/type: lists inside of lists",
		one(`{"type":"array","items":{"type":"object"}}`): "/properties/a/items: has no properties",
		one(`{"type":"array","items":` + one(`{"type":"array"}`) +
			`}`): "/properties/a/items/properties/a/type: lists inside of lists",
		one(`{"type":"array","items":{"type":"object","$schema":"x"}}`): "/properties/a/items/$schema: this keyword is " +
			"allowed at the top alone",
		one(`{"type":"string","$defs":{},"description":"unknown before"}`): "/properties/a/$defs: this keyword is not " +
			"supported",
	} {
		_, err := custom.Parse([]byte(schema))
		var problem *custom.SchemaError
		if !errors.As(err, &problem) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: error %v, want %q", schema, err, want)
		}
	}
}

func TestAt(t *testing.T) {
	t.Parallel()
	s, err := custom.Parse([]byte(full))
	if err != nil {
		t.Fatal(err)
	}
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
		if got != want {
			t.Errorf("%q is of type %q, want %q", path, got, want)
		}
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
			if err := c.property.Accepts(v); err != nil {
				t.Errorf("%+v: %q %v", c.property, v, err)
			}
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
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := custom.Parse(b)
		var problem *custom.SchemaError
		if err != nil {
			if !errors.As(err, &problem) || problem.Problem == "" {
				t.Fatalf("error %v", err)
			}
			return
		}
		n := 0
		for _, p := range s.Properties {
			n += 1 + len(p.Members)
			if (p.Type == custom.TypeArray) != (p.Item != nil || p.Members != nil) {
				t.Fatalf("property %+v", p)
			}
			for _, v := range p.Enum {
				if err := p.Accepts(v); err != nil {
					t.Fatalf("%s: its own value %v", p.Name, err)
				}
			}
		}
		if n == 0 || n > custom.MaxProperties {
			t.Fatalf("%d properties", n)
		}
	})
}

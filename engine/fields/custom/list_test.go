package custom_test

import (
	"encoding/json"
	"github.com/docmill/docmill/engine/formrole"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	find "github.com/docmill/docmill/engine/fields/custom"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// tableSheet draws rows of cells, separated by '|', from y downwards.
func tableSheet(s *sheettest.Sheet, y float64, rows ...string) *sheettest.Sheet {
	for i, row := range rows {
		for k, cell := range strings.Split(row, "|") {
			if cell != "" {
				s.Put(50+125*float64(k), y+15*float64(i), 9, cell)
			}
		}
	}
	return s
}

// entries formats the rows of a list as "member=value", members in order.
func entries(rows []value.Row) string {
	out := make([]string, 0, len(rows))
	for _, row := range rows {
		var cells []string
		for _, name := range slices.Sorted(maps.Keys(row)) {
			cells = append(cells, name+"="+row[name].Value)
		}
		out = append(out, strings.Join(cells, " "))
	}
	return strings.Join(out, "; ")
}

const parts = `"parts":{"type":"array","items":{"type":"object","properties":{
	"crate":{"type":"string"},"quantity":{"type":"integer"},"weight":{"type":"number"}}}}`

func TestTables(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"a heading for each member": {
			[]string{"Crate|Quantity|Weight", "K1|4|12.50", "K2|10|7.00"},
			"crate=K1 quantity=4 weight=12.50; crate=K2 quantity=10 weight=7.00",
		},
		"in another order, with a column more": {
			[]string{"Weight|Colour|Crate|Quantity", "12.50|red|K1|4"}, "crate=K1 quantity=4 weight=12.50",
		},
		"a heading of another language": {
			[]string{"Crate|Menge|Weight", "K1|4|12.50"}, "crate=K1 quantity=4 weight=12.50",
		},
		"a cell that is empty": {
			[]string{"Crate|Quantity|Weight", "K1||12.50", "K2|10|"}, "crate=K1 weight=12.50; crate=K2 quantity=10",
		},
		"a cell of another type": {
			[]string{"Crate|Quantity|Weight", "K1|many|12.50"}, "crate=K1 weight=12.50",
		},
		"two members are enough": {[]string{"Crate|Quantity", "K1|4"}, "crate=K1 quantity=4"},
		"one is not":             {[]string{"Crate|Colour", "K1|red"}, ""},
		"labels with a colon head nothing": {
			[]string{"Crate: K1|Quantity: 4|Weight: 12.50", "K2|5|9.00"}, "",
		},
		"a text that goes on": {
			[]string{"Crate|Quantity|Weight", "K1 of|4|12.50", "green apples", "K2|10|7.00"},
			"crate=K1 of green apples quantity=4 weight=12.50; crate=K2 quantity=10 weight=7.00",
		},
		"up to a sum": {
			[]string{"Crate|Quantity|Weight", "K1|4|12.50", "Total||12.50", "K2|10|7.00"}, "crate=K1 quantity=4 weight=12.50",
		},
		"up to a wide gap": {
			[]string{"Crate|Quantity|Weight", "K1|4|12.50", "", "", "", "K2|10|7.00"}, "crate=K1 quantity=4 weight=12.50",
		},
		"up to a row of another column": {
			[]string{"Colour|Crate|Quantity|Weight", "red|K1|4|12.50", "blue", "red|K2|10|7.00"}, "crate=K1 quantity=4 weight=12.50",
		},
		"a second heading": {
			[]string{"Crate|Quantity|Weight", "K1|4|12.50", "Crate|Quantity|Weight", "K2|10|7.00"},
			"crate=K1 quantity=4 weight=12.50; crate=K2 quantity=10 weight=7.00",
		},
		"a table in a table": {
			[]string{"Crate|Quantity|Weight", "K1|4|12.50", "Box|Quantity|Weight", "B1|3|", "B2|1|", "K2|10|7.00"},
			"crate=K1 quantity=4 weight=12.50; crate=K2 quantity=10 weight=7.00",
		},
		"the heading that names most": {
			[]string{"Crate|Quantity", "K0|3", "", "", "", "Crate|Quantity|Weight", "K1|4|12.50"},
			"crate=K1 quantity=4 weight=12.50",
		},
		"nothing under it": {[]string{"Crate|Quantity|Weight"}, ""},
	} {
		doc := sheettest.Bind(tableSheet(sheettest.A4(), 100, c.rows...))
		set := wanted(t, doc, parts)
		assert.Equal(t, entries(set.Lists["parts"]), c.want, name)
		sheettest.Cites(t, doc, set)
	}
}

func TestTableOverTwoPages(t *testing.T) {
	t.Parallel()
	doc := sheettest.Bind(
		tableSheet(sheettest.A4(), 700, "Crate|Quantity|Weight", "K1|4|12.50"),
		tableSheet(sheettest.A4(), 60, "Crate|Quantity|Weight", "K2|10|7.00"),
	)
	set := wanted(t, doc, parts)
	if got := entries(set.Lists["parts"]); got != "crate=K1 quantity=4 weight=12.50; crate=K2 quantity=10 weight=7.00" {
		t.Error(got)
	}
	if rows := set.Lists["parts"]; len(rows) == 2 && rows[1]["crate"].Page != 2 {
		t.Errorf("cited from page %d", rows[1]["crate"].Page)
	}
}

func TestWordsUnderSeveralHeadings(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Put(50, 100, 9, "Crate Quantity Weight")
	s.Put(50, 115, 9, "K1 of 4000000 12.50")
	doc := sheettest.Bind(s)
	if got := entries(wanted(t, doc, parts).Lists["parts"]); got != "crate=K1 of quantity=4000000 weight=12.50" {
		t.Error(got)
	}
}

// A list of objects with one member needs no second heading.
func TestSingleMemberList(t *testing.T) {
	t.Parallel()
	doc := sheettest.Bind(tableSheet(sheettest.A4(), 100, "Seal|Colour", "S-1|red", "S-2|blue"))
	set := wanted(t, doc, `"seals":{"type":"array","items":{"type":"object","properties":{"seal":{"type":"string"}}}}`)
	if got := entries(set.Lists["seals"]); got != "seal=S-1; seal=S-2" {
		t.Error(got)
	}
}

// arrayOf returns the list "seals" of a page, separated by " | ".
func arrayOf(t *testing.T, items string, s *sheettest.Sheet) string {
	t.Helper()
	doc := sheettest.Bind(s)
	set := wanted(t, doc, `"seals":{"type":"array","items":`+items+`},"vessel":{"type":"string"}`)
	sheettest.Cites(t, doc, set)
	var out []string
	for _, v := range set.Arrays["seals"] {
		out = append(out, v.Value)
	}
	return strings.Join(out, " | ")
}

func TestListsOfScalars(t *testing.T) {
	t.Parallel()
	const text, whole, day = `{"type":"string"}`, `{"type":"integer"}`, `{"type":"string","format":"date"}`
	for name, c := range map[string]struct {
		items string
		rows  []string
		want  string
	}{
		"parted by commas":               {text, []string{"Seals: red one, blue; green"}, "red one | blue | green"},
		"beside the label":               {text, []string{"Seals:|red, blue|green"}, "red | blue | green"},
		"up to the next label":           {text, []string{"Seals:|red, blue|Vessel:|Aurora"}, "red | blue"},
		"up to the next label in a line": {text, []string{"Seals: red, blue Vessel: Aurora"}, "red | blue"},
		"on lines under the label":       {text, []string{"Seals", "red", "blue", "green"}, "red | blue | green"},
		"up to a label under them":       {text, []string{"Seals", "red", "blue", "Vessel: Aurora"}, "red | blue"},
		"up to a gap":                    {text, []string{"Seals", "red", "blue", "", "", "green"}, "red | blue"},
		"up to a sum":                    {text, []string{"Seals", "red", "Total 12.00"}, "red"},
		"under a heading": {
			text, []string{"Seals|Colour|Holder", "S-1|red|Finch", "S-2|blue|Brandt"}, "S-1 | S-2",
		},
		"of whole numbers":              {whole, []string{"Seals: 4, 7.5, 9 and more"}, "4 | 9"},
		"of days":                       {day, []string{"Seals: 01.03.2031, soon, 05.03.2031"}, "2031-03-01 | 2031-03-05"},
		"lines that are no days end it": {day, []string{"Seals", "01.03.2031", "soon", "05.03.2031"}, "2031-03-01"},
		"of some texts alone": {
			`{"type":"string","enum":["red","blue"]}`, []string{"Seals: red, pink, Blue"}, "red | blue",
		},
		"nothing":       {text, []string{"Seals:"}, ""},
		"no such label": {text, []string{"Colours: red, blue"}, ""},
	} {
		assert.Equal(t, arrayOf(t, c.items, tableSheet(sheettest.A4(), 100, c.rows...)), c.want, name)
	}
}

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
		set := find.Extract(formrole.New(annotate.New(layout.Analyze(sheettest.Bind(s)))), schema)
		check := func(path string, v value.Value) {
			p, ok := schema.At(path)
			if !ok {
				t.Fatalf("%s is no property", path)
			}
			require.NoError(t, p.Accepts(v.Value), path, v.Value)
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
	require.NoError(t, err)
	schema, err := custom.Parse(b)
	if err != nil {
		return nil
	}
	return schema
}

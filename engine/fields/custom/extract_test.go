package custom_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	find "github.com/docmill/docmill/engine/fields/custom"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
)

// page finds the values of properties on a page with a row for each text.
func page(t *testing.T, properties string, rows ...string) *value.Set {
	t.Helper()
	return wanted(t, &document.Document{Pages: []document.Page{sheettest.RowsPage(rows...)}}, properties)
}

// Each value belongs to the property with the stronger label.
func TestCompetingProperties(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		properties string
		rows, want []string
	}{
		"labels of each": {
			`"grossWeight":{"type":"number"},"netWeight":{"type":"number"}`,
			[]string{"Gross weight: 85", "Net weight: 80"}, []string{"grossWeight=85", "netWeight=80"},
		},
		"the longer label": {
			`"weight":{"type":"number"},"grossWeight":{"type":"number"}`, []string{"Gross weight: 85"},
			[]string{"grossWeight=85"},
		},
		"two labels in one line": {
			`"driver":{"type":"string"},"truck":{"type":"string"}`,
			[]string{"Driver: Ute Brandt Truck: HH 12"}, []string{"driver=Ute Brandt", "truck=HH 12"},
		},
		"under a row of headings": {
			`"driver":{"type":"string"},"truck":{"type":"string"}`,
			[]string{"Driver|Truck", "Ute Brandt|HH 12"}, []string{"driver=Ute Brandt", "truck=HH 12"},
		},
		"no label": {`"driver":{"type":"string"}`, []string{"Ute Brandt", "HH 12"}, nil},
	} {
		sheettest.Expect(t, name, page(t, c.properties, c.rows...), c.want...)
	}
}

// Labels of the lexicon count for a property of the same meaning in any language.
func TestLexiconLabels(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Rechnungsnummer: RE-77": "RE-77", "N° de facture : F-77": "F-77", "Número de factura: F-77": "F-77",
		"Kundennummer: K-77": "",
	} {
		if got := page(t, `"invoiceNumber":{"type":"string"}`, row).Text("invoiceNumber"); got != want {
			t.Errorf("%s: %q, want %q", row, got, want)
		}
	}
	// They do not count for a property with other words.
	sheettest.Expect(t, "another property", page(t, `"sealNumber":{"type":"string"}`, "Rechnungsnummer: RE-77"))
}

// Words before a colon end the previous value, even if they belong to no property.
func TestValueEndAtOtherKey(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Carrier: Blue Line Hull: 12":   "Blue Line",
		"Carrier: Blue Line Phone: 12":  "Blue Line",
		"Carrier: Blue Line at 12:30":   "Blue Line at 12:30",
		"Carrier: Blue Line|Hull: 12":   "Blue Line",
		"Carrier:|Hull: 12":             "",
		"Carrier: Blue Line of Hull 12": "Blue Line of Hull 12",
	} {
		if got := page(t, `"carrier":{"type":"string"}`, row).Text("carrier"); got != want {
			t.Errorf("%s: %q, want %q", row, got, want)
		}
	}
}

// An address has up to five lines of its block; other texts end with their line.
func TestAddresses(t *testing.T) {
	t.Parallel()
	lines := func(more ...string) *document.Document {
		s := sheettest.A4()
		s.Column(50, 100, 10, append([]string{"Delivery address:", "Orchard Depot", "9 Quay Road", "Hull HU1 2AB"},
			more...)...)
		return sheettest.Bind(s)
	}
	const address = `"deliveryAddress":{"type":"string"}`
	const text = `"depot":{"type":"string","description":"the \"Delivery address\""}`
	for name, c := range map[string]struct{ property, field, want string }{
		"an address": {address, "deliveryAddress", "Orchard Depot, 9 Quay Road, Hull HU1 2AB"},
		"an allowed text": {
			`"deliveryAddress":{"type":"string","enum":["Orchard Depot","Mill"]}`, "deliveryAddress", "Orchard Depot",
		},
	} {
		set := wanted(t, lines(), c.property)
		if got := set.Text(c.field); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		sheettest.Cites(t, lines(), set)
	}
	if got := wanted(t, lines("Carrier: Blue Line"), address).Text("deliveryAddress"); strings.Contains(got, "Carrier") {
		t.Errorf("a label is part of the address %q", got)
	}
	if got := wanted(t, lines("one", "two", "three", "four"), address).Text("deliveryAddress"); strings.Count(got,
		",") > 4 {
		t.Errorf("more lines than an address has: %q", got)
	}
	if got := wanted(t, lines(), text).Text("depot"); strings.Contains(got, "Quay") {
		t.Errorf("a text goes on over lines: %q", got)
	}
}

func TestLaterPages(t *testing.T) {
	t.Parallel()
	first, second := sheettest.A4(), sheettest.A4()
	first.Put(50, 60, 10, "Orchard Foods")
	second.Put(50, 60, 10, "Seal: S-1")
	doc := sheettest.Bind(first, second)
	set := wanted(t, doc, `"seal":{"type":"string"}`)
	if v := set.Scalars["seal"]; v.Value != "S-1" || v.Page != 2 {
		t.Errorf("%+v", v)
	}
	sheettest.Cites(t, doc, set)
	empty := wanted(t, sheettest.Bind(), `"seal":{"type":"string"}`)
	if len(empty.Scalars)+len(empty.Lists)+len(empty.Arrays) > 0 {
		t.Errorf("found in nothing: %v", empty.Scalars)
	}
}

// Property: values are of their type, cite their page and are deterministic; the annotated document is unchanged.
func TestRandomText(t *testing.T) {
	t.Parallel()
	scraps := strings.Split("Seal:|Seal|Weight|Gross weight:|Fragile|Quantity|Crate|☒|[]|ja|No.|12,5 kg|85|EUR 4|"+
		"04.03.2031|3:05 pm|K1|"+
		"red, blue|Total|Blue Line|DAP|Delivery address:|9 Quay Road|Hull HU1 2AB|Other: x|-", "|")
	schema, err := custom.Parse([]byte(`{"type":"object","properties":{
		"seal":{"type":"string"},"grossWeight":{"type":"number"},"fragile":{"type":"boolean"},
		"day":{"type":"string","format":"date","title":"Seal"},"terms":{"type":"string","enum":["DAP","EXW"]},
		"deliveryAddress":{"type":"string"},
		"seals":{"type":"array","title":"Seal","items":{"type":"string"}},` + parts + `}}`))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 3))
		s := sheettest.A4()
		for row := range 5 + random.IntN(15) {
			for column := range 1 + random.IntN(4) {
				s.Put(50+125*float64(column), 40+14*float64(row), 9, scraps[random.IntN(len(scraps))])
			}
		}
		doc := sheettest.Bind(s)
		notes := annotate.New(layout.Analyze(doc))
		labels := len(notes.Labels)
		set := find.Extract(notes, schema)
		sheettest.Cites(t, doc, set)
		for name, v := range set.Scalars {
			if p, _ := schema.Property(name); p.Accepts(v.Value) != nil {
				t.Errorf("%s = %q", name, v.Value)
			}
		}
		found += len(set.Scalars) + len(set.Lists) + len(set.Arrays)
		if again := find.Extract(notes, schema); !reflect.DeepEqual(set, again) || len(notes.Labels) != labels {
			t.Errorf("read twice, the values differ: %v, %v", set.Scalars, again.Scalars)
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, doc.Text())
		}
	}
	if found < 150 {
		t.Errorf("%d values in all: the scraps prove little", found)
	}
}

func TestLowConfidenceValues(t *testing.T) {
	t.Parallel()
	const line = "We ship by way of the bay now and so 85 more"
	for property, want := range map[string]string{
		`"bay":{"type":"number"}`:                    "85",
		`"x1":{"type":"number","description":"bay"}`: "",
	} {
		first, second := sheettest.A4(), sheettest.A4()
		first.Put(50, 60, 10, "Orchard Foods")
		sheet := first
		if want == "" {
			sheet = second
		}
		sheet.Put(50, 90, 10, line)
		set := wanted(t, sheettest.Bind(first, second), property)
		if got := set.Text("bay") + set.Text("x1"); got != want {
			t.Errorf("%s: %q, want %q", property, got, want)
		}
	}
}

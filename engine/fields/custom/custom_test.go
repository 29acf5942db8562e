package custom_test

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	find "github.com/docmill/docmill/engine/fields/custom"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// wanted finds the values of properties, a JSON object of name to schema.
func wanted(t *testing.T, doc *document.Document, properties string) *value.Set {
	t.Helper()
	schema, err := custom.Parse([]byte(`{"type":"object","properties":{` + properties + `}}`))
	require.NoError(t, err)
	return find.Extract(formrole.New(annotate.New(layout.Analyze(doc))), schema)
}

func TestCustomValues(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ label, value, property, want string }{
		"camel case":       {"Carrier Name:", "Northern Freight", `"carrierName":{"type":"string"}`, "Northern Freight"},
		"snake case":       {"Driver Name:", "P. Okafor", `"driver_name":{"type":"string"}`, "P. Okafor"},
		"abbreviated":      {"Consignment No.", "CN-2031/77", `"consignmentNumber":{"type":"string"}`, "CN-2031/77"},
		"number in parts":  {"Container ID:", "MSKU 204 117 5", `"containerId":{"type":"string"}`, "MSKU 204 117 5"},
		"number and note":  {"Booking no:", "B-7781 see below", `"bookingNumber":{"type":"string"}`, "B-7781"},
		"turned round":     {"Weight, gross:", "1.240,5 kg", `"grossWeight":{"type":"number"}`, "1240.5"},
		"unit in brackets": {"Gross weight (kg):", "85", `"grossWeight":{"type":"number"}`, "85"},
		"unit glued on":    {"Net weight", "12.50kg", `"netWeight":{"type":"number"}`, "12.50"},
		"money":            {"Freight cost", "EUR 85", `"freightCost":{"type":"number"}`, "85.00"},
		"whole":            {"Pallets:", "14", `"pallets":{"type":"integer"}`, "14"},
		"no whole":         {"Pallets:", "14.5", `"pallets":{"type":"integer"}`, ""},
		"title":            {"Fahrer:", "Ute Brandt", `"driver":{"type":"string","title":"Fahrer"}`, "Ute Brandt"},
		"quoted": {"Kennzeichen", "HH-AB 1234",
			`"plate":{"type":"string","description":"The truck's plate, printed as \"Kennzeichen\""}`, "HH-AB 1234"},
		"described": {"Ladezone", "Nord 4",
			`"bay":{"type":"string","description":"loading bay, Ladezone"}`, "Nord 4"},
		"compound":       {"Liefer-Referenz:", "LR 9", `"lieferreferenz":{"type":"string"}`, "LR 9"},
		"date":           {"Pickup date:", "4 March 2031", `"pickupDate":{"type":"string","format":"date"}`, "2031-03-04"},
		"date in German": {"Lieferdatum", "04.03.2031", `"deliveryDate":{"type":"string","format":"date"}`, "2031-03-04"},
		"no date":        {"Pickup date:", "soon", `"pickupDate":{"type":"string","format":"date"}`, ""},
		"time":           {"Arrival time:", "3:05 pm", `"arrivalTime":{"type":"string","format":"time"}`, "15:05"},
		"yes":            {"Fragile:", "Ja", `"fragile":{"type":"boolean"}`, "true"},
		"no":             {"Fragile", "no", `"fragile":{"type":"boolean"}`, "false"},
		"neither":        {"Fragile:", "No. 5", `"fragile":{"type":"boolean"}`, ""},
		"choice": {"Incoterms:", "delivered DAP Hamburg",
			`"incoterms":{"type":"string","enum":["EXW","DAP","DDP"]}`, "DAP"},
		"no choice": {"Incoterms:", "FOB", `"incoterms":{"type":"string","enum":["EXW","DAP","DDP"]}`, ""},
		"choice in German": {"Familienstand:", "verheiratet",
			`"maritalStatus":{"type":"string","enum":["single","married","divorced"]}`, "married"},
		"no choice in German": {"Familienstand:", "siehe Anlage",
			`"maritalStatus":{"type":"string","enum":["single","married","divorced"]}`, ""},
		"choice, no label": {"Terms of trade", "DAP", `"incoterms":{"type":"string","enum":["EXW","DAP","DDP"]}`, "DAP"},
		"number's choice":  {"Axles:", "2.0", `"axles":{"type":"number","enum":[2,3]}`, "2"},
		"number's no":      {"Axles:", "4", `"axles":{"type":"number","enum":[2,3]}`, ""},
		"account": {"IBAN:", "DE89 3704 0044 0532 0130 00", `"payoutIban":{"type":"string","title":"IBAN"}`,
			"DE89370400440532013000"},
		"choice's own words": {"Beförderung:", "per Bahn",
			`"transport":{"enum":["RAIL","ROAD"],"x-labels":"Beförderung","x-enum-labels":{"RAIL":["Bahn"],"ROAD":["Lkw"]}}`,
			"RAIL"},
		"nested":            {"Stadt:", "Ulm", `"shop":{"type":"object","properties":{"city":{"type":"string"}}}`, "Ulm"},
		"another language":  {"Geburtsort:", "Ulm", `"birthPlace":{"type":"string"}`, "Ulm"},
		"other words":       {"Staff ID:", "P-7781", `"personnelNumber":{"type":"string"}`, "P-7781"},
		"no telephone":      {"Telefon:", "siehe unten", `"phone":{"type":"string"}`, ""},
		"nothing like it":   {"Vessel:", "Aurora", `"customsOffice":{"type":"string"}`, ""},
		"a value is a name": {"Carrier:", "Total Logistics Ltd", `"carrier":{"type":"string"}`, "Total Logistics Ltd"},
	} {
		for place, doc := range map[string]*document.Document{
			"beside": sheettest.Labeled(c.label, c.value, 60), "apart": sheettest.Labeled(c.label, c.value, 250),
			"under": under(c.label, c.value),
			"text":  plainLine(c.label + " " + c.value),
		} {
			set := wanted(t, doc, c.property)
			got := ""
			for _, v := range set.Scalars {
				got = v.Value
				if v.Raw == "" || v.Source != document.SourceText || place != "text" && (v.Page != 1 || v.Box.Empty()) {
					t.Errorf("%s %s: no anchor in %+v", name, place, v)
				}
			}
			assert.Equal(t, got, c.want, name, place)
		}
	}
}

func under(label, value string) *document.Document {
	s := sheettest.A4()
	s.Put(50, 300, 8, label)
	s.Put(50, 312, 10, value)
	return sheettest.Bind(s)
}

func plainLine(text string) *document.Document {
	var line document.Line
	for word := range strings.FieldsSeq(text) {
		line.Words = append(line.Words, document.Word{Text: word, Confidence: 1, Source: document.SourceText})
	}
	return &document.Document{Pages: []document.Page{{Number: 1, Lines: []document.Line{line}}}}
}

// Labels that the schema does not know end the values before them.
func TestCustomForm(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Put(50, 60, 10, "Shipper: Orchard Foods Carrier: Blue Line")
	s.Put(50, 80, 10, "Vessel:")
	s.Put(50, 100, 10, "Voyage: 118W")
	for i, head := range []string{"Seal", "Temperature", "Hazard class"} {
		s.Put(50+120*float64(i), 140, 9, head)
		s.Put(50+120*float64(i), 153, 10, []string{"Intact", "Minus four", "None"}[i])
	}
	s.Put(50, 190, 10, "[x] Insured")
	s.Put(200, 190, 10, "☐ Perishable")
	s.Put(50, 220, 9, "Delivery address:")
	s.Column(50, 233, 10, "Orchard Depot", "9 Quay Road", "Hull HU1 2AB")
	set := wanted(t, sheettest.Bind(s),
		`"shipper":{"type":"string"},"vessel":{"type":"string"},"voyage":{"type":"string"},"seal":{"type":"string"},
		"temperature":{"type":"string"},"hazardClass":{"type":"string"},"insured":{"type":"boolean"},"perishable":{"type":"boolean"},
		"deliveryAddress":{"type":"string"}`)
	want := map[string]string{
		"shipper": "Orchard Foods", "voyage": "118W", "seal": "Intact", "temperature": "Minus four", "hazardClass": "None",
		"insured": "true", "perishable": "false", "deliveryAddress": "Orchard Depot, 9 Quay Road, Hull HU1 2AB",
	}
	for name := range set.Scalars {
		if want[name] == "" {
			t.Errorf("%s = %q stands nowhere", name, set.Text(name))
		}
	}
	for name, value := range want {
		assert.Equal(t, set.Text(name), value, name)
	}
}

func TestCustomLists(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Put(50, 60, 10, "Tags: cold, urgent, two words")
	s.Put(50, 80, 10, "Inspection dates:")
	s.Put(200, 80, 10, "01.03.2031; 05.03.2031")
	s.Put(50, 100, 9, "Batches")
	s.Column(50, 113, 10, "B-1", "B-2", "B-3")
	for i, head := range []string{"Colli", "Art.-Nr.", "Menge", "Gewicht kg", "Gefahrgut"} {
		s.Put([]float64{50, 150, 250, 330, 430}[i], 200, 9, head)
	}
	for i, line := range [][]string{{"K1 carton of", "A-7", "4", "12,50", "ja"}, {"K2", "A-9", "10", "7,00", "nein"}} {
		y := 216 + 30*float64(i)
		for k, cell := range line {
			s.Put([]float64{50, 150, 262, 345, 430}[k], y, 9, cell)
		}
	}
	s.Put(50, 228, 9, "green apples")
	s.Put(50, 290, 9, "Total weight")
	s.Put(345, 290, 9, "19,50")
	set := wanted(t, sheettest.Bind(s), `"tags":{"type":"array","items":{"type":"string"}},
		"inspectionDates":{"type":"array","items":{"type":"string","format":"date"}},
		"batches":{"type":"array","items":{"type":"string"}},
		"parts":{"type":"array","items":{"type":"object","properties":{"colli":{"type":"string"},"code":{"type":"string","title":"Art.-Nr."},
			"quantity":{"type":"integer"},"weight":{"type":"number","title":"Gewicht kg"},"dangerous":{"type":"boolean","description":"Gefahrgut"}}}},
		"nothing":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}},
		"none":{"type":"array","items":{"type":"string"}}`)
	for name, want := range map[string][]string{
		"tags": {"cold", "urgent", "two words"}, "inspectionDates": {"2031-03-01", "2031-03-05"},
		"batches": {"B-1", "B-2", "B-3"},
	} {
		var got []string
		for _, v := range set.Arrays[name] {
			got = append(got, v.Value)
			if v.Page != 1 || v.Box.Empty() {
				t.Errorf("%s: no anchor in %+v", name, v)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	want := []map[string]string{
		{"colli": "K1 carton of green apples", "code": "A-7", "quantity": "4", "weight": "12.50", "dangerous": "true"},
		{"colli": "K2", "code": "A-9", "quantity": "10", "weight": "7.00", "dangerous": "false"},
	}
	if len(set.Lists["parts"]) != len(want) || len(set.Lists) != 1 || len(set.Arrays) != 3 {
		t.Fatalf("lists %v, arrays %v", set.Lists, set.Arrays)
	}
	for i, row := range set.Lists["parts"] {
		got := map[string]string{}
		for name, v := range row {
			got[name] = v.Value
		}
		if !maps.Equal(got, want[i]) {
			t.Errorf("row %d: %v, want %v", i, got, want[i])
		}
	}
}

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
		assert.Equal(t, page(t, `"invoiceNumber":{"type":"string"}`, row).Text("invoiceNumber"), want, row)
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
		assert.Equal(t, page(t, `"carrier":{"type":"string"}`, row).Text("carrier"), want, row)
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
		assert.Equal(t, set.Text(c.field), c.want, name)
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
	require.NoError(t, err)
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
		notes := formrole.New(annotate.New(layout.Analyze(doc)))
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

// Words within a sentence are not labels.
func TestLabelWordsInProse(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"We ship by way of the bay now and so 85 more", "Payments are due under this contract."} {
		s := sheettest.A4()
		s.Put(50, 60, 10, "Orchard Foods")
		s.Put(50, 90, 10, line)
		s.Put(50, 102, 10, "12 months")
		set := wanted(t, sheettest.Bind(s), `"bay":{"type":"number"},"contract":{"type":"string"}`)
		if len(set.Scalars) > 0 {
			t.Errorf("%s: %v", line, set.Scalars)
		}
	}
}

func TestWordBelowOtherLabel(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Put(70, 100, 10, "Town")
	s.Put(50+sheettest.LengthOf("Elm Hill", 10)+2.8, 100, 10, "Weather")
	s.Put(50, 113, 10, "Elm Hill 4711")
	got := wanted(t, sheettest.Bind(s), `"town":{"type":"string"}`)
	sheettest.Expect(t, "a word exactly below another label, but not its cell", got, "town=Elm Hill 4711")
}

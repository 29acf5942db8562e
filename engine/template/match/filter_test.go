package match_test

import (
	"fmt"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
	"github.com/docmill/docmill/libs/assert"
)

func confirmed(i int, seller, street, town string) template.Example {
	right := map[string]string{"vendorName": seller, "vendorAddress": street + ", " + town}
	l := match.NewPage(bill(seller, street, town, fmt.Sprint(i)), "GBP").Learn(
		match.CorrectedRecord{Type: schema.TypeInvoice, Right: right, Read: right})
	l.Document = seller
	return l
}

func proposed(known template.Template, read map[string]string, confidence, likeness float64) map[string]string {
	q := question(read, confidence)
	q.Likeness = likeness
	got := map[string]string{}
	for _, p := range match.NewPage(bill("Elm Valley Foods", "9 Orchard Street", "York YO1 7HH", "99812"), "GBP").
		Propose(&known, q) {
		got[p.Name] = p.Quote.Value
	}
	return got
}

// The place of all examples replaces a missing or uncertain value, or one that is part of the line.
func TestReliablePositionOverLowConfidence(t *testing.T) {
	t.Parallel()
	one := template.New("l", 1, []template.Example{confirmed(1, "Harrow Tools Ltd", "14 Mill Lane", "Leeds LS1 4AP")})
	known := template.New("l", 1, append(one.Examples, confirmed(2, "Oak & Sons", "3 High Street", "Hull HU1 1NN")))
	const right, buyer = "Elm Valley Foods", "Birch & Rowan"
	for name, c := range map[string]struct {
		known                template.Template
		read                 string
		confidence, likeness float64
		want                 string
	}{
		"nothing read":         {known, "", 0, 1, right},
		"in doubt":             {known, buyer, 0.5, 1, right},
		"a part of the line":   {known, "Elm Valley", 0.9, 1, right},
		"not in doubt":         {known, buyer, 0.9, 1, ""},
		"right":                {known, right, 0.2, 1, ""},
		"one lesson":           {one, "", 0, 0.65, ""},
		"one of the same page": {one, "", 0, 0.7, right},
		"one, not in doubt":    {one, buyer, 0.5, 0.7, ""},
		"only alike, a part":   {known, "Elm Valley", 0.9, 0.55, ""},
		"only alike, in doubt": {known, buyer, 0.5, 0.55, ""},
	} {
		got := proposed(c.known, map[string]string{"vendorName": c.read}, c.confidence, c.likeness)["vendorName"]
		assert.Equal(t, got, c.want, name, "proposed")
	}
}

// One example does not replace a confident value; two do.
func TestSingleExampleVersusConfidentValue(t *testing.T) {
	t.Parallel()
	examples := []template.Example{
		lesson(bill("Harrow Tools Ltd", "14 Mill Lane", "Leeds LS1 4AP", "1"), "Harrow Tools Ltd",
			"14 Mill Lane, Leeds LS1 4AP"),
		lesson(bill("Oak & Sons", "3 High Street", "Hull HU1 1NN", "2"), "Oak & Sons", "3 High Street, Hull HU1 1NN"),
	}
	read := map[string]string{"vendorName": "Birch & Rowan"}
	for n, want := range map[int]map[float64]string{
		1: {0.9: "Elm Valley Foods", 0.97: ""}, 2: {0.9: "Elm Valley Foods", 0.97: "Elm Valley Foods"},
	} {
		for confidence, want := range want {
			got := proposed(template.New("l", 1, examples[:n]), read, confidence, 1)["vendorName"]
			assert.Equal(t, got, want, n, "lessons, confidence", confidence, "proposed")
		}
	}
}

// A place that one example calls wrong and another right is no error.
func TestContradictedErrors(t *testing.T) {
	t.Parallel()
	slip := match.NewPage(bill("Harrow Tools Ltd", "14 Mill Lane", "Leeds LS1 4AP", "1"),
		"GBP").Learn(match.CorrectedRecord{
		Type: schema.TypeInvoice, Right: map[string]string{"vendorName": "Birch & Rowan"},
		Read: map[string]string{"vendorName": "Harrow Tools Ltd"},
	})
	slip.Document = "slip"
	read := map[string]string{"vendorName": "Elm Valley Foods"}
	got := proposed(template.New("l", 1, []template.Example{slip}), read, 0.9, 1)
	assert.Equal(t, got["vendorName"], "Birch & Rowan", "alone it counts", got)
	both := template.New("l", 1, []template.Example{slip, confirmed(2, "Oak & Sons", "3 High Street", "Hull HU1 1NN")})
	got = proposed(both, read, 0.9, 1)
	assert.Equal(t, len(got), 0, "proposed", got)
}

// A value that a person removed is not extracted there again.
func TestRemovedValues(t *testing.T) {
	t.Parallel()
	removed := match.NewPage(bill("Harrow Tools Ltd", "14 Mill Lane", "Leeds LS1 4AP", "4711"),
		"GBP").Learn(match.CorrectedRecord{
		Type: schema.TypeInvoice, Absent: []string{"purchaseOrderNumber"},
		Read: map[string]string{"purchaseOrderNumber": "P4711"},
	})
	known := template.New("l", 1, []template.Example{removed})
	for confidence, want := range map[float64]int{0.9: 1, 0.97: 0} {
		got := match.NewPage(bill("Elm Valley Foods", "9 Orchard Street", "York YO1 7HH", "99812"), "GBP").
			Propose(&known, question(map[string]string{"purchaseOrderNumber": "P99812"}, confidence))
		if len(got) != want || want == 1 && (!got[0].Absent || got[0].Name != "purchaseOrderNumber" ||
			got[0].Example == nil) {
			t.Errorf("confidence %v: %+v", confidence, got)
		}
		elsewhere := match.NewPage(bill("Elm Valley Foods", "9 Orchard Street", "York YO1 7HH", "99812"), "GBP").
			Propose(&known, question(map[string]string{"purchaseOrderNumber": "99812"}, confidence))
		assert.Empty(t, elsewhere, "what stands elsewhere is taken away")
	}
}

// The number of items and the values change a fingerprint little.
func TestMatchWithMoreLines(t *testing.T) {
	t.Parallel()
	table := func(rows int) template.Fingerprint {
		lines := []line{{60, 60, "Harrow Tools Ltd"}, {60, 71, "14 Mill Lane"}, {360, 60, "Invoice No:"}, {460, 60,
			fmt.Sprint("R-", rows)},
			{60, 200, "Description"}, {300, 200, "Quantity"}, {380, 200, "Unit price"}, {480, 200, "Amount"}}
		y := 220.0
		for i := range rows {
			lines = append(lines, line{60, y, fmt.Sprint("Oak board ", i)}, line{300, y, "2"}, line{380, y, "10.00"}, line{480,
				y, "20.00"})
			y += 14
		}
		return match.Fingerprint(page(append(lines, line{380, y + 10, "Total"}, line{480, y + 10, "20.00"})...))
	}
	s := table(3).Similarity(table(12))
	assert.True(t, s >= 0.8, "similarity", s)
}

// A credit note matches a template of invoices only for their vendor.
func TestRelatedTypesOfVendor(t *testing.T) {
	t.Parallel()
	f := template.Fingerprint{Keys: []int64{1, 2, 3}, Vendors: []string{"a"}}
	layout := func(vendor string) []template.Template {
		return []template.Template{template.New("l", 1, []template.Example{{
			Version: template.Version, Type: string(schema.TypeInvoice), Fields: []template.ExampleField{{Name: "total"}},
			Fingerprint: template.Fingerprint{Keys: f.Keys, Vendors: []string{vendor}},
		}})}
	}
	for vendor, want := range map[string]float64{"a": 1, "b": 0} {
		_, likeness := match.Best(f, schema.TypeCreditNote, layout(vendor))
		assert.Equal(t, likeness, want, "vendor", vendor)
		_, likeness = match.Best(f, schema.TypePurchaseOrder, layout(vendor))
		assert.Equal(t, likeness, 0, "an order is read as an invoice")
	}
}

// A place with unexpected content gives no name or address.
func TestPositionWithOtherContent(t *testing.T) {
	t.Parallel()
	examples := []template.Example{
		lesson(bill("Harrow Tools Ltd", "14 Mill Lane", "Leeds LS1 4AP", "1"), "Harrow Tools Ltd",
			"14 Mill Lane, Leeds LS1 4AP"),
		lesson(bill("Oak & Sons", "3 High Street", "Hull HU1 1NN", "2"), "Oak & Sons", "3 High Street, Hull HU1 1NN"),
	}
	known := template.New("l", 1, examples)
	read := map[string]string{"vendorName": "Birch & Rowan", "vendorAddress": "2 Quay Road, Bristol BS1 4DJ"}
	for field, lines := range map[string][3]string{
		"vendorName":    {"York YO1 7HH", "United Kingdom", "0113 496 0000"},
		"vendorAddress": {"Elm Valley Foods", "GB 123 4567 89", "15786872"},
	} {
		for _, p := range match.NewPage(bill(lines[0], lines[1], lines[2], "3"), "GBP").Propose(&known, question(read, 0.5)) {
			assert.NotEqual(t, p.Name, field, lines, "is proposed to be", p.Quote.Value)
		}
	}
}

// A confident value of another field is not proposed.
func TestValueUsedOnce(t *testing.T) {
	t.Parallel()
	known := template.New("l", 1, []template.Example{
		lesson(bill("Harrow Tools Ltd", "14 Mill Lane", "Leeds LS1 4AP", "1"), "Harrow Tools Ltd",
			"14 Mill Lane, Leeds LS1 4AP"),
		lesson(bill("Oak & Sons", "3 High Street", "Hull HU1 1NN", "2"), "Oak & Sons", "3 High Street, Hull HU1 1NN"),
	})
	read := map[string]string{"vendorName": "Birch & Rowan", "customerName": "Elm Valley Foods"}
	got := proposed(known, read, 0.8, 1)
	assert.Equal(t, got["vendorName"], "", "proposed", got)
	got = proposed(known, read, 0.6, 1)
	assert.Equal(t, got["vendorName"], "Elm Valley Foods", "in doubt: proposed", got)
}

// A deduction in the usual place of the shipping cost is not proposed as a charge.
func TestDeductionNotCharge(t *testing.T) {
	t.Parallel()
	sums := func(what, amount string) *annotate.Document {
		return pageOf(document.SourceText, line{60, 60, "Birch & Rowan"}, line{360, 60, "Harrow Tools Ltd"},
			line{60, 140, "Invoice No:"}, line{160, 140, "4711"}, line{360, 280, "Goods"}, line{500, 280, "100.00"},
			line{360, 300, what}, line{500, 300, amount}, line{360, 320, "Total"}, line{500, 320, "112.00"})
	}
	examples := make([]template.Example, 2)
	for i := range examples {
		examples[i] = match.NewPage(sums("Carted", fmt.Sprintf("1%d.00", i+2)), "GBP").Learn(match.CorrectedRecord{
			Type: schema.TypeInvoice, Right: map[string]string{"shippingTotal": fmt.Sprintf("1%d.00", i+2)},
		})
		examples[i].Document = fmt.Sprint(i)
	}
	known := template.New("l", 1, examples)
	for amount, want := range map[string]string{"17.00": "17.00", "-17.00": ""} {
		got := ""
		for _, p := range match.NewPage(sums("Sundry", amount), "GBP").Propose(&known, question(map[string]string{}, 0)) {
			if p.Name == "shippingTotal" {
				got = p.Quote.Value
			}
		}
		assert.Equal(t, got, want, amount, "proposed")
	}
}

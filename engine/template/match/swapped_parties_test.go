package match_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
	"github.com/docmill/docmill/libs/assert"
)

var (
	glass = of("Firth Glass", "18 Dale Road", "Ripon HG4 1AA")
	moss  = of("Moss & Co", "6 Cliff Walk", "Whitby YO21 3EX")
)

func parties(vendor, customer party, confidence float64) reads {
	read := func(value string) match.Reading { return match.Reading{Value: value, Confidence: confidence} }
	return reads{
		"vendorName": read(vendor.name[0]), "vendorAddress": read(vendor.address[0] + ", " + vendor.address[1]),
		"customerName": read(customer.name[0]), "customerAddress": read(customer.address[0] + ", " + customer.address[1]),
		"invoiceNumber": {Value: "R-9", Confidence: .99},
	}
}

func (r reads) put(field, value string) reads {
	r[field] = match.Reading{Value: value, Confidence: r[field].Confidence}
	return r
}

func (r reads) values() map[string]string {
	values := map[string]string{}
	for name, reading := range r {
		values[name] = reading.Value
	}
	return values
}

func corrected(seller, buyer party, read, right reads, sure bool) template.Example {
	return taughtBy(traded(seller, buyer, "R-9"), read, right, sure)
}

func taughtBy(doc *annotate.Document, read, right reads, sure bool) template.Example {
	seen := match.CorrectedRecord{Type: schema.TypeInvoice, Right: right.values(), Read: read.values(),
		Sure: map[string]bool{}}
	for name := range read {
		seen.Sure[name] = sure
	}
	l := match.NewPage(doc, "GBP").Learn(seen)
	l.Document = right["vendorName"].Value + right["customerName"].Value
	return l
}

// Parties that were swapped in one example are swapped again at any confidence.
func TestSwappedPartiesRepeated(t *testing.T) {
	t.Parallel()
	seller, buyer := of("Oak & Sons", "3 High Street", "Hull HU1 1NN"), of("Ash Studio", "71 Station Road", "Bath BA1 1SU")
	known := template.New("l", 1, []template.Example{
		corrected(seller, buyer, parties(buyer, seller, .9), parties(seller, buyer, .9), false),
	})
	doc := traded(glass, moss, "R-9")
	turned := map[string]string{
		"vendorName": "Firth Glass", "vendorAddress": "18 Dale Road, Ripon HG4 1AA",
		"customerName": "Moss & Co", "customerAddress": "6 Cliff Walk, Whitby YO21 3EX",
	}
	for name, c := range map[string]struct {
		read     reads
		likeness float64
		want     map[string]string
	}{
		"both":                {parties(moss, glass, .98), .7, turned},
		"read as they should": {parties(glass, moss, .9), .7, map[string]string{}},
		"of another layout":   {parties(moss, glass, .98), .55, map[string]string{}},
	} {
		wantChanges(t, name, changes(known, doc, c.likeness, c.read), c.want)
	}
}

// A correction that takes a name from the other party's address block teaches nothing.
func TestNamesInOtherPartyBlock(t *testing.T) {
	t.Parallel()
	seller, buyer := of("Oak & Sons", "3 High Street", "Hull HU1 1NN"), of("Ash Studio", "71 Station Road", "Bath BA1 1SU")
	slip := parties(seller, buyer, .9).put("vendorName", buyer.name[0]).put("customerName", seller.name[0])
	known := template.New("l", 1, []template.Example{corrected(seller, buyer, parties(seller, buyer, .99), slip, true)})
	got := changes(known, traded(glass, moss, "R-9"), 1, parties(glass, moss, .9))
	wantChanges(t, "a slip", got, map[string]string{})
}

// Without such an example, both pairs must be swapped and the confidence low.
func TestSwappedPartiesFirstTime(t *testing.T) {
	t.Parallel()
	seller, buyer := of("Oak & Sons", "3 High Street", "Hull HU1 1NN"), of("Ash Studio", "71 Station Road", "Bath BA1 1SU")
	right := parties(seller, buyer, .9)
	known := template.New("l", 1, []template.Example{corrected(seller, buyer, right, right, false)})
	doc := traded(glass, moss, "R-9")
	for confidence, n := range map[float64]int{.8: 4, .97: 0} {
		got := changes(known, doc, .7, parties(moss, glass, confidence))
		assert.Equal(t, len(got), n, "confidence", confidence, "proposed", got)
	}
}

// An address extracted for both parties belongs to the party whose place it is in.
func TestAddressOfBothParties(t *testing.T) {
	t.Parallel()
	seller, buyer := of("Oak & Sons", "3 High Street", "Hull HU1 1NN"), of("Ash Studio", "71 Station Road", "Bath BA1 1SU")
	right := parties(seller, buyer, .9)
	known := template.New("l", 1, []template.Example{corrected(seller, buyer, right, right, false)})
	const first, other = "18 Dale Road, Ripon HG4 1AA", "6 Cliff Walk, Whitby YO21 3EX"
	for confidence, want := range map[float64]map[string]string{.4: {"customerAddress": other}, .9: {}} {
		read := parties(glass, moss, .9)
		read["customerAddress"] = match.Reading{Value: first, Confidence: confidence}
		wantChanges(t, fmt.Sprint("confidence ", confidence), changes(known, traded(glass, moss, "R-9"), .65, read), want)
	}
}

// A value that moves to the other party leaves the template's value or nothing.
func TestValuesMovedToOtherParty(t *testing.T) {
	t.Parallel()
	read := parties(glass, moss, .99)
	read["vendorAddress"] = match.Reading{}
	read["customerAddress"] = match.Reading{Value: "18 Dale Road, Ripon HG4 1AA", Confidence: .5}
	got := changes(agreed(), traded(glass, moss, "R-9"), 1, read)
	wantChanges(t, "moved", got, map[string]string{
		"vendorAddress": "18 Dale Road, Ripon HG4 1AA", "customerAddress": "6 Cliff Walk, Whitby YO21 3EX",
	})
}

// A missing date is found by its label, and a number gets its usual leading sign.
func TestDatesByLabelAndNumberSigns(t *testing.T) {
	t.Parallel()
	billed := func(number, due string) *match.Page {
		return match.NewPage(page(line{60, 60, "Oak & Sons"}, line{60, 180, "Invoice No:"}, line{160, 180, number},
			line{60, 200, "Due Date:"}, line{160, 200, due}, line{360, 320, "Total"}, line{500, 320, "100.00"}), "GBP")
	}
	var examples []template.Example
	for _, number := range []string{"#118", "#240", "#305"} {
		right := map[string]string{"invoiceNumber": number, "dueDate": "2024-03-1" + number[1:2], "vendorName": "Oak & Sons"}
		l := billed(number, "March 1"+number[1:2]+", 2024").Learn(match.CorrectedRecord{Type: schema.TypeInvoice,
			Right: right, Read: right})
		l.Document = number
		examples = append(examples, l)
	}
	known := template.New("l", 1, examples)
	read := reads{"invoiceNumber": {Value: "77", Confidence: .9}, "vendorName": {Value: "Oak & Sons", Confidence: .9}}
	q := match.Question{Targets: match.Targets(schema.TypeInvoice, nil), Likeness: 1,
		Read: func(name string) match.Reading { return read[name] }}
	got := map[string]string{}
	for _, p := range billed("#77", "April 4, 2025").Propose(&known, q) {
		got[p.Name] = p.Quote.Value
	}
	wantChanges(t, "bill", got, map[string]string{"invoiceNumber": "#77", "dueDate": "2025-04-04"})
}

// numbered is an invoice with tax IDs of both parties, side by side, at a distance from the top.
func numbered(top float64, seller, buyer party, number string) *annotate.Document {
	return page(slices.Concat(buyer.lines(60, top), seller.lines(360, top), []line{
		{60, 280, "Invoice No:"}, {160, 280, number}, {60, 300, "Invoice Date:"}, {160, 300, "March 18, 2024"},
		{360, 420, "Total"}, {500, 420, "100.00"},
	})...)
}

func taxed(name, street, town, id string) party {
	return party{name: []string{name}, address: []string{street, town, "VAT ID " + id}}
}

var (
	mill  = taxed("Oak & Sons", "3 High Street", "Hull HU1 1NN", "GB434031494")
	quay  = taxed("Ash Studio", "71 Station Road", "Bath BA1 1SU", "GB980780684")
	dale  = taxed("Firth Glass", "18 Dale Road", "Ripon HG4 1AA", "GB220430231")
	cliff = taxed("Elm & Co", "6 Cliff Walk", "Whitby YO21 3EX", "GB107328000")
)

func both(vendor, customer party, confidence float64) reads {
	r := parties(vendor, customer, confidence)
	r["vendorTaxId"] = match.Reading{Value: vendor.address[2][len("VAT ID "):], Confidence: .99}
	r["customerTaxId"] = match.Reading{Value: customer.address[2][len("VAT ID "):], Confidence: .99}
	return r
}

// A confident tax ID of the wrong party moves with the name in its block.
func TestTaxIDsMovedWithParty(t *testing.T) {
	t.Parallel()
	right := both(mill, quay, .9)
	known := template.New("l", 1, []template.Example{taughtBy(numbered(60, mill, quay, "R-9"), right, right, false)})
	doc := numbered(60, dale, cliff, "R-9")
	wantChanges(t, "turned", changes(known, doc, .7, both(cliff, dale, .8)), map[string]string{
		"vendorName": "Firth Glass", "vendorAddress": "18 Dale Road, Ripon HG4 1AA", "vendorTaxId": "GB220430231",
		"customerName": "Elm & Co", "customerAddress": "6 Cliff Walk, Whitby YO21 3EX", "customerTaxId": "GB107328000",
	})
	wantChanges(t, "read right", changes(known, doc, .7, both(dale, cliff, .8)), map[string]string{})
}

// The vendor's tax ID of the examples is never the customer's, at any confidence.
func TestVendorTaxIDNotCustomers(t *testing.T) {
	t.Parallel()
	var examples []template.Example
	for _, buyer := range []party{quay, cliff} {
		right := both(mill, buyer, .9)
		examples = append(examples, taughtBy(numbered(60, mill, buyer, "R-9"), right, right, false))
	}
	got := changes(template.New("l", 1, examples), numbered(60, mill, dale, "R-9"), 1, both(dale, mill, .97))
	assert.True(t, got["vendorTaxId"] == "GB434031494" && got["customerTaxId"] == "GB220430231", "proposed", got)
}

// Parties are found although the logo above them has another height or is missing.
func TestBlocksBelowLogo(t *testing.T) {
	t.Parallel()
	var examples []template.Example
	others := [2]party{taxed("Harrow Tools Ltd", "14 Mill Lane", "Leeds LS1 4AP", "GB302120129"),
		taxed("Birch & Rowan", "2 Quay Road", "Bristol BS1 4DJ", "GB211902058")}
	for i, p := range [][2]party{{mill, quay}, others} {
		examples = append(examples, taughtBy(numbered(60+60*float64(i), p[0], p[1], "R-9"),
			both(p[1], p[0], .9), both(p[0], p[1], .9), false))
	}
	got := changes(template.New("l", 1, examples), numbered(160, dale, cliff, "R-9"), .65, both(cliff, dale, .9))
	wantChanges(t, "lower", got, map[string]string{
		"vendorName": "Firth Glass", "vendorAddress": "18 Dale Road, Ripon HG4 1AA", "vendorTaxId": "GB220430231",
		"customerName": "Elm & Co", "customerAddress": "6 Cliff Walk, Whitby YO21 3EX", "customerTaxId": "GB107328000",
	})
}

// A title or a street in the place of a name is not proposed as a name, nor is a name with a line at another edge.
func TestPositionWithoutName(t *testing.T) {
	t.Parallel()
	for at, read := range map[string]string{
		"Credit Note": "Elm & Co", "9 Mill Lane": "Elm & Co", "Whitby Dairy": "Whitby Au Dairy",
	} {
		doc := numbered(60, dale, party{name: []string{at}, address: cliff.address}, "R-9")
		got := changes(agreed(), doc, 1, reads{"customerName": {Value: read, Confidence: .3},
			"vendorName":    {Value: "Firth Glass", Confidence: .9},
			"vendorAddress": {Value: "18 Dale Road, Ripon HG4 1AA", Confidence: .9}})
		assert.Equal(t, got["customerName"], "", at, "proposed", got)
	}
}

package match_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
)

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
	if got["vendorTaxId"] != "GB434031494" || got["customerTaxId"] != "GB220430231" {
		t.Errorf("proposed %v", got)
	}
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
		if got["customerName"] != "" {
			t.Errorf("%s: proposed %v", at, got)
		}
	}
}

package match_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
	"github.com/docmill/docmill/libs/assert"
)

// party is a company: a name of one or two lines, an optional text between name and street, and an address.
type party struct {
	name    []string
	between string
	address []string
}

func (p party) lines(x, y float64) []line {
	var lines []line
	for _, text := range slices.Concat(p.name, []string{p.between}, p.address) {
		if text != "" {
			lines = append(lines, line{x, y, text})
			y += 11
		}
	}
	return lines
}

func traded(seller, buyer party, number string) *annotate.Document {
	return page(slices.Concat(buyer.lines(60, 60), seller.lines(360, 60), []line{{60, 180, "Invoice No:"}, {160, 180,
		number},
		{60, 200, "Invoice Date:"}, {160, 200, "March 18, 2024"}, {360, 320, "Total"}, {500, 320, "100.00"}})...)
}

func of(name, street, town string) party {
	return party{name: []string{name}, address: []string{street, town}}
}

// agreed is a template of three documents with different parties that were extracted correctly.
func agreed(between ...string) template.Template {
	sellers := []party{of("Harrow Tools Ltd", "14 Mill Lane", "Leeds LS1 4AP"), of("Oak & Sons", "3 High Street",
		"Hull HU1 1NN"),
		of("Elm Valley Foods", "9 Orchard Street", "York YO1 7HH")}
	buyers := []party{of("Birch & Rowan", "2 Quay Road", "Bristol BS1 4DJ"), of("Ash Studio", "71 Station Road",
		"Bath BA1 1SU"),
		of("Larch Bakery", "5 Dock Street", "Derby DE1 2GT")}
	var examples []template.Example
	for i := range sellers {
		if i < len(between) {
			buyers[i].between = between[i]
		}
		right := map[string]string{"invoiceNumber": fmt.Sprint("R-10", i),
			"vendorName": sellers[i].name[0], "vendorAddress": sellers[i].address[0] + ", " + sellers[i].address[1],
			"customerName": buyers[i].name[0], "customerAddress": buyers[i].address[0] + ", " + buyers[i].address[1]}
		l := match.NewPage(traded(sellers[i], buyers[i], fmt.Sprint("R-10", i)), "GBP").Learn(
			match.CorrectedRecord{Type: schema.TypeInvoice, Right: right, Read: right})
		l.Document = sellers[i].name[0]
		examples = append(examples, l)
	}
	return template.New("l", 1, examples)
}

type reads map[string]match.Reading

func changes(known template.Template, doc *annotate.Document, likeness float64, read reads) map[string]string {
	q := match.Question{Targets: match.Targets(schema.TypeInvoice, nil), Likeness: likeness,
		Read: func(name string) match.Reading { return read[name] }}
	got := map[string]string{}
	for _, p := range match.NewPage(doc, "GBP").Propose(&known, q) {
		got[p.Name] = p.Quote.Value
	}
	return got
}

func wantChanges(t *testing.T, name string, got, want map[string]string) {
	t.Helper()
	assert.True(t, maps.Equal(got, want), name, "proposed", got, "want", want)
}

// A place that held in all examples completes an address without its first line, and cuts a text before a name.
func TestValueExtentByPosition(t *testing.T) {
	t.Parallel()
	doc := traded(of("Firth Glass", "18 Dale Road", "Ripon HG4 1AA"), of("Moss & Co", "6 Cliff Walk", "Whitby YO21 3EX"),
		"R-9")
	for name, c := range map[string]struct {
		field string
		read  match.Reading
		want  string
	}{
		"the town alone": {"customerAddress", match.Reading{Value: "Whitby YO21 3EX", Confidence: .86},
			"6 Cliff Walk, Whitby YO21 3EX"},
		"the town, without doubt": {"customerAddress", match.Reading{Value: "Whitby YO21 3EX", Confidence: .92}, ""},
		"a line before it": {"customerAddress", match.Reading{Value: "Yard 4, 6 Cliff Walk, Whitby YO21 3EX",
			Confidence: .65}, "6 Cliff Walk, Whitby YO21 3EX"},
		"a word before the name": {"customerName", match.Reading{Value: "Note Moss & Co", Confidence: .6}, "Moss & Co"},
		"words behind the name": {"customerName", match.Reading{Value: "Moss & Co 6 Cliff Walk", Confidence: .4},
			"Moss & Co"},
		"much before the name": {"customerName", match.Reading{Value: "Sundry Goods Carted to Moss & Co", Confidence: .6},
			""},
		"a surer name": {"customerName", match.Reading{Value: "Moss & Co Limited", Confidence: .7}, ""},
		"a remark": {"customerName", match.Reading{Value: "Goods remain ours until they are paid in full",
			Confidence: .2}, "Moss & Co"},
	} {
		want := map[string]string{}
		if c.want != "" {
			want[c.field] = c.want
		}
		others := reads{"vendorName": {Value: "Firth Glass", Confidence: .99}, "invoiceNumber": {Value: "R-9",
			Confidence: .99},
			"customerName":    {Value: "Moss & Co", Confidence: .6},
			"customerAddress": {Value: "6 Cliff Walk, Whitby YO21 3EX", Confidence: .6},
			"vendorAddress":   {Value: "18 Dale Road, Ripon HG4 1AA", Confidence: .99}}
		others[c.field] = c.read
		wantChanges(t, name, changes(agreed(), doc, 1, others), want)
	}
}

// A name of two lines is completed.
func TestTwoLineNames(t *testing.T) {
	t.Parallel()
	buyer := party{name: []string{"Moss & Cooper", "Gardens Ltd"}, address: []string{"6 Cliff Walk", "Whitby YO21 3EX"}}
	got := changes(agreed(), traded(of("Firth Glass", "18 Dale Road", "Ripon HG4 1AA"), buyer, "R-9"), 1, reads{
		"customerName": {Value: "Gardens Ltd", Confidence: .3}, "vendorName": {Value: "Firth Glass", Confidence: .99},
		"customerAddress": {Value: "6 Cliff Walk, Whitby YO21 3EX", Confidence: .9}, "invoiceNumber": {Value: "R-9",
			Confidence: .99},
		"vendorAddress": {Value: "18 Dale Road, Ripon HG4 1AA", Confidence: .99}})
	wantChanges(t, "two lines", got, map[string]string{"customerName": "Moss & Cooper Gardens Ltd"})
}

// cut is a template of one document in which a person shortened the customer.
func cut(seller, buyer party, right, read map[string]string) template.Template {
	l := match.NewPage(traded(seller, buyer, "R-8"), "GBP").Learn(
		match.CorrectedRecord{Type: schema.TypeInvoice, Right: right, Read: read})
	return template.New("l", 1, []template.Example{l})
}

// A name keeps the legal form in its second line although the example shortened names to one line.
func TestNamesWithLegalForm(t *testing.T) {
	t.Parallel()
	seller := of("Firth Glass", "18 Dale Road", "Ripon HG4 1AA")
	dairy := of("Elm Dairy", "6 Cliff Walk", "Whitby YO21 3EX")
	dairy.between = "Upper Barn"
	known := cut(seller, dairy, map[string]string{"customerName": "Elm Dairy"},
		map[string]string{"customerName": "Elm Dairy Upper Barn"})
	for _, second := range []string{"Limited", "Gardens"} {
		buyer := party{name: []string{"Moss & Cooper", second}, address: dairy.address}
		read := "Moss & Cooper " + second
		got := changes(known, traded(seller, buyer, "R-9"), 1, reads{"customerName": {Value: read, Confidence: .6}})
		assert.Equal(t, got["customerName"] == "", second == "Limited", read, "proposed", got)
	}
}

// An address keeps the house name although the example removed a department.
func TestAddressesWithHouseName(t *testing.T) {
	t.Parallel()
	const town = "6 Cliff Walk, Whitby YO21 3EX"
	seller := of("Firth Glass", "18 Dale Road", "Ripon HG4 1AA")
	dairy := of("Elm Dairy", "6 Cliff Walk", "Whitby YO21 3EX")
	dairy.between = "Upper Barn"
	known := cut(seller, dairy, map[string]string{"customerName": "Elm Dairy", "customerAddress": town},
		map[string]string{"customerName": "Elm Dairy", "customerAddress": "Upper Barn, " + town})
	for _, between := range []string{"Quay House", "PO Box 77", "c/o Lowe Estates", "Buying Office"} {
		buyer := party{name: []string{"Moss & Co"}, between: between, address: dairy.address}
		got := changes(known, traded(seller, buyer, "R-9"), 1, reads{
			"customerName":    {Value: "Moss & Co", Confidence: .9},
			"customerAddress": {Value: between + ", " + town, Confidence: .6}})
		assert.Equal(t, got["customerAddress"] == "", between != "Buying Office", between, "proposed", got)
	}
}

// A name of one line does not take in the street although other names had two lines.
func TestNamesWithoutAddress(t *testing.T) {
	t.Parallel()
	var examples []template.Example
	for i, second := range []string{"Gardens Ltd", "Nurseries", "Orchards plc"} {
		buyer := party{name: []string{"Moss & Cooper", second}, address: []string{"6 Cliff Walk", "Whitby YO21 3EX"}}
		name := "Moss & Cooper " + second
		l := match.NewPage(traded(of("Firth Glass", "18 Dale Road", "Ripon HG4 1AA"), buyer, "R-9"),
			"GBP").Learn(match.CorrectedRecord{
			Type:  schema.TypeInvoice,
			Right: map[string]string{"customerName": name, "customerAddress": "6 Cliff Walk, Whitby YO21 3EX"},
			Read:  map[string]string{"customerName": "Moss & Cooper", "customerAddress": "6 Cliff Walk, Whitby YO21 3EX"},
		})
		l.Document = fmt.Sprint(i)
		examples = append(examples, l)
	}
	dairy := party{name: []string{"Elm Dairy"}, address: []string{"Upper Barn", "2 Ford Lane", "Selby YO8 4AA"}}
	doc := traded(of("Firth Glass", "18 Dale Road", "Ripon HG4 1AA"), dairy, "R-9")
	got := changes(template.New("l", 1, examples), doc, 1, reads{
		"customerName":    {Value: "Elm Dairy", Confidence: .98},
		"customerAddress": {Value: "Upper Barn, 2 Ford Lane, Selby YO8 4AA", Confidence: .9}})
	wantChanges(t, "one line", got, map[string]string{})
}

// Swapped parties are corrected by the places of both, unless the confidence is high.
func TestSwappedPartiesByPosition(t *testing.T) {
	t.Parallel()
	doc := traded(of("Firth Glass", "18 Dale Road", "Ripon HG4 1AA"), of("Moss & Co", "6 Cliff Walk", "Whitby YO21 3EX"),
		"R-9")
	for confidence, want := range map[float64]map[string]string{
		.88: {"vendorName": "Firth Glass", "customerName": "Moss & Co"}, .97: {},
	} {
		got := changes(agreed(), doc, 1, reads{"vendorName": {Value: "Moss & Co", Confidence: confidence},
			"customerName":    {Value: "Firth Glass", Confidence: confidence},
			"customerAddress": {Value: "6 Cliff Walk, Whitby YO21 3EX", Confidence: .9},
			"vendorAddress":   {Value: "18 Dale Road, Ripon HG4 1AA", Confidence: .9},
			"invoiceNumber":   {Value: "R-9", Confidence: .99}})
		wantChanges(t, fmt.Sprint("confidence ", confidence), got, want)
	}
}

// A less similar page matches if values are in learned places; a more similar one does not if they are elsewhere.
func TestMatchByValuePositions(t *testing.T) {
	t.Parallel()
	doc := traded(of("Firth Glass", "18 Dale Road", "Ripon HG4 1AA"), of("Moss & Co", "6 Cliff Walk", "Whitby YO21 3EX"),
		"R-9")
	allDoubted := match.Reading{Value: "Whitby", Confidence: .3}
	fitting := reads{"customerName": allDoubted, "vendorName": {Value: "Firth Glass", Confidence: .9},
		"vendorAddress":   {Value: "18 Dale Road, Ripon HG4 1AA", Confidence: .9},
		"customerAddress": {Value: "6 Cliff Walk, Whitby YO21 3EX", Confidence: .6}}
	wantChanges(t, "fitting", changes(agreed(), doc, .52, fitting), map[string]string{"customerName": "Moss & Co"})
	unfitting := reads{"customerName": allDoubted, "vendorName": {Value: "Tarn Printing", Confidence: .9},
		"vendorAddress": {Value: "1 Hill Top, Skipton BD23 1AA", Confidence: .9}}
	wantChanges(t, "unfitting", changes(agreed(), doc, .9, unfitting), map[string]string{})
}

// Addresses are found despite a number above the street, a number that looks like a post code, or a missing street.
func TestAddressesByFormat(t *testing.T) {
	t.Parallel()
	seller := of("Firth Glass", "18 Dale Road", "Ripon HG4 1AA")
	for name, c := range map[string]struct {
		buyer   party
		between []string
		want    string
	}{
		"a tax number between": {party{[]string{"Moss & Co"}, "GB980780684", []string{"6 Cliff Walk", "Whitby YO21 3EX"}},
			nil, "6 Cliff Walk, Whitby YO21 3EX"},
		"a telephone between": {party{[]string{"Moss & Co"}, "0113 496 0000", []string{"6 Cliff Walk", "Whitby YO21 3EX"}},
			nil, "6 Cliff Walk, Whitby YO21 3EX"},
		"no number of the house": {of("Moss & Co", "Cliff Walk", "Whitby YO21 3EX"), nil, "Cliff Walk, Whitby YO21 3EX"},
		"a long number of the house": {of("Moss & Co", "87627 Long Radial", "Frankton, UT 81441"),
			nil, "87627 Long Radial, Frankton, UT 81441"},
	} {
		got := changes(agreed(c.between...), traded(seller, c.buyer, "R-9"), 1, reads{
			"vendorName": {Value: "Firth Glass", Confidence: .99}, "customerName": {Value: "Moss & Co", Confidence: .99},
			"vendorAddress": {Value: "18 Dale Road, Ripon HG4 1AA", Confidence: .99}, "invoiceNumber": {Value: "R-9",
				Confidence: .99}})
		wantChanges(t, name, got, map[string]string{"customerAddress": c.want})
	}
}

// A tax ID with a country's prefix and a wrong format is not proposed.
func TestMisreadTaxIDs(t *testing.T) {
	t.Parallel()
	bill := func(seller, id string) *annotate.Document {
		return page(line{360, 60, seller}, line{60, 140, "Invoice No:"}, line{160, 140, "R-1"}, line{60, 160,
			"Customer VAT no.:"},
			line{160, 160, id}, line{360, 320, "Total"}, line{500, 320, "100.00"})
	}
	var examples []template.Example
	for i, id := range []string{"GB980780684", "DE136695976", "GB434031494"} {
		right := map[string]string{"customerTaxId": id}
		l := match.NewPage(bill(fmt.Sprint("Seller ", i), id), "GBP").Learn(
			match.CorrectedRecord{Type: schema.TypeInvoice, Right: right, Read: right})
		l.Document = id
		examples = append(examples, l)
	}
	for id, want := range map[string]map[string]string{
		"IE6388047V": {"customerTaxId": "IE6388047V"}, "IE63880471": {},
	} {
		wantChanges(t, id, changes(template.New("l", 1, examples), bill("Firth Glass", id), 1, nil), want)
	}
}

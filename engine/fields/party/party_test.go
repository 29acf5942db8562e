package party_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/libs/assert"
)

// block is a few lines under each other, the left edge of the first at x and its
// top at y.
type block struct {
	x, y, size float64 // points
	lines      []string
}

// draw is an A4 page of blocks.
func draw(blocks ...block) *document.Document {
	s := sheettest.A4()
	for _, b := range blocks {
		s.Column(b.x, b.y, b.size, b.lines...)
	}
	return sheettest.Bind(s)
}

// find reads the parties of a document with the built-in scorers, and asserts that all of them are printed
// at their boxes.
func find(t *testing.T, kind result.DocumentType, doc *document.Document) *value.Set {
	t.Helper()
	set := party.Find(tagged(doc, kind))
	sheettest.Cites(t, doc, set)
	return set
}

// body is what stands under the parties of a bill: its particulars, an item, a
// sum.
func body() []block {
	return []block{
		{50, 300, 14, []string{"INVOICE"}},
		{50, 330, 9, []string{"Invoice No.: A-1713", "Invoice date: 3 May 2031"}},
		{50, 400, 9, []string{"Description", "Garden chair"}},
		{480, 400, 9, []string{"Amount", "100.00"}},
		{380, 460, 9, []string{"Subtotal", "VAT", "Total"}},
		{480, 460, 9, []string{"100.00", "20.00", "120.00"}},
	}
}

// bill is a page of blocks above the body of an invoice.
func bill(blocks ...block) *document.Document { return draw(append(blocks, body()...)...) }

// Of two English companies, however the page arranges them, the one is the vendor
// and the other the customer.
func TestPartyLayouts(t *testing.T) {
	t.Parallel()
	vendor := []string{"Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4DY"}
	buyer := []string{"Tully Brothers Ltd", "27 Orchard Lane", "York YO1 7HH"}
	headed := func(heading string, lines []string) []string { return append([]string{heading}, lines...) }
	for name, doc := range map[string]*document.Document{
		"letterhead over the customer's block": bill(block{50, 40, 12, vendor}, block{50, 130, 9, headed("Bill to:", buyer)}),
		"letterhead on the right":              bill(block{380, 40, 12, vendor}, block{50, 130, 9, headed("Bill to", buyer)}),
		"side by side under headings": bill(block{50, 80, 9, headed("From", vendor)}, block{320, 80, 9, headed("To",
			buyer)}),
		"the customer on the left": bill(block{50, 80, 9, headed("Customer:", buyer)}, block{320, 80, 9,
			headed("Supplier:", vendor)}),
		"the customer on the right": bill(block{50, 40, 12, vendor}, block{380, 130, 9, headed("Invoice to:",
			buyer)}),
		"the customer over the vendor": bill(block{50, 60, 9, headed("Buyer", buyer)}, block{50, 150, 9,
			headed("Seller", vendor)}),
		"a window under the sender's line": bill(
			block{50, 110, 6, []string{"Marlow Pumps Ltd · 4 Quay Street · Leeds LS1 4DY"}}, block{50, 130, 10, buyer},
		),
		"no heading at all": bill(block{350, 40, 12, vendor}, block{50, 130, 10, buyer}),
		"the vendor in the footer": bill(
			block{50, 130, 9, headed("Bill to:", buyer)}, block{50, 770, 7, vendor}, block{300, 770, 7,
				[]string{"IBAN DE89370400440532013000"}},
		),
		"the name beside its heading": bill(
			block{50, 40, 12, vendor}, block{50, 130, 9, []string{"Bill to: Tully Brothers Ltd", "27 Orchard Lane",
				"York YO1 7HH"}},
		),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := find(t, result.TypeInvoice, doc)
			sheettest.Holds(t, set, map[string]string{
				"vendorName": "Marlow Pumps Ltd", "vendorAddress": "4 Quay Street, Leeds LS1 4DY",
				"customerName": "Tully Brothers Ltd", "customerAddress": "27 Orchard Lane, York YO1 7HH",
			})
		})
	}
}

// The address to ship to is that of no party to the bill, wherever it stands.
func TestShippingAddresses(t *testing.T) {
	t.Parallel()
	vendor := block{50, 40, 12, []string{"Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4DY"}}
	buyer := []string{"Bill to:", "Tully Brothers Ltd", "27 Orchard Lane", "York YO1 7HH"}
	store := []string{"Ship to:", "Tully Depot", "9 Canal Road", "Hull HU1 2AB"}
	for name, doc := range map[string]*document.Document{
		"on the right": bill(vendor, block{50, 130, 9, buyer}, block{320, 130, 9, store}),
		"on the left":  bill(vendor, block{50, 130, 9, store}, block{320, 130, 9, buyer}),
		"underneath":   bill(vendor, block{50, 130, 9, buyer}, block{50, 210, 9, store}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := find(t, result.TypeInvoice, doc)
			sheettest.Holds(t, set, map[string]string{
				"vendorName": "Marlow Pumps Ltd", "customerName": "Tully Brothers Ltd",
				"customerAddress": "27 Orchard Lane, York YO1 7HH",
				"shippingAddress": "9 Canal Road, Hull HU1 2AB",
			})
		})
	}
	set := find(t, result.TypeInvoice, bill(vendor, block{50, 130, 9, buyer}))
	if set.Has("shippingAddress") {
		t.Errorf("nothing is shipped, but to %q", set.Text("shippingAddress"))
	}
}

// Lines of a block that are no part of its address: persons, numbers, labels.
func TestNonAddressLines(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string][]string{
		"a person in charge": {"Bill to:", "Tully Brothers Ltd", "Attn Ms Rose Field", "27 Orchard Lane",
			"York YO1 7HH"},
		"a person by title": {"Bill to:", "Tully Brothers Ltd", "Mrs Rose Field", "27 Orchard Lane", "York YO1 7HH"},
		"a number before the name": {"Bill to:", "Customer No.: 4711", "Tully Brothers Ltd", "27 Orchard Lane",
			"York YO1 7HH"},
		"a telephone behind": {"Bill to:", "Tully Brothers Ltd", "27 Orchard Lane", "York YO1 7HH",
			"Phone: +44 113 496 0000"},
		"an empty line of dashes":   {"Bill to:", "Tully Brothers Ltd", "27 Orchard Lane", "York YO1 7HH", "-----"},
		"the heading in capitals":   {"BILL TO:", "Tully Brothers Ltd", "27 Orchard Lane", "York YO1 7HH"},
		"the country's code before": {"Bill to:", "Tully Brothers Ltd", "27 Orchard Lane", "York YO1 7HH", "United Kingdom"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := bill(block{320, 40, 12, []string{"Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4DY"}}, block{50, 130, 9,
				lines})
			sheettest.Holds(t, find(t, result.TypeInvoice, doc), map[string]string{
				"vendorName": "Marlow Pumps Ltd", "customerName": "Tully Brothers Ltd",
				"customerAddress": "27 Orchard Lane, York YO1 7HH",
			})
		})
	}
}

// A label may name the customer where no block does.
func TestLabeledCustomers(t *testing.T) {
	t.Parallel()
	letterhead := block{50, 40, 12, []string{"Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4DY"}}
	for row, want := range map[string]string{
		"Customer name: Rose Field": "Rose Field",
		"Customer: Rose Field":      "Rose Field",
		"Customer name: 4711":       "",
		"Customer name:":            "",
	} {
		set := find(t, result.TypeInvoice, bill(letterhead, block{50, 150, 9, []string{row}}))
		sheettest.Holds(t, set, map[string]string{"customerName": want, "vendorName": "Marlow Pumps Ltd"})
	}
}

// A page of one party alone has a vendor and no customer.
func TestVendorOnly(t *testing.T) {
	t.Parallel()
	set := find(t, result.TypeInvoice, bill(block{50, 40, 12, []string{"Marlow Pumps Ltd", "4 Quay Street",
		"Leeds LS1 4DY"}}))
	sheettest.Expect(t, "one party", set, "vendorName=Marlow Pumps Ltd", "vendorAddress=4 Quay Street, Leeds LS1 4DY")
	sheettest.Expect(t, "an empty page", find(t, result.TypeInvoice, draw()))
	sheettest.Expect(t, "no name", find(t, result.TypeInvoice, draw(block{50, 40, 10, []string{"12.00", "20457"}})))
}

// Names from the first page apply to later ones: a party that occurs again on the second page is the same.
func TestLaterPages(t *testing.T) {
	t.Parallel()
	first := sheettest.A4()
	first.Column(50, 40, 12, "Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4DY")
	first.Column(50, 130, 9, "Bill to:", "Tully Brothers Ltd", "27 Orchard Lane", "York YO1 7HH")
	first.Column(50, 300, 9, "Invoice No.: A-1713", "Garden chair")
	second := sheettest.A4()
	second.Column(50, 40, 9, "Marlow Pumps Ltd", "Page 2")
	second.Column(50, 80, 9, "Goods were packed at", "Hull Packers Ltd", "9 Canal Road", "Hull HU1 2AB")
	doc := sheettest.Bind(first, second)
	set := find(t, result.TypeInvoice, doc)
	sheettest.Holds(t, set, map[string]string{"vendorName": "Marlow Pumps Ltd", "customerName": "Tully Brothers Ltd"})
	assert.Equal(t, set.Scalars["vendorName"].Page, 1, "page")
}

func TestCountryAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range sheettest.Cases(t, "testdata/countries.txt") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			vendor, buyer := c.Rows[:3], append([]string{c.Options["heading"]}, c.Rows[3:]...)
			title, number := block{50, 300, 14, []string{c.Options["title"]}}, block{50, 330, 9, []string{"A-1713"}}
			over := draw(block{50, 40, 12, vendor}, block{50, 130, 9, buyer}, title, number)
			sheettest.Expect(t, "over", find(t, result.TypeInvoice, over), c.Want...)
			beside := draw(block{50, 80, 9, buyer}, block{350, 40, 11, vendor}, title, number)
			sheettest.Expect(t, "beside", find(t, result.TypeInvoice, beside), c.Want...)
			note := draw(block{50, 40, 12, vendor}, block{50, 130, 9, buyer}, block{50, 300, 14, []string{"Credit note"}})
			sheettest.Expect(t, "credit note", find(t, result.TypeCreditNote, note), c.Want...)
		})
	}
}

// tagged links a document that the program's own tagger has seen.
func tagged(doc *document.Document, kind result.DocumentType) *link.Linker {
	network, err := tagger.Embedded()
	if err != nil {
		panic(err)
	}
	l := sheettest.Read(doc, kind)
	l.Tags = network.Tag(l.Document)
	return l
}

// rest fills a page under its head with what invoices have.
func rest(s *sheettest.Sheet) {
	for i, row := range [][4]string{{"Description", "Quantity", "Unit price", "Amount"}, {"Oak board", "2", "15.00", "30.00"},
		{"Delivery", "1", "9.50", "9.50"}, {"", "", "Subtotal", "39.50"}, {"", "", "VAT 20%", "7.90"},
		{"", "", "Total", "47.40"}} {
		y := 330 + 16*float64(i)
		if row[0] != "" {
			s.Put(50, y, 10, row[0])
			s.End(330, y, 10, row[1])
		}
		s.End(440, y, 10, row[2])
		s.End(545, y, 10, row[3])
	}
}

// Parties in arrangements of all sorts, none of which training has seen.
func TestPartiesInUnusualLayouts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		draw func(*sheettest.Sheet)
		want map[string]string
	}{
		"the customer in one line": {func(s *sheettest.Sheet) {
			s.Put(50, 50, 16, "Marlow Timber Ltd")
			s.Column(50, 70, 10, "6 Quay Street", "Leeds LS1 4AP", "VAT No. GB 123 4567 82")
			s.Put(50, 160, 10, "Bill to: Alder & Sons GmbH, Lindenweg 4, 10117 Berlin")
			s.Column(50, 220, 10, "Invoice number: A-1001", "Invoice date: 3 May 2031")
		}, map[string]string{"vendorName": "Marlow Timber Ltd", "customerName": "Alder & Sons GmbH",
			"vendorAddress": "6 Quay Street, Leeds LS1 4AP", "customerAddress": "Lindenweg 4, 10117 Berlin"}},
		"side by side, headings above": {func(s *sheettest.Sheet) {
			s.Put(50, 50, 20, "INVOICE")
			s.Column(50, 110, 10, "From", "Marlow Timber Ltd", "6 Quay Street", "Leeds LS1 4AP")
			s.Column(300, 110, 10, "To", "Hollis Joinery Ltd", "12 Mill Lane", "York YO1 7HH")
			s.Column(50, 220, 10, "Invoice number: A-1001", "Invoice date: 3 May 2031")
		}, map[string]string{"vendorName": "Marlow Timber Ltd", "customerName": "Hollis Joinery Ltd",
			"vendorAddress": "6 Quay Street, Leeds LS1 4AP", "customerAddress": "12 Mill Lane, York YO1 7HH"}},
		"headings of one short word": {func(s *sheettest.Sheet) {
			s.Put(50, 50, 20, "FATTURA")
			s.Column(50, 110, 10, "A", "Officina Belletti S.r.l.", "Via dei Mille, 12", "40121 Bologna")
			s.Column(50, 190, 10, "Da", "Legnami Marchesi S.n.c.", "Corso Umberto, 6", "16129 Genova")
			s.Column(300, 110, 10, "Numero fattura: A-1001", "Data fattura: 3 maggio 2031")
		}, map[string]string{"vendorName": "Legnami Marchesi S.n.c.", "customerName": "Officina Belletti S.r.l.",
			"vendorAddress": "Corso Umberto, 6, 16129 Genova", "customerAddress": "Via dei Mille, 12, 40121 Bologna"}},
		"columns too narrow for a name and a town": {func(s *sheettest.Sheet) {
			s.Put(50, 50, 16, "Marlow Timber Ltd")
			s.Column(50, 70, 10, "6 Quay Street", "Leeds LS1 4AP", "VAT No. GB 123 4567 82")
			s.Put(50, 150, 10, "Bill to:")
			s.Column(50, 164, 10, "Joinery Hollis and", "Daughters", "12 Mill Lane", "York YO1 7HH")
			s.Put(300, 150, 10, "Ship to:")
			s.Column(300, 164, 10, "Joinery Hollis and", "Daughters", "12 Mill Lane", "York YO1 7HH")
			s.Column(50, 240, 10, "Invoice number: A-1001", "Invoice date: 3 May 2031")
		}, map[string]string{"vendorName": "Marlow Timber Ltd", "customerName": "Joinery Hollis and Daughters",
			"customerAddress": "12 Mill Lane, York YO1 7HH"}},
		"the vendor at the foot": {func(s *sheettest.Sheet) {
			s.Column(50, 110, 10, "Hollis Joinery Ltd", "12 Mill Lane", "York YO1 7HH")
			s.Put(50, 200, 16, "Invoice A-1001")
			s.Put(50, 225, 10, "Invoice date: 3 May 2031")
			s.Put(50, 790, 8, "Marlow Timber Ltd · 6 Quay Street · Leeds LS1 4AP · VAT No. GB 123 4567 82 · accounts@marlowtimber.co.uk")
		}, map[string]string{"vendorName": "Marlow Timber Ltd", "customerName": "Hollis Joinery Ltd",
			"vendorAddress": "6 Quay Street, Leeds LS1 4AP", "customerAddress": "12 Mill Lane, York YO1 7HH"}},
		"a person at the window": {func(s *sheettest.Sheet) {
			s.Put(50, 40, 16, "Holzwerk Lindner GmbH")
			s.Put(50, 120, 7, "Holzwerk Lindner GmbH · Hafenweg 3 · 20457 Hamburg")
			s.Column(50, 135, 10, "Herrn", "Max Muster", "Gartenweg 12", "50667 Köln")
			s.Put(50, 230, 14, "Rechnung Nr. 2031-17")
			s.Put(400, 230, 10, "Datum: 03.05.2031")
		}, map[string]string{"vendorName": "Holzwerk Lindner GmbH", "customerName": "Max Muster",
			"vendorAddress": "Hafenweg 3, 20457 Hamburg", "customerAddress": "Gartenweg 12, 50667 Köln"}},
	} {
		s := sheettest.A4()
		c.draw(s)
		rest(s)
		doc := sheettest.Bind(s)
		set := party.Find(tagged(doc, result.TypeInvoice))
		for field, want := range c.want {
			assert.Equal(t, set.Text(field), want, name, field)
		}
		sheettest.Cites(t, doc, set)
	}
}

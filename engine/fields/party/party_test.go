package party_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
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
	if set.Scalars["vendorName"].Page != 1 {
		t.Errorf("cited from page %d", set.Scalars["vendorName"].Page)
	}
}

package fields_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/tagger"
)

// bill is an invoice with known contents.
type bill struct {
	tongue
	quantities, prices [3]int // cents
}

func newBill(t tongue) bill {
	return bill{tongue: t, quantities: [3]int{25, 4, 1}, prices: [3]int{4875, 32050, 9900}}
}

func (b bill) lineAmount(i int) int { return b.quantities[i] * b.prices[i] }

func (b bill) netCents() int { return b.lineAmount(0) + b.lineAmount(1) + b.lineAmount(2) }

func (b bill) taxCents() int { return (b.netCents()*b.rate + 50) / 100 }

func (b bill) number() string { return "F-2031-0417" }

func (b bill) taxLabel() string {
	return strings.ReplaceAll(strings.ReplaceAll(b.tax, "%d", fmt.Sprint(b.rate)), "%%", "%")
}

// particulars are the labeled numbers and dates.
func (b bill) particulars() [][2]string {
	return [][2]string{
		{b.tongue.number, b.number()}, {b.date, b.day(2031, 3, 24)}, {b.due, b.day(2031, 4, 23)}, {b.order, "4500-8812"},
		{b.customer, "K10077"},
	}
}

// grid writes the items as a table.
func (b bill) grid(s *sheettest.Sheet, y float64) float64 {
	s.Put(50, y, 9, b.description)
	s.End(360, y, 9, b.quantity)
	s.End(450, y, 9, b.price)
	s.End(545, y, 9, b.amount)
	for i, item := range b.items {
		y += 17
		s.Put(50, y, 9, item)
		s.End(360, y, 9, fmt.Sprint(b.quantities[i]))
		s.End(450, y, 9, b.figure(b.prices[i]))
		s.End(545, y, 9, b.figure(b.lineAmount(i)))
	}
	return y + 30
}

func (b bill) totals() [][2]string {
	return [][2]string{
		{b.net, b.money(b.netCents())}, {b.taxLabel(), b.money(b.taxCents())},
		{b.gross, b.money(b.netCents() + b.taxCents())},
	}
}

func (b bill) foot(s *sheettest.Sheet) {
	if b.iban != "" {
		s.Put(50, 780, 8, "IBAN "+b.iban)
	}
	if b.taxID != "" {
		s.Put(300, 780, 8, b.taxIDLabel+" "+b.taxID)
	}
}

// layouts draws the bill in several layouts.
func (b bill) layouts() map[string]*document.Document {
	return map[string]*document.Document{
		"parties": b.parties(), "centered": b.centered(), "window": b.window(), "ledger": b.ledger(),
	}
}

// parties has both parties under headings side by side, numbers in a list under the title.
func (b bill) parties() *document.Document {
	s := sheettest.A4()
	s.Put(50, 40, 20, b.title)
	for i, p := range b.particulars() {
		s.Put(50, 80+13*float64(i), 9, p[0]+": "+p[1])
	}
	s.Put(50, 170, 9, b.from)
	s.Column(50, 184, 9, b.vendor, b.street, b.town)
	s.Put(310, 170, 9, b.to)
	s.Column(310, 184, 9, b.buyer, b.buyerStreet, b.buyerTown)
	y := b.grid(s, 260)
	for _, t := range b.totals() {
		s.Put(360, y, 9, t[0])
		s.End(545, y, 9, t[1])
		y += 16
	}
	b.foot(s)
	return sheettest.Bind(s)
}

// centered has a letterhead in the middle of the page and the sums as "label: value" at the left.
func (b bill) centered() *document.Document {
	s := sheettest.A4()
	s.Middle(297, 36, 15, b.vendor)
	s.Middle(297, 56, 8, b.street)
	s.Middle(297, 67, 8, b.town)
	s.Middle(297, 78, 8, "www.example.org")
	s.Middle(297, 110, 14, b.title)
	s.Put(50, 140, 9, b.to+":")
	s.Column(50, 154, 9, b.buyer, b.buyerStreet, b.buyerTown)
	for i, p := range b.particulars() {
		s.End(430, 140+13*float64(i), 9, p[0])
		s.Put(440, 140+13*float64(i), 9, p[1])
	}
	y := b.grid(s, 240)
	for _, t := range b.totals() {
		s.Put(50, y, 9, t[0]+": "+t[1])
		y += 16
	}
	b.foot(s)
	return sheettest.Bind(s)
}

// window has the buyer in an address window, no headings of the parties, and the vendor again in the footer.
func (b bill) window() *document.Document {
	s := sheettest.A4()
	s.Put(50, 128, 7, b.vendor+" • "+b.street+" • "+b.town)
	s.Column(50, 146, 10, b.buyer, b.buyerStreet, b.buyerTown)
	for i, p := range b.particulars() {
		s.Put(350, 146+13*float64(i), 9, p[0])
		s.Put(460, 146+13*float64(i), 9, p[1])
	}
	s.Put(50, 240, 13, b.title+" "+b.number())
	y := b.grid(s, 280)
	for _, t := range b.totals() {
		s.Put(330, y, 9, t[0])
		s.End(545, y, 9, t[1])
		y += 16
	}
	s.Column(50, 740, 7, b.vendor, b.street, b.town)
	b.foot(s)
	return sheettest.Bind(s)
}

// ledger has the particulars as a table of labels with values below, and the buyer at the right.
func (b bill) ledger() *document.Document {
	s := sheettest.A4()
	s.Column(50, 40, 10, b.vendor, b.street, b.town)
	s.End(545, 40, 18, b.title)
	s.Put(330, 100, 8, b.to)
	s.Column(330, 112, 9, b.buyer, b.buyerStreet, b.buyerTown)
	for i, p := range b.particulars() {
		x := 50 + 100*float64(i)
		s.Put(x, 180, 7, p[0])
		s.Put(x, 191, 9, p[1])
	}
	y := b.grid(s, 230)
	for _, t := range b.totals() {
		s.Put(360, y, 9, t[0])
		s.End(545, y, 9, t[1])
		y += 16
	}
	b.foot(s)
	return sheettest.Bind(s)
}

func (b bill) want() map[string]string {
	w := map[string]string{
		"invoiceNumber": b.number(), "issueDate": isoDay(2031, 3, 24), "dueDate": isoDay(2031, 4, 23),
		"purchaseOrderNumber": "4500-8812",
		"customerId":          "K10077", "currency": b.currency, "subtotal": plain(b.netCents()),
		"taxTotal": plain(b.taxCents()),
		"total":    plain(b.netCents() + b.taxCents()), "vendorName": b.vendor, "vendorAddress": b.street + ", " + b.town,
		"customerName": b.buyer, "customerAddress": b.buyerStreet + ", " + b.buyerTown,
	}
	if b.iban != "" {
		w["iban"] = b.iban
	}
	if b.taxID != "" {
		w["vendorTaxId"] = b.taxID
	}
	return w
}

// extract reads a document without tags.
func extract(doc *document.Document, kind result.DocumentType) *value.Set {
	return read(annotate.New(layout.Analyze(doc)), kind)
}

// extractTagged reads a document with the tags of the embedded network.
func extractTagged(doc *document.Document, kind result.DocumentType) *value.Set {
	network, err := tagger.Embedded()
	if err != nil {
		panic(err)
	}
	annotated := annotate.New(layout.Analyze(doc))
	annotated.Tags = network.Tag(annotated)
	return read(annotated, kind)
}

// read finds the fields with the embedded scorers.
func read(doc *annotate.Document, kind result.DocumentType) *value.Set {
	x, err := fields.Trained()
	if err != nil {
		panic(err)
	}
	return x.Extract(doc, kind, "en")
}

func TestInvoices(t *testing.T) {
	t.Parallel()
	for _, tongue := range allTongues() {
		b := newBill(tongue)
		for name, doc := range b.layouts() {
			t.Run(tongue.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				set := extractTagged(doc, result.TypeInvoice)
				sheettest.Holds(t, set, b.want())
				b.expectItems(t, set)
				sheettest.Cites(t, doc, set)
			})
		}
	}
}

func (b bill) expectItems(t *testing.T, set *value.Set) {
	t.Helper()
	rows := set.Lists["lineItems"]
	if len(rows) != len(b.items) {
		t.Fatalf("%d line items: %v", len(rows), rows)
	}
	for i, row := range rows {
		for name, w := range map[string]string{
			"description": b.items[i], "quantity": fmt.Sprint(b.quantities[i]), "unitPrice": plain(b.prices[i]),
			"amount": plain(b.lineAmount(i)),
		} {
			if row[name].Value != w {
				t.Errorf("item %d: %s = %q, want %q", i, name, row[name].Value, w)
			}
		}
	}
}

package fields_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// anonymous has no letterhead: the vendor is in the footer, the number and date in the title's line.
func (b bill) anonymous() *document.Document {
	s := sheettest.A4()
	s.Put(50, 120, 9, b.to)
	s.Column(50, 134, 10, b.buyer, b.buyerStreet, b.buyerTown)
	s.Put(50, 220, 14, b.tongue.number+" "+b.number())
	s.End(545, 222, 10, b.date+" "+b.day(2031, 3, 24))
	y := b.grid(s, 260)
	for _, t := range b.totals() {
		s.Put(360, y, 9, t[0])
		s.End(545, y, 9, t[1])
		y += 16
	}
	s.Put(50, y+20, 9, b.due+" "+b.day(2031, 4, 23))
	s.Column(50, 760, 7, b.vendor, b.street, b.town)
	if b.iban != "" {
		s.Put(250, 760, 7, "IBAN "+b.iban)
	}
	if b.taxID != "" {
		s.Put(420, 760, 7, b.taxIDLabel+" "+b.taxID)
	}
	return sheettest.Bind(s)
}

// strip has the particulars in one row, dotted lines before the sums, and the currency in a separate column.
func (b bill) strip() *document.Document {
	s := sheettest.A4()
	s.Column(50, 40, 12, b.vendor, b.street, b.town)
	s.Put(50, 110, 16, b.title)
	s.Put(50, 150, 8, b.tongue.number+": "+b.number())
	s.Put(230, 150, 8, b.date+": "+b.day(2031, 3, 24))
	s.Put(400, 150, 8, b.due+": "+b.day(2031, 4, 23))
	s.Put(50, 180, 9, b.to+":")
	s.Column(50, 194, 9, b.buyer, b.buyerStreet, b.buyerTown)
	y := b.grid(s, 260)
	for i, label := range []string{b.net, b.taxLabel(), b.gross} {
		cents := []int{b.netCents(), b.taxCents(), b.netCents() + b.taxCents()}[i]
		s.Put(250, y, 9, label)
		s.Put(400, y, 9, "..........")
		s.Put(470, y, 9, b.currency)
		s.End(545, y, 9, b.figure(cents))
		y += 16
	}
	b.foot(s)
	return sheettest.Bind(s)
}

// spread has two pages: items on both, the sums at the end.
func (b bill) spread() *document.Document {
	s := sheettest.A4()
	s.Column(50, 40, 12, b.vendor, b.street, b.town)
	s.End(545, 40, 16, b.title)
	s.Put(50, 110, 9, b.to+":")
	s.Column(50, 124, 9, b.buyer, b.buyerStreet, b.buyerTown)
	for i, p := range b.particulars() {
		s.Put(330, 110+13*float64(i), 9, p[0])
		s.Put(450, 110+13*float64(i), 9, p[1])
	}
	b.grid(s, 640)
	s.Put(50, 800, 8, "1 / 2")
	second := sheettest.A4()
	second.Column(50, 40, 9, b.vendor)
	y := 80.0
	for _, t := range b.totals() {
		second.Put(360, y, 9, t[0])
		second.End(545, y, 9, t[1])
		y += 16
	}
	b.foot(second)
	second.Put(50, 800, 8, "2 / 2")
	return sheettest.Bind(s, second)
}

func TestSparseInvoices(t *testing.T) {
	t.Parallel()
	for _, tongue := range allTongues() {
		b := newBill(tongue)
		for name, doc := range map[string]*document.Document{"anonymous": b.anonymous(), "strip": b.strip(),
			"spread": b.spread()} {
			t.Run(tongue.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				want := b.want()
				if name != "spread" {
					delete(want, "purchaseOrderNumber")
					delete(want, "customerId")
				}
				set := extractTagged(doc, result.TypeInvoice)
				sheettest.Holds(t, set, want)
				b.expectItems(t, set)
				sheettest.Cites(t, doc, set)
			})
		}
	}
}

// The second line of each name is small print.
func TestInvoiceWithTwoTaxRates(t *testing.T) {
	t.Parallel()
	for _, tongue := range allTongues() {
		b := newBill(tongue)
		t.Run(tongue.name, func(t *testing.T) {
			t.Parallel()
			s := sheettest.A4()
			s.Column(50, 40, 12, b.vendor, b.street, b.town)
			s.Put(50, 120, 9, b.tongue.number+": "+b.number())
			s.Put(50, 134, 9, b.date+": "+b.day(2031, 3, 24))
			s.Put(50, 170, 9, b.description)
			s.End(300, 170, 9, b.quantity)
			s.End(380, 170, 9, b.price)
			s.End(440, 170, 9, strings.TrimSpace(strings.NewReplacer("%d", "", "%", "", "@", "", "(", "", ")",
				"").Replace(b.tax)))
			s.End(545, 170, 9, b.amount)
			for i, rate := range []int{b.rate, 5} {
				y := 190 + 30*float64(i)
				s.Put(50, y, 9, b.items[i])
				s.Put(50, y+12, 7, "XK-200 / 3")
				s.End(300, y, 9, fmt.Sprint(b.quantities[i]))
				s.End(380, y, 9, b.figure(b.prices[i]))
				s.End(440, y, 9, fmt.Sprintf("%d%%", rate))
				s.End(545, y, 9, b.figure(b.lineAmount(i)))
			}
			net := b.lineAmount(0) + b.lineAmount(1)
			first, second := (b.lineAmount(0)*b.rate+50)/100, (b.lineAmount(1)*5+50)/100
			label := func(rate int) string {
				return strings.ReplaceAll(strings.ReplaceAll(b.tax, "%d", fmt.Sprint(rate)), "%%", "%")
			}
			for i, line := range [][2]string{
				{b.net, b.money(net)}, {label(b.rate), b.money(first)}, {label(5), b.money(second)},
				{b.gross, b.money(net + first + second)},
			} {
				s.Put(300, 280+16*float64(i), 9, line[0])
				s.End(545, 280+16*float64(i), 9, line[1])
			}
			doc := sheettest.Bind(s)
			set := extractTagged(doc, result.TypeInvoice)
			sheettest.Holds(t, set, map[string]string{
				"subtotal": plain(net), "taxTotal": plain(first + second), "total": plain(net + first + second),
				"currency": b.currency,
			})
			if taxes := set.Lists["taxes"]; len(taxes) != 2 || taxes[0]["amount"].Value != plain(first) ||
				taxes[1]["rate"].Value != "5" {
				t.Errorf("taxes %v", taxes)
			}
			rows := set.Lists["lineItems"]
			if len(rows) != 2 {
				t.Fatalf("%d line items: %v", len(rows), rows)
			}
			for i, row := range rows {
				if row["description"].Value != b.items[i] || row["quantity"].Value != fmt.Sprint(b.quantities[i]) ||
					row["taxRate"].Value != fmt.Sprint([]int{b.rate, 5}[i]) || row["amount"].Value != plain(b.lineAmount(i)) {
					t.Errorf("item %d: %v", i, row)
				}
			}
			sheettest.Cites(t, doc, set)
		})
	}
}

package extract_test

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
)

//go:embed testdata/languages.json
var languagesJSON []byte

// language holds the words and formats of a country's invoices.
type language struct {
	Name, Title                             string
	Number, Date, Due, Order, Customer      string
	From, To                                string // headings of the parties
	Description, Quantity, Price, Amount    string
	Net, Tax, Gross                         string // Tax has the rate as %d
	Rate                                    int
	Currency, Sign                          string // ISO 4217 code, as printed
	SignFirst                               bool
	Thousands, Point                        string
	Dates                                   string // Y, M, D by their letters; N is the month's name
	Months                                  []string
	Vendor, Street, Town, TaxID, TaxIDLabel string
	Buyer, BuyerStreet, BuyerTown           string
	IBAN                                    string
	Items                                   [3]string
}

func languages() []language {
	var all []language
	if err := json.Unmarshal(languagesJSON, &all); err != nil {
		panic(err)
	}
	return all
}

func (l language) day(y, m, d int) string {
	month := ""
	if len(l.Months) > 0 {
		month = l.Months[m-1]
	}
	return strings.NewReplacer("YYYY", fmt.Sprint(y), "MM", fmt.Sprintf("%02d", m), "M", fmt.Sprint(m),
		"DD", fmt.Sprintf("%02d", d), "D", fmt.Sprint(d), "N", month).Replace(l.Dates)
}

// figure formats cents without a currency.
func (l language) figure(cents int) string {
	whole := fmt.Sprint(cents / 100)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + l.Thousands + whole[i:]
	}
	return fmt.Sprintf("%s%s%02d", whole, l.Point, cents%100)
}

func (l language) money(cents int) string {
	if l.SignFirst {
		return l.Sign + l.figure(cents)
	}
	return l.figure(cents) + " " + l.Sign
}

func (l language) taxLabel(rate int) string {
	return strings.ReplaceAll(strings.ReplaceAll(l.Tax, "%d", fmt.Sprint(rate)), "%%", "%")
}

func plain(cents int) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

// bill is an invoice with known contents.
type bill struct {
	language
	number             string
	quantities, prices [3]int // prices in cents
}

const issueDate, dueDate = "2031-03-24", "2031-04-23"

func newBill(l language) bill {
	return bill{language: l, number: "F-2031-0417", quantities: [3]int{25, 4, 1}, prices: [3]int{4875, 32050, 9900}}
}

func britishBill() bill { return newBill(languages()[0]) }

func (b bill) issued() string { return b.day(2031, 3, 24) }

func (b bill) due() string { return b.day(2031, 4, 23) }

func (b bill) lineAmount(i int) int { return b.quantities[i] * b.prices[i] }

func (b bill) netCents() int { return b.lineAmount(0) + b.lineAmount(1) + b.lineAmount(2) }

func (b bill) taxCents() int { return (b.netCents()*b.Rate + 50) / 100 }

func (b bill) grossCents() int { return b.netCents() + b.taxCents() }

func (b bill) vendor() []string { return []string{b.Vendor, b.Street, b.Town} }

func (b bill) buyer() []string { return []string{b.Buyer, b.BuyerStreet, b.BuyerTown} }

// particulars are the labeled numbers and dates.
func (b bill) particulars() [][]string {
	return [][]string{
		{b.Number, b.number}, {b.Date, b.issued()}, {b.Due, b.due()}, {b.Order, "4500-8812"}, {b.Customer, "K10077"},
	}
}

// table has the headings and the items.
func (b bill) table() [][]string {
	rows := [][]string{{b.Description, b.Quantity, b.Price, b.Amount}}
	for i, item := range b.Items {
		rows = append(rows,
			[]string{item, fmt.Sprint(b.quantities[i]), b.figure(b.prices[i]), b.figure(b.lineAmount(i))})
	}
	return rows
}

func (b bill) totals() [][]string {
	return [][]string{
		{b.Net, b.money(b.netCents())}, {b.taxLabel(b.Rate), b.money(b.taxCents())},
		{b.Gross, b.money(b.grossCents())},
	}
}

// drawTable returns the y of the totals.
func (b bill) drawTable(s *sheettest.Sheet, y float64) float64 {
	for _, row := range b.table() {
		s.Put(50, y, 9, row[0])
		for i, x := range []float64{360, 450, 545} {
			s.End(x, y, 9, row[i+1])
		}
		y += 17
	}
	return y + 13
}

func (b bill) drawTotals(s *sheettest.Sheet, x, y float64) float64 {
	for _, t := range b.totals() {
		s.Put(x, y, 9, t[0])
		s.End(545, y, 9, t[1])
		y += 16
	}
	return y
}

func (b bill) drawParticulars(s *sheettest.Sheet, x, values, y float64) {
	for i, p := range b.particulars() {
		s.Put(x, y+13*float64(i), 9, p[0])
		s.Put(values, y+13*float64(i), 9, p[1])
	}
}

func (b bill) drawAccounts(s *sheettest.Sheet) {
	if b.IBAN != "" {
		s.Put(50, 780, 8, "IBAN "+b.IBAN)
	}
	if b.TaxID != "" {
		s.Put(300, 780, 8, b.TaxIDLabel+" "+b.TaxID)
	}
}

// parties has both parties under headings side by side, numbers in a list under the title.
func (b bill) parties() *document.Document {
	s := sheettest.A4()
	s.Put(50, 40, 20, b.Title)
	for i, p := range b.particulars() {
		s.Put(50, 80+13*float64(i), 9, p[0]+": "+p[1])
	}
	s.Put(50, 170, 9, b.From)
	s.Column(50, 184, 9, b.vendor()...)
	s.Put(310, 170, 9, b.To)
	s.Column(310, 184, 9, b.buyer()...)
	b.drawTotals(s, 360, b.drawTable(s, 260))
	b.drawAccounts(s)
	return sheettest.Bind(s)
}

// centered has a letterhead in the middle of the page and the sums as "label: value" at the left.
func (b bill) centered() *document.Document {
	s := sheettest.A4()
	s.Middle(297, 36, 15, b.Vendor)
	s.Middle(297, 56, 8, b.Street)
	s.Middle(297, 67, 8, b.Town)
	s.Middle(297, 78, 8, "www.example.org")
	s.Middle(297, 110, 14, b.Title)
	s.Put(50, 140, 9, b.To+":")
	s.Column(50, 154, 9, b.buyer()...)
	for i, p := range b.particulars() {
		s.End(430, 140+13*float64(i), 9, p[0])
		s.Put(440, 140+13*float64(i), 9, p[1])
	}
	y := b.drawTable(s, 240)
	for _, t := range b.totals() {
		s.Put(50, y, 9, t[0]+": "+t[1])
		y += 16
	}
	b.drawAccounts(s)
	return sheettest.Bind(s)
}

// window has the buyer in an address window, no headings of the parties, and the vendor again in the footer.
func (b bill) window() *document.Document {
	s := sheettest.A4()
	s.Put(50, 128, 7, strings.Join(b.vendor(), " • "))
	s.Column(50, 146, 10, b.buyer()...)
	b.drawParticulars(s, 350, 460, 146)
	s.Put(50, 240, 13, b.Title+" "+b.number)
	b.drawTotals(s, 330, b.drawTable(s, 280))
	s.Column(50, 740, 7, b.vendor()...)
	b.drawAccounts(s)
	return sheettest.Bind(s)
}

// ledger has the particulars as a table of labels with values below, and the buyer at the right.
func (b bill) ledger() *document.Document {
	s := sheettest.A4()
	s.Column(50, 40, 10, b.vendor()...)
	s.End(545, 40, 18, b.Title)
	s.Put(330, 100, 8, b.To)
	s.Column(330, 112, 9, b.buyer()...)
	for i, p := range b.particulars() {
		s.Put(50+100*float64(i), 180, 7, p[0])
		s.Put(50+100*float64(i), 191, 9, p[1])
	}
	b.drawTotals(s, 360, b.drawTable(s, 230))
	b.drawAccounts(s)
	return sheettest.Bind(s)
}

// anonymous has no letterhead: the vendor is in the footer, the number and date in the title's line.
func (b bill) anonymous() *document.Document {
	s := sheettest.A4()
	s.Put(50, 120, 9, b.To)
	s.Column(50, 134, 10, b.buyer()...)
	s.Put(50, 220, 14, b.Number+" "+b.number)
	s.End(545, 222, 10, b.Date+" "+b.issued())
	y := b.drawTotals(s, 360, b.drawTable(s, 260))
	s.Put(50, y+20, 9, b.Due+" "+b.due())
	s.Column(50, 760, 7, b.vendor()...)
	if b.IBAN != "" {
		s.Put(250, 760, 7, "IBAN "+b.IBAN)
	}
	if b.TaxID != "" {
		s.Put(420, 760, 7, b.TaxIDLabel+" "+b.TaxID)
	}
	return sheettest.Bind(s)
}

// strip has the particulars in one row, dotted lines before the sums, and the currency in a separate column.
func (b bill) strip() *document.Document {
	s := sheettest.A4()
	s.Column(50, 40, 12, b.vendor()...)
	s.Put(50, 110, 16, b.Title)
	for i, p := range b.particulars()[:3] {
		s.Put([]float64{50, 230, 400}[i], 150, 8, p[0]+": "+p[1])
	}
	s.Put(50, 180, 9, b.To+":")
	s.Column(50, 194, 9, b.buyer()...)
	y := b.drawTable(s, 260)
	for i, cents := range []int{b.netCents(), b.taxCents(), b.grossCents()} {
		s.Put(250, y, 9, b.totals()[i][0])
		s.Put(400, y, 9, "..........")
		s.Put(470, y, 9, b.Currency)
		s.End(545, y, 9, b.figure(cents))
		y += 16
	}
	b.drawAccounts(s)
	return sheettest.Bind(s)
}

// spread has two pages: items on both, the sums at the end.
func (b bill) spread() *document.Document {
	s := sheettest.A4()
	s.Column(50, 40, 12, b.vendor()...)
	s.End(545, 40, 16, b.Title)
	s.Put(50, 110, 9, b.To+":")
	s.Column(50, 124, 9, b.buyer()...)
	b.drawParticulars(s, 330, 450, 110)
	b.drawTable(s, 640)
	s.Put(50, 800, 8, "1 / 2")
	second := sheettest.A4()
	second.Put(50, 40, 9, b.Vendor)
	b.drawTotals(second, 360, 80)
	b.drawAccounts(second)
	second.Put(50, 800, 8, "2 / 2")
	return sheettest.Bind(s, second)
}

// letterhead has the vendor at the top, the customer under a heading, and labels with values on the right.
func (b bill) letterhead() *document.Document {
	s := sheettest.A4()
	s.Put(50, 40, 16, b.Vendor)
	s.Column(50, 62, 9, b.Street, b.Town)
	s.End(545, 40, 18, b.Title)
	s.Put(50, 130, 9, b.To)
	s.Column(50, 144, 9, b.buyer()...)
	b.drawParticulars(s, 330, 460, 130)
	b.drawTotals(s, 360, b.drawTable(s, 260))
	b.drawAccounts(s)
	return sheettest.Bind(s)
}

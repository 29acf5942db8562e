// Package negative generates pages of kinds without record fields, such as delivery notes, payslips and menus. They
// must not be classified as invoices or receipts.
package negative

import (
	"fmt"
	"strings"

	"github.com/docmill/docmill/lab/synth/draft"
	"github.com/docmill/docmill/lab/synth/locale"
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/shopspring/decimal"
)

// page is a page of a kind without record fields. Like the other kinds it has dates, numbers, amounts and tables.
type page struct {
	*draft.Draft
	s           *sheet.Sheet
	kind        string
	left, right float64
	y           float64
	size, step  float64
	us          locale.Company
	letter      bool // sent by post
	family      []string
}

type fact struct{ label, value string }

// Compose makes a page that must not be classified as an invoice or a receipt.
func Compose(c *draft.Draft) {
	p := &page{Draft: c, size: 8 + 2.5*c.Float64(), us: c.Place.RandomCompany()}
	p.kind = random.Pick(c.Rand, "delivery", "delivery", "quotation", "quotation", "dunning", "payslip", "contract", "cv",
		"letter", "ticket", "medical", "taxform", "report", "brochure", "insurance", "idcard", "timetable", "menu", "packing",
		"proforma", "pricelist", "bankletter", "meter")
	p.step = p.size * (1.25 + 0.4*c.Float64())
	p.newSheet()
	p.head()
	if p.letter = p.isSentByPost(); p.letter {
		p.recipient()
	}
	p.title()
	p.body()
	p.foot()
	c.Sheets = append(c.Sheets, p.s)
	c.Layout = "other/" + strings.Join(append([]string{p.kind}, p.family...), "-")
}

// isSentByPost reports whether papers of the kind are sent as letters.
func (p *page) isSentByPost() bool {
	switch p.kind {
	case "dunning", "letter", "bankletter", "quotation", "delivery", "proforma", "packing":
		return p.Chance(0.8)
	case "payslip", "meter", "contract", "taxform":
		return p.Chance(0.4)
	}
	return false
}

func (p *page) newSheet() {
	switch p.kind {
	case "insurance", "idcard":
		p.s = &sheet.Sheet{Width: 360, Height: 227}
		p.size = 7.5
		p.step = 10.5
		p.left = 16
	case "ticket", "timetable":
		p.s = random.Pick(p.Rand, sheet.A4(), &sheet.Sheet{Width: 595, Height: 280}, &sheet.Sheet{Width: 842, Height: 595})
	case "menu", "brochure":
		p.s = random.Pick(p.Rand, sheet.A4(), &sheet.Sheet{Width: 420, Height: 595}, &sheet.Sheet{Width: 298, Height: 595})
	default:
		p.s = random.Pick(p.Rand, sheet.A4, sheet.A4, sheet.Letter)()
	}
	if p.left == 0 {
		p.left = 28 + 36*p.Float64()
	}
	p.right = p.s.Width - p.left
	p.y = min(60, p.s.Height*0.1) + p.size
}

func (p *page) head() {
	small := p.s.Height < 250
	if p.Chance(0.15) || p.kind == "cv" {
		return
	}
	size := p.size * (1.1 + p.Float64())
	lines := append(p.us.AddressLines(), p.us.Phone, p.us.Email, p.us.Web)
	lines = lines[:p.IntN(len(lines)+1)]
	if small {
		lines = nil
	}
	name := sheet.Wrap(p.us.Name, size, true, p.right-p.left)
	at := p.IntN(3)
	p.family = append(p.family, [...]string{"left", "middle", "right"}[at])
	for _, text := range name {
		p.at(at, size, true, text)
		p.y += size * 1.2
	}
	for _, text := range lines {
		p.at(at, p.size*0.9, false, text)
		p.y += p.step
	}
	p.y += p.step * 0.6
	if p.Chance(0.3) {
		p.s.AddRule(p.left, p.y-p.step*0.5, p.right, p.y-p.step*0.5)
		p.y += p.step * 0.5
	}
}

func (p *page) at(place int, size float64, bold bool, text string) {
	switch place {
	case 0:
		p.s.Set(p.left, p.y, size, bold, text)
	case 1:
		p.s.SetCentered((p.left+p.right)/2, p.y, size, bold, text)
	default:
		p.s.SetRight(p.right, p.y, size, bold, text)
	}
}

func (p *page) recipient() {
	to := p.Place.PrivateCustomer()
	if p.Chance(0.5) {
		to = p.Place.RandomCompany()
	}
	p.y += p.step
	for _, l := range append([]string{to.Name}, to.AddressLines()...) {
		p.s.Put(p.left, p.y, p.size, l)
		p.y += p.step
	}
	p.y += p.step
	if p.Chance(0.4) {
		p.s.SetRight(p.right, p.y, p.size, false, p.expand("{town}, {date}"))
		p.y += p.step * 1.5
	}
}

func (p *page) title() {
	size := p.size * (1.2 + 0.8*p.Float64())
	at := max(0, p.IntN(4)-2)
	bold := p.Chance(0.7)
	p.y += size * 0.5
	for _, part := range sheet.Wrap(p.expand(p.Place.Label("look-"+p.kind)), size, bold, p.right-p.left) {
		p.at(at, size, bold, part)
		p.y += size * 1.25
	}
	p.y += p.step * 0.5
}

func (p *page) foot() {
	if p.letter && p.s.Height > 500 {
		p.y += p.step
		p.s.Put(p.left, p.y, p.size, p.expand(p.Place.Label("look-regards")))
		p.y += 2.5 * p.step
		p.s.Put(p.left, p.y, p.size, p.Place.PersonName())
		p.y += p.step
	}
	p.s.Height = max(p.s.Height, p.y+2*p.step)
	if p.Chance(0.4) && p.y < p.s.Height-45 && p.s.Height > 250 {
		p.s.SetCentered(p.s.Width/2, p.s.Height-25, p.size*0.85, false, p.expand(p.Place.Label("look-page")))
	}
}

// expand expands a form: the characters of random.Fill and names in braces.
func (p *page) expand(form string) string {
	var out strings.Builder
	rest := random.Fill(p.Rand, form)
	for {
		before, after, ok := strings.Cut(rest, "{")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		key, next, _ := strings.Cut(after, "}")
		out.WriteString(p.valueOf(key))
		rest = next
	}
}

func (p *page) valueOf(key string) string {
	switch key {
	case "date":
		return p.Place.Date(p.Place.RandomDay())
	case "month":
		return p.Place.RandomDay().Format("01/2006")
	case "time":
		return fmt.Sprintf("%02d:%02d", p.IntN(24), p.IntN(12)*5)
	case "person":
		return p.Place.PersonName()
	case "first", "last":
		return p.Place.Label(key)
	case "company":
		return p.Place.RandomCompany().Name
	case "town":
		town, _, _ := strings.Cut(random.Pick(p.Rand, p.Place.Country.Towns...), "/")
		return town
	case "street":
		return p.Place.PrivateCustomer().Street
	case "country":
		return p.Place.Country.Name
	case "phone":
		return p.us.Phone
	case "syllables":
		return p.Place.InventName()
	case "currency":
		return p.Place.Country.Currency
	}
	return p.Place.Money(decimal.New(int64(100+p.IntN(900000)), -2))
}

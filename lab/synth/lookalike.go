package synth

import (
	"fmt"
	"strings"

	"github.com/shopspring/decimal"
)

// paper is a page of a kind without record fields. Like the other kinds it has dates, numbers, amounts and tables.
type paper struct {
	*composer
	s           *Sheet
	docType     string
	left, right float64
	y           float64
	size, step  float64
	us          company
	letter      bool // sent by post
	family      []string
}

// lookAlike makes a page that must not be classified as an invoice or a receipt.
func (c *composer) lookAlike() {
	p := &paper{composer: c, size: 8 + 2.5*c.r.Float64(), us: c.place.company()}
	p.docType = pick(c.r, "delivery", "delivery", "quotation", "quotation", "dunning", "payslip", "contract", "cv",
		"letter",
		"ticket", "medical", "taxform",
		"report", "brochure", "insurance", "idcard", "timetable", "menu", "packing", "proforma", "pricelist",
		"bankletter", "meter")
	p.step = p.size * (1.25 + 0.4*c.r.Float64())
	p.newSheet()
	p.head()
	if p.letter = p.writes(); p.letter {
		p.recipient()
	}
	p.title()
	p.body()
	p.foot()
	c.sheets = append(c.sheets, p.s)
	c.layout = "other/" + strings.Join(append([]string{p.docType}, p.family...), "-")
}

// writes reports whether papers of the kind are sent as letters.
func (p *paper) writes() bool {
	switch p.docType {
	case "dunning", "letter", "bankletter", "quotation", "delivery", "proforma", "packing":
		return p.chance(0.8)
	case "payslip", "meter", "contract", "taxform":
		return p.chance(0.4)
	}
	return false
}

func (p *paper) newSheet() {
	switch p.docType {
	case "insurance", "idcard":
		p.s = &Sheet{Width: 360, Height: 227}
		p.size = 7.5
		p.step = 10.5
		p.left = 16
	case "ticket", "timetable":
		p.s = pick(p.r, a4(), &Sheet{Width: 595, Height: 280}, &Sheet{Width: 842, Height: 595})
	case "menu", "brochure":
		p.s = pick(p.r, a4(), &Sheet{Width: 420, Height: 595}, &Sheet{Width: 298, Height: 595})
	default:
		p.s = pick(p.r, a4, a4, letter)()
	}
	if p.left == 0 {
		p.left = 28 + 36*p.r.Float64()
	}
	p.right = p.s.Width - p.left
	p.y = min(60, p.s.Height*0.1) + p.size
}

func (p *paper) head() {
	small := p.s.Height < 250
	if p.chance(0.15) || p.docType == "cv" {
		return
	}
	size := p.size * (1.1 + p.r.Float64())
	lines := append(p.us.lines(), p.us.phone, p.us.email, p.us.web)
	lines = lines[:p.r.IntN(len(lines)+1)]
	if small {
		lines = nil
	}
	name := wrapped(p.us.name, size, true, p.right-p.left)
	at := p.r.IntN(3)
	p.family = append(p.family, [...]string{"left", "middle", "right"}[at])
	for _, text := range name {
		p.textAt(at, size, true, text)
		p.y += size * 1.2
	}
	for _, text := range lines {
		p.textAt(at, p.size*0.9, false, text)
		p.y += p.step
	}
	p.y += p.step * 0.6
	if p.chance(0.3) {
		p.s.rule(p.left, p.y-p.step*0.5, p.right, p.y-p.step*0.5)
		p.y += p.step * 0.5
	}
}

func (p *paper) textAt(place int, size float64, bold bool, text string) {
	switch place {
	case 0:
		p.s.set(p.left, p.y, size, bold, text)
	case 1:
		p.s.middle((p.left+p.right)/2, p.y, size, bold, text)
	default:
		p.s.end(p.right, p.y, size, bold, text)
	}
}

func (p *paper) recipient() {
	to := p.place.private()
	if p.chance(0.5) {
		to = p.place.company()
	}
	p.y += p.step
	for _, l := range append([]string{to.name}, to.lines()...) {
		p.s.put(p.left, p.y, p.size, l)
		p.y += p.step
	}
	p.y += p.step
	if p.chance(0.4) {
		p.s.end(p.right, p.y, p.size, false, p.expand("{town}, {date}"))
		p.y += p.step * 1.5
	}
}

func (p *paper) title() {
	size := p.size * (1.2 + 0.8*p.r.Float64())
	at := max(0, p.r.IntN(4)-2)
	bold := p.chance(0.7)
	p.y += size * 0.5
	for _, part := range wrapped(p.expand(p.place.label("look-"+p.docType)), size, bold, p.right-p.left) {
		p.textAt(at, size, bold, part)
		p.y += size * 1.25
	}
	p.y += p.step * 0.5
}

func (p *paper) foot() {
	if p.letter && p.s.Height > 500 {
		p.y += p.step
		p.s.put(p.left, p.y, p.size, p.expand(p.place.label("look-regards")))
		p.y += 2.5 * p.step
		p.s.put(p.left, p.y, p.size, p.place.person())
		p.y += p.step
	}
	p.s.Height = max(p.s.Height, p.y+2*p.step)
	if p.chance(0.4) && p.y < p.s.Height-45 && p.s.Height > 250 {
		p.s.middle(p.s.Width/2, p.s.Height-25, p.size*0.85, false, p.expand(p.place.label("look-page")))
	}
}

// expand expands a form: the characters of fill and names in braces.
func (p *paper) expand(form string) string {
	var out strings.Builder
	rest := p.place.pattern(form)
	for {
		before, after, ok := strings.Cut(rest, "{")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		key, next, _ := strings.Cut(after, "}")
		out.WriteString(p.fillValue(key))
		rest = next
	}
}

// made returns the value for a name in braces.
func (p *paper) fillValue(key string) string {
	switch key {
	case "date":
		return p.place.date(p.place.day())
	case "month":
		return p.place.day().Format("01/2006")
	case "time":
		return fmt.Sprintf("%02d:%02d", p.r.IntN(24), p.r.IntN(12)*5)
	case "person":
		return p.place.person()
	case "first", "last":
		return p.place.label(key)
	case "company":
		return p.place.company().name
	case "town":
		town, _, _ := strings.Cut(pick(p.r, p.place.land.towns...), "/")
		return town
	case "street":
		return p.place.private().street
	case "country":
		return p.place.land.name
	case "phone":
		return p.us.phone
	case "syllables":
		return p.place.syllables()
	case "currency":
		return p.place.currency
	}
	return p.place.money(decimal.New(int64(100+p.r.IntN(900000)), -2))
}

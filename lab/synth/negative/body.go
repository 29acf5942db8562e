package negative

import (
	"strconv"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/shopspring/decimal"
)

func (p *page) body() {
	parts := []func(){p.facts, p.table, p.text}
	if p.Chance(0.35) {
		p.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	}
	if p.letter && p.Chance(0.7) {
		p.paragraph(p.expand(p.Place.Label("look-dear")))
	}
	for _, part := range parts {
		part()
	}
}

func (p *page) words(part string) []string { return p.Place.Words["look-"+p.kind+"-"+part] }

func (p *page) facts() {
	all := p.words("facts")
	if len(all) == 0 {
		return
	}
	n := 2 + p.IntN(len(all))
	if p.kind == "taxform" || p.kind == "ticket" || p.kind == "idcard" || p.kind == "insurance" {
		n = len(all)
	}
	var facts []fact
	for _, k := range p.Perm(len(all))[:min(n, len(all))] {
		label, form, _ := strings.Cut(all[k], "=")
		facts = append(facts, fact{label, p.expand(form)})
	}
	switch p.IntN(4) {
	case 0:
		p.family = append(p.family, "boxes")
		p.cells(facts, true)
	case 1:
		p.family = append(p.family, "cells")
		p.cells(facts, false)
	default:
		p.family = append(p.family, "list")
		p.list(facts)
	}
	p.y += p.step
}

func (p *page) cells(facts []fact, ruled bool) {
	columns := 2 + p.IntN(2)
	if p.s.Width < 400 {
		columns = 2
	}
	w := (p.right - p.left) / float64(columns)
	height := 2.4 * p.step
	for i, d := range facts {
		x, y := p.left+float64(i%columns)*w, p.y+float64(i/columns)*height
		small := p.size * 0.8
		p.s.Put(x+3, y, small, sheet.Truncate(d.label, small, w-6))
		p.s.Put(x+3, y+p.step, p.size, sheet.Truncate(d.value, p.size, w-6))
		if ruled {
			p.s.AddBox(x, y-p.step*0.95, x+w, y-p.step*0.95+height)
		}
	}
	p.y += float64((len(facts)+columns-1)/columns) * height
}

func (p *page) list(facts []fact) {
	longest, widest := 0.0, 0.0
	colon := random.Pick(p.Rand, ":", ":", "", " :")
	for _, d := range facts {
		longest, widest = max(longest, sheet.TextWidth(d.label+colon, p.size, false)), max(widest, sheet.TextWidth(d.value,
			p.size, false))
	}
	x := p.left
	if room := p.right - longest - widest - 2*p.size; room > p.left && p.Chance(0.3) {
		x = room
	}
	aligned := p.Chance(0.6) && longest+widest+p.size < p.right-p.left
	for _, d := range facts {
		end := p.s.Put(x, p.y, p.size, d.label+colon) + 0.5*p.size
		if aligned {
			end = x + longest + p.size
		}
		p.s.Put(end, p.y, p.size, sheet.Truncate(d.value, p.size, p.right-end))
		p.y += p.step
	}
}

func (p *page) text() {
	all := p.words("text")
	n := 1 + p.IntN(len(all)+1)
	if p.kind == "contract" || p.kind == "letter" || p.kind == "cv" {
		n = len(all)
	}
	together := p.Chance(0.4) && p.kind != "contract" && p.kind != "cv"
	var said []string
	for _, k := range p.Perm(len(all))[:min(n, len(all))] {
		said = append(said, p.expand(all[k]))
	}
	if together {
		said = []string{strings.Join(said, " ")}
	}
	for _, s := range said {
		p.paragraph(s)
	}
}

func (p *page) paragraph(text string) {
	for _, part := range sheet.Wrap(text, p.size, false, p.right-p.left) {
		p.s.Put(p.left, p.y, p.size, part)
		p.y += p.step
	}
	p.y += p.step * 0.4
}

type column struct {
	head, cell string
	from, to   float64
}

func (p *page) table() {
	forms := p.words("table")
	if len(forms) == 0 || p.s.Height < 250 {
		return
	}
	columns := p.columns(forms[p.IntN(len(forms))])
	if p.s.Width < 500 && len(columns) > 5 {
		columns = columns[:5]
	}
	p.spread(columns)
	for _, c := range columns {
		p.cell(c, c.head, true)
	}
	ruled := p.Chance(0.6)
	if ruled {
		p.s.AddRule(p.left, p.y+0.35*p.step, p.right, p.y+0.35*p.step)
	}
	p.y += 1.3 * p.step
	total := decimal.Zero
	for i := range 3 + p.IntN(12) {
		row := tableRow{count: int64(1 + p.IntN(random.Pick(p.Rand, 5, 40))),
			rate: decimal.New(int64(100+p.IntN(random.Pick(p.Rand, 4000, 60000))), -2)}
		total = total.Add(row.amount())
		for _, c := range columns {
			p.cell(c, p.value(c.cell, i, row), false)
		}
		p.y += p.step
	}
	if ruled {
		p.s.AddRule(p.left, p.y-0.65*p.step, p.right, p.y-0.65*p.step)
	}
	p.y += 0.7 * p.step
	if last := columns[len(columns)-1]; last.cell == "product" && p.kind != "payslip" {
		p.total(last, total)
	}
}

// tableRow is a row's count and price, which determine its amount.
type tableRow struct {
	count int64
	rate  decimal.Decimal
}

func (r tableRow) amount() decimal.Decimal { return r.rate.Mul(decimal.New(r.count, 0)) }

func (p *page) total(c column, net decimal.Decimal) {
	rate := p.Place.TaxRates[0]
	tax := net.Mul(rate).Shift(-2).Round(2)
	rows := []fact{{p.Place.Label("look-gross"), p.Place.Money(net)}}
	if p.Chance(0.5) {
		rows = []fact{
			{p.Place.Label("look-net"), p.Place.Amount(net)}, {p.Place.TaxName + " " + p.Place.Percent(rate),
				p.Place.Amount(tax)},
			{p.Place.Label("look-gross"), p.Place.Money(net.Add(tax))},
		}
	}
	for _, d := range rows {
		p.s.SetRight(c.to-2-12*p.size, p.y, p.size, false, d.label)
		p.s.SetRight(c.to-2, p.y, p.size, false, d.value)
		p.y += p.step
	}
	p.y += 0.5 * p.step
}

func (p *page) columns(form string) []column {
	var out []column
	for part := range strings.SplitSeq(form, ";") {
		head, cell, _ := strings.Cut(part, "=")
		out = append(out, column{head: head, cell: cell})
	}
	return out
}

// spread divides the page's width: text columns get three times the width of numbers.
func (p *page) spread(columns []column) {
	sum := 0.0
	for _, c := range columns {
		sum += c.share()
	}
	x := p.left
	for i := range columns {
		columns[i].from = x
		x += (p.right - p.left) * columns[i].share() / sum
		columns[i].to = x
	}
}

func (c column) share() float64 {
	switch c.cell {
	case "goods", "dish", "pay", "lab":
		return 3
	case "n":
		return 0.6
	case "town":
		return 1.6
	}
	return 1.1
}

func (c column) isText() bool {
	switch c.cell {
	case "int", "money", "price", "num", "pct", "rate", "product":
		return false
	}
	return true
}

func (p *page) cell(c column, text string, bold bool) {
	size := p.size
	text = sheet.Truncate(text, size*1.12, c.to-c.from-5)
	if c.isText() {
		p.s.Set(c.from, p.y, size, bold, text)
	} else {
		p.s.SetRight(c.to-2, p.y, size, bold, text)
	}
}

func (p *page) value(cell string, i int, row tableRow) string {
	switch cell {
	case "n":
		return strconv.Itoa(i + 1)
	case "goods":
		return p.Place.RandomProduct().Name
	case "dish":
		name, _, _ := strings.Cut(p.Place.Label("till-menu"), "@")
		return name
	case "pay", "lab":
		return random.Pick(p.Rand, p.words(cell)...)
	case "int":
		return strconv.FormatInt(row.count, 10)
	case "rate":
		return p.Place.Amount(row.rate)
	case "product":
		return p.Place.Amount(row.amount())
	case "money", "price":
		return p.Place.Amount(decimal.New(int64(100+p.IntN(random.Pick(p.Rand, 4000, 90000))), -2))
	case "num":
		return p.Place.Number(decimal.New(int64(p.IntN(random.Pick(p.Rand, 900, 90000))), -1), 1)
	case "pct":
		return p.Place.Percent(decimal.New(int64(p.IntN(300)-100), -1))
	}
	return p.otherValue(cell)
}

func (p *page) otherValue(cell string) string {
	switch cell {
	case "code":
		return random.Fill(p.Rand, "*##-####")
	case "year":
		return random.Fill(p.Rand, "20##")
	case "unit":
		return p.Place.RandomProduct().Unit
	case "labunit":
		return random.Pick(p.Rand, "mg/dl", "g/l", "mmol/l", "%")
	case "range":
		return random.Fill(p.Rand, "*.# - *#.#")
	case "syl":
		return p.Place.InventName()
	}
	return p.expand("{" + cell + "}") // date, time, town, month
}

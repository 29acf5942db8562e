package synth

import (
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// body prints facts, table and text, usually in this order.
func (p *paper) body() {
	parts := []func(){p.facts, p.table, p.text}
	if p.chance(0.35) {
		p.r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	}
	if p.letter && p.chance(0.7) {
		p.paragraph(p.expand(p.place.label("look-dear")))
	}
	for _, part := range parts {
		part()
	}
}

func (p *paper) words(part string) []string { return p.place.words["look-"+p.docType+"-"+part] }

// facts prints labels with values: in a list, in boxes or side by side.
func (p *paper) facts() {
	all := p.words("facts")
	if len(all) == 0 {
		return
	}
	n := 2 + p.r.IntN(len(all))
	if p.docType == "taxform" || p.docType == "ticket" || p.docType == "idcard" || p.docType == "insurance" {
		n = len(all)
	}
	var facts []detail
	for _, k := range p.r.Perm(len(all))[:min(n, len(all))] {
		label, form, _ := strings.Cut(all[k], "=")
		facts = append(facts, detail{label, p.expand(form)})
	}
	switch p.r.IntN(4) {
	case 0:
		p.family = append(p.family, "boxes")
		p.boxes(facts)
	case 1:
		p.family = append(p.family, "cells")
		p.cells(facts, false)
	default:
		p.family = append(p.family, "list")
		p.list(facts)
	}
	p.y += p.step
}

func (p *paper) boxes(facts []detail) { p.cells(facts, true) }

func (p *paper) cells(facts []detail, ruled bool) {
	columns := 2 + p.r.IntN(2)
	if p.s.Width < 400 {
		columns = 2
	}
	w := (p.right - p.left) / float64(columns)
	height := 2.4 * p.step
	for i, d := range facts {
		x, y := p.left+float64(i%columns)*w, p.y+float64(i/columns)*height
		small := p.size * 0.8
		p.s.put(x+3, y, small, cut(d.label, small, w-6))
		p.s.put(x+3, y+p.step, p.size, cut(d.value, p.size, w-6))
		if ruled {
			p.box(x, y-p.step*0.95, x+w, y-p.step*0.95+height)
		}
	}
	p.y += float64((len(facts)+columns-1)/columns) * height
}

func (p *paper) box(x0, y0, x1, y1 float64) {
	p.s.rule(x0, y0, x1, y0)
	p.s.rule(x0, y1, x1, y1)
	p.s.rule(x0, y0, x0, y1)
	p.s.rule(x1, y0, x1, y1)
}

// list prints one fact per line, with values aligned or directly after their labels.
func (p *paper) list(facts []detail) {
	longest, widest := 0.0, 0.0
	colon := pick(p.r, ":", ":", "", " :")
	for _, d := range facts {
		longest, widest = max(longest, width(d.label+colon, p.size, false)), max(widest, width(d.value, p.size, false))
	}
	x := p.left
	if room := p.right - longest - widest - 2*p.size; room > p.left && p.chance(0.3) {
		x = room
	}
	aligned := p.chance(0.6) && longest+widest+p.size < p.right-p.left
	for _, d := range facts {
		end := p.s.put(x, p.y, p.size, d.label+colon) + 0.5*p.size
		if aligned {
			end = x + longest + p.size
		}
		p.s.put(end, p.y, p.size, cut(d.value, p.size, p.right-end))
		p.y += p.step
	}
}

// text prints some sentences, as paragraphs or on one line.
func (p *paper) text() {
	all := p.words("text")
	n := 1 + p.r.IntN(len(all)+1)
	if p.docType == "contract" || p.docType == "letter" || p.docType == "cv" {
		n = len(all)
	}
	together := p.chance(0.4) && p.docType != "contract" && p.docType != "cv"
	var said []string
	for _, k := range p.r.Perm(len(all))[:min(n, len(all))] {
		said = append(said, p.expand(all[k]))
	}
	if together {
		said = []string{strings.Join(said, " ")}
	}
	for _, s := range said {
		p.paragraph(s)
	}
}

func (p *paper) paragraph(text string) {
	for _, part := range wrapped(text, p.size, false, p.right-p.left) {
		p.s.put(p.left, p.y, p.size, part)
		p.y += p.step
	}
	p.y += p.step * 0.4
}

// stripe is a column of a table: its heading and the kind of its cells.
type stripe struct {
	head, cell string
	from, to   float64
}

func (p *paper) table() {
	forms := p.words("table")
	if len(forms) == 0 || p.s.Height < 250 {
		return
	}
	columns := p.columns(forms[p.r.IntN(len(forms))])
	if p.s.Width < 500 && len(columns) > 5 {
		columns = columns[:5]
	}
	p.spread(columns)
	for _, c := range columns {
		p.cell(c, c.head, true)
	}
	ruled := p.chance(0.6)
	if ruled {
		p.s.rule(p.left, p.y+0.35*p.step, p.right, p.y+0.35*p.step)
	}
	p.y += 1.3 * p.step
	total := decimal.Zero
	for i := range 3 + p.r.IntN(12) {
		row := product{count: int64(1 + p.r.IntN(pick(p.r, 5, 40))),
			rate: decimal.New(int64(100+p.r.IntN(pick(p.r, 4000, 60000))), -2)}
		total = total.Add(row.value())
		for _, c := range columns {
			p.cell(c, p.value(c.cell, i, row), false)
		}
		p.y += p.step
	}
	if ruled {
		p.s.rule(p.left, p.y-0.65*p.step, p.right, p.y-0.65*p.step)
	}
	p.y += 0.7 * p.step
	if last := columns[len(columns)-1]; last.cell == "product" && p.docType != "payslip" {
		p.total(last, total)
	}
}

// product is a row's count and price, which determine its amount.
type product struct {
	count int64
	rate  decimal.Decimal
}

func (r product) value() decimal.Decimal { return r.rate.Mul(decimal.New(r.count, 0)) }

// total prints the total of an offer, with or without tax.
func (p *paper) total(c stripe, net decimal.Decimal) {
	rate := p.place.taxRates[0]
	tax := net.Mul(rate).Shift(-2).Round(2)
	rows := []detail{{p.place.label("look-gross"), p.place.money(net)}}
	if p.chance(0.5) {
		rows = []detail{
			{p.place.label("look-net"), p.place.amount(net)}, {p.place.taxName + " " + p.place.rate(rate), p.place.amount(tax)},
			{p.place.label("look-gross"), p.place.money(net.Add(tax))},
		}
	}
	for _, d := range rows {
		p.s.end(c.to-2-12*p.size, p.y, p.size, false, d.label)
		p.s.end(c.to-2, p.y, p.size, false, d.value)
		p.y += p.step
	}
	p.y += 0.5 * p.step
}

func (p *paper) columns(form string) []stripe {
	var out []stripe
	for part := range strings.SplitSeq(form, ";") {
		head, cell, _ := strings.Cut(part, "=")
		out = append(out, stripe{head: head, cell: cell})
	}
	return out
}

// spread divides the page's width: text columns get three times the width of numbers.
func (p *paper) spread(columns []stripe) {
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

func (c stripe) share() float64 {
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

func (c stripe) textual() bool {
	switch c.cell {
	case "int", "money", "price", "num", "pct", "rate", "product":
		return false
	}
	return true
}

func (p *paper) cell(c stripe, text string, bold bool) {
	size := p.size
	text = cut(text, size*1.12, c.to-c.from-5)
	if c.textual() {
		p.s.set(c.from, p.y, size, bold, text)
	} else {
		p.s.end(c.to-2, p.y, size, bold, text)
	}
}

func (p *paper) value(cell string, i int, row product) string {
	switch cell {
	case "n":
		return strconv.Itoa(i + 1)
	case "goods":
		return p.place.good().name
	case "dish":
		name, _, _ := strings.Cut(p.place.label("till-menu"), "@")
		return name
	case "pay", "lab":
		return pick(p.r, p.words(cell)...)
	case "int":
		return strconv.FormatInt(row.count, 10)
	case "rate":
		return p.place.amount(row.rate)
	case "product":
		return p.place.amount(row.value())
	case "money", "price":
		return p.place.amount(decimal.New(int64(100+p.r.IntN(pick(p.r, 4000, 90000))), -2))
	case "num":
		return p.place.number(decimal.New(int64(p.r.IntN(pick(p.r, 900, 90000))), -1), 1)
	case "pct":
		return p.place.rate(decimal.New(int64(p.r.IntN(300)-100), -1))
	}
	return p.otherValue(cell)
}

func (p *paper) otherValue(cell string) string {
	switch cell {
	case "code":
		return p.place.pattern("*##-####")
	case "year":
		return p.place.pattern("20##")
	case "unit":
		return p.place.good().unit
	case "labunit":
		return pick(p.r, "mg/dl", "g/l", "mmol/l", "%")
	case "range":
		return p.place.pattern("*.# - *#.#")
	case "syl":
		return p.place.syllables()
	}
	return p.expand("{" + cell + "}") // date, time, town, month
}

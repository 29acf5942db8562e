package synth

import (
	"strconv"
	"strings"
)

// footPiece sets the foot of the pages: the issuer in columns, in a line, or in the middle.
func (d *randomDoc) footPiece(plan issuerPlan) {
	small := *d
	if !d.flat || d.chance(0.5) {
		small.size = pick(d.r, 6, 6.5, 7, 7.5)
	}
	small.lead = pick(d.r, 1.15, 1.2, 1.3)
	us := *d.us
	us.heading, us.extra, us.before = "", nil, ""
	rows := small.partyRows(&us, plan.foot)
	var bank [][]run
	if plan.bankInFoot {
		bank = small.bankRows(plan.holder)
	}
	if len(rows)+len(bank) == 0 {
		return
	}
	var n node
	switch k := d.r.IntN(10); {
	case k < 4:
		n = small.footColumns(rows, bank)
	case k < 7: // one line or two
		sep := pick(d.r, " |", " ·", " •", ",", " -", "  ")
		var line []run
		for _, row := range append(rows, bank...) {
			row[len(row)-1].text += sep
			line = append(line, row...)
		}
		line[len(line)-1].text = strings.TrimSuffix(line[len(line)-1].text, sep)
		n = textBlock{ink: small.ink, rows: [][]run{line}, align: pick(d.r, alignLeft, alignMiddle, alignMiddle)}
	default:
		n = textBlock{ink: small.ink, rows: append(rows, bank...), align: pick(d.r, alignLeft, alignMiddle, alignRight)}
	}
	d.foot = n.set(d.room())
	if d.chance(0.5) {
		d.foot.rules = append(d.foot.rules, Rule{0, -3, d.room(), -3})
	}
	d.footLast = d.chance(0.2)
}

func (d *randomDoc) footColumns(rows, bank [][]run) node {
	c := columns{gap: 12}
	parts := [][][]run{rows}
	if cut := len(rows) / 2; cut > 1 {
		parts = [][][]run{rows[:cut], rows[cut:]}
	}
	if len(bank) > 0 {
		parts = append(parts, bank)
	}
	sum := 0.0
	var needs []float64
	for _, p := range parts {
		n := textBlock{ink: d.ink, rows: p}
		c.nodes, needs, c.drops = append(c.nodes, n), append(needs, n.least()), append(c.drops, 0)
		sum += n.least()
	}
	for _, need := range needs {
		c.shares = append(c.shares, need/sum)
	}
	return c
}

// pageHead repeats issuer and title at the top of a further page.
func (d *randomDoc) pageHead() {
	if !d.chance(0.5) {
		return
	}
	row := []run{{text: d.issuer.name, field: d.us.role + "Name"}}
	d.tell(d.us, "Name", d.issuer.name)
	if d.chance(0.5) {
		row = append(row, run{text: d.title()}, run{text: d.number, field: d.facts0()})
	}
	p := textBlock{ink: d.ink, rows: [][]run{row}, align: pick(d.r, alignLeft, alignRight)}.set(d.room())
	d.print(p, d.paper.left, d.paper.y)
	d.paper.y += p.h + 10
}

func (d *randomDoc) facts0() string {
	if d.order() {
		return "purchaseOrderNumber"
	}
	return "invoiceNumber"
}

// finishPages sets foot and page marks on all pages, and a stamp if there is room.
func (d *randomDoc) finishPages() {
	form := ""
	if len(d.pages) > 1 && d.chance(0.85) || d.chance(0.15) {
		form = d.place.label("page")
	}
	align := pick(d.r, alignLeft, alignMiddle, alignRight, alignRight)
	for i, s := range d.pages {
		d.sheet = s
		if d.foot.h > 0 && (!d.footLast || i == len(d.pages)-1) {
			d.print(d.foot, d.paper.left, d.paper.height-d.paper.bottom-d.foot.h)
		}
		if form != "" {
			text := strings.NewReplacer("{n}", strconv.Itoa(i+1), "{m}", strconv.Itoa(len(d.pages))).Replace(form)
			small := ink{size: 7, wide: d.wide, lead: 1.1}
			p := textBlock{ink: small, rows: [][]run{{{text: text}}}, align: align}.set(d.room())
			d.print(p, d.paper.left, d.paper.height-d.paper.bottom+4)
		}
	}
	if len(d.place.words["copy"]) > 0 && d.chance(0.12) {
		d.stamp(d.place.label("copy"))
	}
}

func (d *randomDoc) stamp(text string) {
	s := d.pages[0]
	m := Mark{Size: pick(d.r, 14.0, 18, 24, 30), Bold: true, Text: text, Wide: d.wide}
	for range 20 {
		m.X = d.paper.left + d.r.Float64()*max(0, d.room()-m.width())
		m.Y = d.paper.top + d.r.Float64()*(d.end()-d.paper.top)
		if m.X+m.width() < s.Width-10 && m.Y > m.Size+4 && s.isFree(m) {
			s.Marks = append(s.Marks, m)
			return
		}
	}
}

func (s *Sheet) isFree(m Mark) bool {
	for _, o := range s.Marks {
		if o.X < m.X+m.width()+4 && m.X < o.X+o.width()+4 && o.Y-o.Size < m.Y+0.3*m.Size && m.Y-m.Size < o.Y+0.3*o.Size {
			return false
		}
	}
	return true
}

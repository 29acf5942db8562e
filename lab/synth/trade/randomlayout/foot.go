package randomlayout

import (
	"strconv"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/trade"
)

func (d *layout) footPiece(plan issuerPlan) {
	small := *d
	if !d.flat || d.Chance(0.5) {
		small.size = random.Pick(d.Rand, 6, 6.5, 7, 7.5)
	}
	small.lead = random.Pick(d.Rand, 1.15, 1.2, 1.3)
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
	switch k := d.IntN(10); {
	case k < 4:
		n = small.footColumns(rows, bank)
	case k < 7: // one line or two
		sep := random.Pick(d.Rand, " |", " ·", " •", ",", " -", "  ")
		var line []run
		for _, row := range append(rows, bank...) {
			row[len(row)-1].text += sep
			line = append(line, row...)
		}
		line[len(line)-1].text = strings.TrimSuffix(line[len(line)-1].text, sep)
		n = textBlock{font: small.font, rows: [][]run{line}, align: random.Pick(d.Rand, trade.AlignLeft, trade.AlignMiddle,
			trade.AlignMiddle)}
	default:
		n = textBlock{font: small.font, rows: append(rows, bank...), align: random.Pick(d.Rand, trade.AlignLeft,
			trade.AlignMiddle, trade.AlignRight)}
	}
	d.foot = n.set(d.room())
	if d.Chance(0.5) {
		d.foot.rule(0, -3, d.room(), -3)
	}
	d.footLast = d.Chance(0.2)
}

func (d *layout) footColumns(rows, bank [][]run) node {
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
		n := textBlock{font: d.font, rows: p}
		c.nodes, needs, c.drops = append(c.nodes, n), append(needs, n.minWidth()), append(c.drops, 0)
		sum += n.minWidth()
	}
	for _, need := range needs {
		c.shares = append(c.shares, need/sum)
	}
	return c
}

// finishPages sets foot and page marks on all pages, and a stamp if there is room.
func (d *layout) finishPages() {
	form := ""
	if len(d.Sheets) > 1 && d.Chance(0.85) || d.Chance(0.15) {
		form = d.Place.Label("page")
	}
	align := random.Pick(d.Rand, trade.AlignLeft, trade.AlignMiddle, trade.AlignRight, trade.AlignRight)
	for i, s := range d.Sheets {
		d.sheet = s
		if d.foot.h > 0 && (!d.footLast || i == len(d.Sheets)-1) {
			d.print(d.foot, d.paper.left, d.paper.height-d.paper.bottom-d.foot.h)
		}
		if form != "" {
			text := strings.NewReplacer("{n}", strconv.Itoa(i+1), "{m}", strconv.Itoa(len(d.Sheets))).Replace(form)
			small := font{size: 7, wide: d.wide, lead: 1.1}
			p := textBlock{font: small, rows: [][]run{{{text: text}}}, align: align}.set(d.room())
			d.print(p, d.paper.left, d.paper.height-d.paper.bottom+4)
		}
	}
	if len(d.Place.Words["copy"]) > 0 && d.Chance(0.12) {
		d.stamp(d.Place.Label("copy"))
	}
}

func (d *layout) stamp(text string) {
	s := d.Sheets[0]
	m := sheet.Mark{Size: random.Pick(d.Rand, 14.0, 18, 24, 30), Bold: true, Text: text, Wide: d.wide}
	for range 20 {
		m.X = d.paper.left + d.Float64()*max(0, d.room()-m.Width())
		m.Y = d.paper.top + d.Float64()*(d.end()-d.paper.top)
		if m.X+m.Width() < s.Width-10 && m.Y > m.Size+4 && s.IsFree(m) {
			s.Marks = append(s.Marks, m)
			return
		}
	}
}

package randomlayout

import (
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/trade"
)

func (d *layout) newPage() {
	d.Sheets = append(d.Sheets, &sheet.Sheet{Width: d.paper.width, Height: d.paper.height})
	d.paper.y = d.paper.top
	d.sheet = d.Sheets[len(d.Sheets)-1]
	if n := len(d.Sheets); n > 1 {
		d.pageHead()
	}
}

// end returns the lowest position of pieces, above the foot.
func (d *layout) end() float64 {
	end := d.paper.height - d.paper.bottom - 12
	if d.foot.h > 0 {
		end -= d.foot.h + 10
	}
	return end
}

// put sets a node across the page below the content, or on a new page if it does not fit.
func (d *layout) put(n node, gap float64) { d.putPiece(n.set(d.room()), gap) }

func (d *layout) putPiece(p piece, gap float64) {
	if d.paper.y+p.h > d.end() && d.paper.y > d.paper.top+40 {
		d.newPage()
	}
	if room := d.end() - d.paper.y; p.h > room {
		p = p.scaled(room / p.h)
	}
	d.print(p, d.paper.left, d.paper.y)
	d.paper.y += p.h + gap
}

func (d *layout) print(p piece, x, y float64) {
	var at piece
	at.add(p, x, y)
	d.sheet.Marks = append(d.sheet.Marks, at.marks...)
	d.sheet.Rules = append(d.sheet.Rules, at.rules...)
}

// sentence returns an expanded sentence of the vocabulary, or "" if the language has none.
func (d *layout) sentence(key string) string {
	if len(d.Place.Words[key]) == 0 {
		return ""
	}
	text := strings.NewReplacer("{tax}", d.Place.TaxName, "{cur}", d.Place.Symbol).Replace(d.Place.Label(key))
	return d.Fill(text)
}

func (d *layout) prose(text string) node {
	n := textBlock{font: d.font, rows: [][]run{{{text: strings.TrimSpace(text)}}}, align: random.Pick(d.Rand,
		trade.AlignLeft, trade.AlignLeft,
		trade.AlignLeft, trade.AlignMiddle), justified: d.Chance(0.2)}
	n.size *= d.drawFactor(1, 1, 0.85, 0.9)
	return n
}

func (d *layout) pageHead() {
	if !d.Chance(0.5) {
		return
	}
	row := []run{{text: d.Issuer.Name, field: d.us.role + "Name"}}
	d.setPartyTruth(d.us, "Name", d.Issuer.Name)
	if d.Chance(0.5) {
		row = append(row, run{text: d.Title()}, run{text: d.Number, field: d.NumberField()})
	}
	p := textBlock{font: d.font, rows: [][]run{row}, align: random.Pick(d.Rand, trade.AlignLeft,
		trade.AlignRight)}.set(d.room())
	d.print(p, d.paper.left, d.paper.y)
	d.paper.y += p.h + 10
}

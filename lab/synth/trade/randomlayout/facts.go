package randomlayout

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/trade"
)

func (d *layout) factNode(facts []trade.Fact) node {
	rows := mapAll(facts, func(f trade.Fact) [2]run {
		d.SetFactTruth(f)
		return [2]run{{text: f.Label, field: "label", bold: d.Style.Bold}, d.valueRun(f)}
	})
	switch n := d.IntN(20); {
	case n < 4 && len(rows) > 1:
		return d.factGrid(rows)
	case n < 6:
		return d.factStack(rows)
	case n < 7 && len(rows) > 1 && len(rows) < 5:
		return d.factLine(rows)
	}
	n := d.pairNode(rows)
	if d.Chance(0.15) {
		return framed{inner: n, left: 4, right: 4, pad: 4, ruled: true, sides: d.Chance(0.7)}
	}
	return n
}

func (d *layout) valueRun(f trade.Fact) run {
	field := f.Field
	if field == "servicePeriod" {
		field = "servicePeriodStart"
	}
	return run{text: f.Value, field: field, bold: d.Chance(0.08)}
}

func (d *layout) factGrid(rows [][2]run) node {
	per := random.Pick(d.Rand, 2, 3, 3, 4, 4, 5)
	align := random.Pick(d.Rand, trade.AlignLeft, trade.AlignLeft, trade.AlignLeft, trade.AlignMiddle)
	ruled, sides, even := d.Chance(0.4), d.Chance(0.5), d.Chance(0.5)
	var out []node
	for part := range slices.Chunk(rows, per) {
		g := grid{font: d.font, rows: [][]run{nil, nil}, gap: random.Pick(d.Rand, 8.0, 12), ruled: ruled, sides: sides,
			even: even}
		for _, r := range part {
			g.rows[0], g.rows[1] = append(g.rows[0], r[0]), append(g.rows[1], r[1])
			g.aligns = append(g.aligns, align)
		}
		out = append(out, g)
	}
	return stack{nodes: out, gap: 5}
}

func (d *layout) factStack(rows [][2]run) node {
	align := random.Pick(d.Rand, trade.AlignLeft, trade.AlignLeft, trade.AlignRight, trade.AlignMiddle)
	scale := d.drawScale(0, 0.8, 0.9)
	out := mapAll(rows, func(r [2]run) node {
		r[0].scale = scale
		return textBlock{font: d.font, rows: [][]run{{r[0]}, {r[1]}}, align: align}
	})
	return stack{nodes: out, gap: random.Pick(d.Rand, 2.0, 5, 8)}
}

func (d *layout) factLine(rows [][2]run) node {
	sep := random.Pick(d.Rand, "", ",", " |", " ·", ";")
	var line []run
	for i, r := range rows {
		if i < len(rows)-1 {
			r[1].text += sep
		}
		line = append(line, r[0], r[1])
	}
	return textBlock{font: d.font, rows: [][]run{line}}
}

func (d *layout) titleNode() node {
	d.titled = true
	text := d.Title()
	bold := d.Chance(0.75)
	scale := random.Pick(d.Rand, 1, 1.2, 1.4, 1.7, 2, 2.4, 3)
	if d.Chance(0.25) {
		text = strings.ToUpper(text)
	}
	align := random.Pick(d.Rand, trade.AlignLeft, trade.AlignLeft, trade.AlignLeft, trade.AlignRight, trade.AlignMiddle)
	if d.Chance(0.06) && len([]rune(text)) < 16 {
		text = strings.Join(strings.Split(text, ""), " ")
		return textBlock{font: d.font, rows: [][]run{{{text: text, field: "title", bold: bold, scale: scale}}}, align: align}
	}
	row := []run{{text: text, field: "title", bold: bold, scale: scale}}
	if d.Chance(0.3) {
		row = append(row, d.numberInTitle(bold, scale)...)
	}
	return textBlock{font: d.font, rows: [][]run{row}, align: align}
}

// numberInTitle returns the document's number after the title, and its date after that.
func (d *layout) numberInTitle(bold bool, scale float64) []run {
	at := slices.IndexFunc(d.Facts, func(f trade.Fact) bool { return f.Norm == d.Number })
	if at < 0 {
		return nil
	}
	number := d.Facts[at]
	d.SetFactTruth(number)
	value := run{text: number.Value, field: number.Field, bold: bold, scale: scale}
	var out []run
	switch d.IntN(4) {
	case 0:
		value.text = "#" + value.text
	case 1:
		mark := random.Pick(d.Rand, "No.", "Nr.", "nr", "N°", "č.", "n.", "no")
		out = append(out, run{text: mark, field: "label", bold: bold, scale: scale})
	}
	out = append(out, value)
	if d.Chance(0.7) {
		d.Facts = slices.Delete(d.Facts, at, at+1)
	}
	on := slices.IndexFunc(d.Facts, func(f trade.Fact) bool { return f.Field == "issueDate" })
	if on >= 0 && d.Chance(0.35) {
		if words := d.Place.Words["datedOf"]; len(words) > 0 && d.Chance(0.8) {
			out = append(out, run{text: random.Pick(d.Rand, words...), bold: bold, scale: scale})
		}
		out = append(out, run{text: d.Facts[on].Value, field: "issueDate", bold: bold, scale: scale})
		d.SetFactTruth(d.Facts[on])
		d.Facts = slices.Delete(d.Facts, on, on+1)
	}
	return out
}

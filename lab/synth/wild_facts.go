package synth

import (
	"slices"
	"strings"
)

// factNode sets facts in one of the known layouts and marks them as printed.
func (d *randomDoc) factNode(facts []fact) node {
	rows := each(facts, func(f fact) [2]run {
		d.knowFact(f)
		return [2]run{{text: f.label, field: "label", bold: d.style.bold}, d.valueRun(f)}
	})
	switch n := d.r.IntN(20); {
	case n < 4 && len(rows) > 1:
		return d.factGrid(rows)
	case n < 6:
		return d.factStack(rows)
	case n < 7 && len(rows) > 1 && len(rows) < 5:
		return d.factLine(rows)
	}
	n := d.pairNode(rows)
	if d.chance(0.15) {
		return framed{inner: n, left: 4, right: 4, pad: 4, ruled: true, sides: d.chance(0.7)}
	}
	return n
}

func (d *randomDoc) valueRun(f fact) run {
	field := f.field
	if field == "servicePeriod" {
		field = "servicePeriodStart"
	}
	return run{text: f.value, field: field, bold: d.chance(0.08)}
}

// factGrid sets the labels in a row and the values in the row below, in several such pairs of rows if there are many.
func (d *randomDoc) factGrid(rows [][2]run) node {
	per := pick(d.r, 2, 3, 3, 4, 4, 5)
	align := pick(d.r, alignLeft, alignLeft, alignLeft, alignMiddle)
	ruled, sides, even := d.chance(0.4), d.chance(0.5), d.chance(0.5)
	var out []node
	for part := range slices.Chunk(rows, per) {
		g := grid{ink: d.ink, rows: [][]run{nil, nil}, gap: pick(d.r, 8.0, 12), ruled: ruled, sides: sides, even: even}
		for _, r := range part {
			g.rows[0], g.rows[1] = append(g.rows[0], r[0]), append(g.rows[1], r[1])
			g.aligns = append(g.aligns, align)
		}
		out = append(out, g)
	}
	return stack{nodes: out, gap: 5}
}

func (d *randomDoc) factStack(rows [][2]run) node {
	align := pick(d.r, alignLeft, alignLeft, alignRight, alignMiddle)
	scale := d.scale(0, 0.8, 0.9)
	out := each(rows, func(r [2]run) node {
		r[0].scale = scale
		return textBlock{ink: d.ink, rows: [][]run{{r[0]}, {r[1]}}, align: align}
	})
	return stack{nodes: out, gap: pick(d.r, 2.0, 5, 8)}
}

func (d *randomDoc) factLine(rows [][2]run) node {
	sep := pick(d.r, "", ",", " |", " ·", ";")
	var line []run
	for i, r := range rows {
		if i < len(rows)-1 {
			r[1].text += sep
		}
		line = append(line, r[0], r[1])
	}
	return textBlock{ink: d.ink, rows: [][]run{line}}
}

func (d *randomDoc) titleNode() node {
	d.titled = true
	text := d.title()
	bold := d.chance(0.75)
	scale := pick(d.r, 1, 1.2, 1.4, 1.7, 2, 2.4, 3)
	if d.chance(0.25) {
		text = strings.ToUpper(text)
	}
	align := pick(d.r, alignLeft, alignLeft, alignLeft, alignRight, alignMiddle)
	if d.chance(0.06) && len([]rune(text)) < 16 {
		text = strings.Join(strings.Split(text, ""), " ")
		return textBlock{ink: d.ink, rows: [][]run{{{text: text, field: "title", bold: bold, scale: scale}}}, align: align}
	}
	row := []run{{text: text, field: "title", bold: bold, scale: scale}}
	if d.chance(0.3) {
		row = append(row, d.numberInTitle(bold, scale)...)
	}
	return textBlock{ink: d.ink, rows: [][]run{row}, align: align}
}

// numberInTitle returns the document's number after the title, and its date after that.
func (d *randomDoc) numberInTitle(bold bool, scale float64) []run {
	at := slices.IndexFunc(d.facts, func(f fact) bool { return f.norm == d.number })
	if at < 0 {
		return nil
	}
	number := d.facts[at]
	d.knowFact(number)
	value := run{text: number.value, field: number.field, bold: bold, scale: scale}
	var out []run
	switch d.r.IntN(4) {
	case 0:
		value.text = "#" + value.text
	case 1:
		mark := pick(d.r, "No.", "Nr.", "nr", "N°", "č.", "n.", "no")
		out = append(out, run{text: mark, field: "label", bold: bold, scale: scale})
	}
	out = append(out, value)
	if d.chance(0.7) {
		d.facts = slices.Delete(d.facts, at, at+1)
	}
	on := slices.IndexFunc(d.facts, func(f fact) bool { return f.field == "issueDate" })
	if on >= 0 && d.chance(0.35) {
		if words := d.place.words["datedOf"]; len(words) > 0 && d.chance(0.8) {
			out = append(out, run{text: pick(d.r, words...), bold: bold, scale: scale})
		}
		out = append(out, run{text: d.facts[on].value, field: "issueDate", bold: bold, scale: scale})
		d.knowFact(d.facts[on])
		d.facts = slices.Delete(d.facts, on, on+1)
	}
	return out
}

package form

import (
	"strings"
	"unicode/utf8"
)

const (
	fieldOther   = "other"
	fieldHeading = "heading"
	fieldProse   = "prose"
	fieldMark    = "mark"
)

// label returns the label of a question in a width, with its number, hint and second language.
func (f *form) label(q *question, st style, w float64) piece {
	p := piece{w: w}
	i := st.labelInk
	i.align = st.labels
	small := i.scaled(0.8)
	field := "question:" + q.id
	text := q.label
	if q.second != "" && !st.underside {
		text += " / " + q.second
	}
	if !strings.HasSuffix(text, "?") {
		text += f.colon
	}
	runs := []run{{ink: i, text: q.number, field: fieldOther}, {ink: i, text: text, field: field}}
	if q.pair != nil {
		runs[1].text = q.label
		runs = append(runs, run{ink: i, text: "/", field: fieldOther},
			run{ink: i, text: q.pair.label + f.colon, field: "question:" + q.pair.id})
	}
	if !st.underside {
		runs = append(runs, run{ink: small, text: q.hint, field: fieldOther})
	}
	p.flow(0, 0, w, runs...)
	if st.underside {
		p.flow(0, p.h, w, run{ink: small, text: q.second, field: field})
		p.flow(0, p.h, w, run{ink: small, text: q.hint, field: fieldOther})
	}
	return p
}

// answered returns the answer of a question in a width.
func (f *form) answered(q *question, st style, w float64) piece {
	switch q.form {
	case comb:
		if w > 7*float64(len(q.value.printed())) {
			return f.combed(q, w)
		}
	case ticked:
		return f.options(q, w)
	}
	p := piece{w: w}
	i, room := f.filled, w
	unit := run{ink: f.base, text: q.value.unit, field: fieldOther}
	if q.kind == "amount" && f.wholeAmounts && unit.text == "" {
		unit.text = "00" // printed cents
	}
	if unit.text != "" {
		room = max(20, w-unit.width(unit.text)-4)
	}
	if st.atEdge {
		i.align = 1
	}
	x, y, end := 0.0, 0.0, 0.0
	if f.unitFirst && unit.text != "" {
		x, unit.text = p.set(0, 0, unit)+3, ""
		room -= x
	}
	first := len(p.marks)
	for _, l := range q.value.lines {
		runs := []run{{ink: i, text: l, field: "answer:" + q.id, whole: !q.canBreak()}}
		if q.pair != nil {
			runs = append(runs, run{ink: i, text: "/", field: fieldOther},
				run{ink: i, text: q.pair.value.printed(), field: "answer:" + q.pair.id, whole: true})
		}
		end, y = p.flow(x, y, room, runs...)
		y += i.height()
	}
	p.h = max(p.h, i.height())
	for n := first; n < len(p.marks); n++ {
		p.marks[n].X += f.dx * (1 - i.align)
		p.marks[n].Y += f.dy
	}
	switch {
	case unit.text == "":
	case st.rule != "" || st.atEdge || end == 0:
		p.set(room+2, 0, unit)
	case len(p.marks) == 1:
		p.set(end+f.dx+3, 0, unit)
	}
	return p
}

func (q *question) canBreak() bool {
	switch q.kind {
	case "address", "text", "organization", "product", "person", "job", "street":
		return true
	}
	return false
}

// combed returns an answer with a box for each letter, or with ticks between the letters.
func (f *form) combed(q *question, w float64) piece {
	letters := []rune(q.value.printed())
	n := max(len(letters), min(6+f.IntN(12), int(w/9)))
	wide := min(w/float64(n), f.filled.size*1.6)
	high := f.filled.height() + 2
	p := piece{w: w, h: high}
	i := f.filled
	i.size = min(i.size, wide)
	for k := range n {
		x := float64(k) * wide
		if f.boxedMarks {
			p.box(x, 0, x+wide, high)
		} else {
			p.rule(x, high, x+wide, high)
			p.rule(x, 0.6*high, x, high)
		}
		if k < len(letters) && letters[k] != ' ' {
			letter := string(letters[k])
			p.set(x+(wide-i.width(letter))/2, 1, run{ink: i, text: letter, field: "answer:" + q.id})
		}
	}
	return p
}

// options returns check boxes for the options of a choice, or for yes and no.
func (f *form) options(q *question, w float64) piece {
	names := f.g.options[q.name]
	chosen := q.value.normal
	if q.kind == "boolean" {
		names = []string{"yes", "no"}
		chosen = map[string]string{"true": "yes", "false": "no"}[chosen]
	}
	p := piece{w: w}
	x, below := 0.0, f.Chance(0.25) && q.kind != "boolean"
	for _, name := range names {
		text := f.phrase(name)
		if name == chosen {
			text = q.value.lines[0]
		}
		_, short, _ := strings.Cut(name, ".")
		if short == "" {
			short = name
		}
		one := f.tick(name == chosen, w, run{ink: f.base, text: text, field: "option:" + q.id + "." + short})
		if x > 0 && (below || x+one.w > w) {
			x = 0
			p.add(one, 0, p.h)
		} else {
			p.add(one, x, max(0, p.h-one.h))
		}
		x += one.w + f.base.size*(0.8+f.Float64())
	}
	return p
}

// tick returns a check box before or after a text. The width of the piece is that of both.
func (f *form) tick(isMarked bool, w float64, text ...run) piece {
	glyph := f.unmarked
	if isMarked {
		glyph = f.marked
	}
	m := run{ink: f.base, text: glyph, field: fieldMark}
	side := max(0.85*f.base.size, max(m.width(f.marked), m.width(f.unmarked)))
	var t, p piece
	end, _ := t.flow(0, 0, max(20, w-side-4), text...)
	if t.h > 1.5*f.base.height() {
		end = w - side - 4
	}
	at := 0.0
	if f.marksAfter {
		at = end + 4
		p.add(t, 0, 0)
	} else {
		p.add(t, side+3, 0)
	}
	p.set(at+(side-m.width(glyph))/2, 0, m)
	if f.boxedMarks {
		top := 0.12 * f.base.height()
		p.box(at, top, at+side, top+side)
	}
	p.w = end + side + 4
	return p
}

// cell returns a question with its answer in a width. The answers of a row begin below labels of labelHigh.
func (f *form) cell(q *question, st style, w, labelHigh float64) piece {
	p := piece{w: w}
	pad := st.pad
	if q.form == tickedLabel {
		field := "question:" + q.id
		runs := []run{{ink: f.base, text: q.number, field: fieldOther}, {ink: f.base, text: q.label, field: field},
			{ink: f.base.scaled(0.8), text: q.second, field: field}}
		p.add(f.tick(q.value.normal == "true", w-2*pad, runs...), pad, pad)
		p.h += pad
		return p
	}
	switch st.family {
	case "above":
		p.add(f.label(q, st, w), 0, 0)
		y := max(p.h, labelHigh) + 1
		p.add(f.answered(q, st, w-pad), pad/2, y)
		f.underline(&p, q, st, 0, y, w)
	case "below":
		p.add(f.answered(q, st, w-2*pad), pad, 0)
		p.rule(0, p.h+0.5, w-2, p.h+0.5)
		p.add(f.label(q, st, w-2), 0, p.h+1.5)
	case "box":
		p.add(f.label(q, st, w-2*pad), pad, 1)
		p.add(f.answered(q, st, w-3*pad), 1.5*pad, max(p.h, labelHigh+1)+0.5)
		p.h += pad
	case "lines":
		f.line(&p, q, st, w)
	default:
		f.beside(&p, q, st, w)
	}
	return p
}

// answersAt returns where answers begin that are at the right of labels.
func (st style) answersAt(w float64) float64 {
	if st.tab == 0 {
		return 0.4 * w
	}
	return max(st.tab*w, min(75, 0.5*w))
}

// beside adds a label with its answer at the right.
func (f *form) beside(p *piece, q *question, st style, w float64) {
	x := st.answersAt(w)
	label := f.label(q, st, x-2*st.pad)
	if st.tab == 0 && st.family != "cells" { // right after the label
		st.labels = 0
		label, x = f.label(q, st, 0.65*w), 0
		for _, m := range label.marks {
			x = max(x, m.X+m.Width()+4)
		}
		x += float64(f.IntN(6))
	}
	top := 0.0
	if st.family == "cells" {
		top = st.pad
	}
	p.add(label, top, top)
	y := top
	if f.filled.size > st.labelInk.size {
		y = max(0, top-0.82*(f.filled.height()-st.labelInk.height()))
	}
	if st.rule == "dots" && st.family != "cells" && st.tab > 0 && len(label.marks) == 1 {
		f.leader(p, label.marks[0].Width()+4, x-3, top)
	}
	p.add(f.answered(q, st, max(24, w-x-4)), x, y)
	if st.family == "cells" {
		p.h += st.pad
		return
	}
	f.underline(p, q, st, x, y, w)
}

// leader adds a row of dots.
func (f *form) leader(p *piece, x, end, y float64) {
	dot := f.base.width(f.dot)
	if n := int((end - x) / dot); n > 3 {
		text := strings.TrimSpace(strings.Repeat(f.dot, n))
		p.set(end-float64(n)*dot, y, run{ink: f.base, text: text, field: fieldOther})
	}
}

// underline adds a rule or a box for an answer from x to w with its top at y.
func (f *form) underline(p *piece, q *question, st style, x, y, w float64) {
	if q.form != written {
		return
	}
	switch st.rule {
	case "line":
		p.rule(x, p.h+0.5, w, p.h+0.5)
		p.h++
	case "box":
		p.box(x-1, y-1, w, p.h+1)
		p.h += 2
	case "blank":
		if q.value.lines == nil {
			blank := strings.Repeat("_", min(max(int((w-x)/f.base.width("_")), 3), 60))
			if f.dot == "…" {
				blank = strings.Repeat(f.dot, len(blank)/2)
			}
			if q.kind == "date" {
				blank = "____" + f.dateMark + "____" + f.dateMark + "________"
			}
			p.flow(x, y, w-x, run{ink: f.base, text: blank, field: fieldOther})
		}
	}
}

// line adds a line as tax forms have them: number, label, dots, number again, answer in a box at the right edge.
func (f *form) line(p *piece, q *question, st style, w float64) {
	column := min(0.3*w, 110)
	st.labels, st.atEdge = 0, st.atEdge || q.kind == "amount"
	label := f.label(q, st, w-column-30)
	p.add(label, 0, 1)
	last := 0.0
	for _, m := range label.marks {
		if m.Y > label.marks[len(label.marks)-1].Y-1 {
			last = m.X + m.Width()
		}
	}
	y := max(1, p.h-st.labelInk.height())
	if st.rule == "dots" {
		f.leader(p, last+4, w-column-24, y)
	}
	if q.number != "" && st.ruled {
		p.set(w-column-20, y, run{ink: f.base, text: strings.Trim(q.number, "(.)"), field: fieldOther})
	}
	p.add(f.answered(q, st, column-4), w-column+2, y)
	if st.ruled {
		p.box(w-column, y-1, w, p.h+1)
		p.h++
	} else if st.rule == "line" {
		p.rule(w-column, p.h, w, p.h)
	}
}

// unpaired returns paired questions one after another.
func unpaired(questions []*question) []*question {
	var out []*question
	for _, q := range questions {
		if out = append(out, q); q.pair != nil {
			out = append(out, q.pair)
		}
	}
	return out
}

// inline returns questions one after another in lines, with blanks for missing answers.
func (f *form) inline(questions []*question, st style, w float64) piece {
	var runs []run
	for _, q := range unpaired(questions) {
		field := "question:" + q.id
		switch q.form {
		case tickedLabel:
			glyph := f.unmarked
			if q.value.normal == "true" {
				glyph = f.marked
			}
			runs = append(runs, run{ink: f.base, text: glyph, field: fieldMark},
				run{ink: f.base, text: q.label, field: field})
			continue
		case ticked, comb:
			q.form = written
		}
		runs = append(runs, run{ink: st.labelInk, text: q.number, field: fieldOther},
			run{ink: st.labelInk, text: q.label + f.colon, field: field})
		if q.value.lines == nil {
			runs = append(runs, run{ink: f.base, text: strings.Repeat("_", 6+f.IntN(18)), field: fieldOther})
			continue
		}
		text := q.value.printed()
		isShort := utf8.RuneCountInString(text) < 30
		runs = append(runs, run{ink: f.filled, text: text, field: "answer:" + q.id, whole: isShort},
			run{ink: f.base, text: q.value.unit, field: fieldOther})
	}
	p := piece{w: w}
	p.flow(0, 0, w, runs...)
	return p
}

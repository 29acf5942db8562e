package form

import (
	"fmt"
	"slices"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
)

// compose lays out head, groups, tables and instructions.
func (f *form) compose() {
	f.numberQuestions()
	isDouble := func(q *question) bool { return q.id != q.name }
	if f.headings == "none" && slices.ContainsFunc(f.questions, isDouble) {
		f.headings = "plain" // two such questions differ only in their headings
	}
	f.newPage()
	f.composeHead()
	w := f.right - f.left
	tableAt := f.IntN(len(f.groups) + 1)
	gap := random.Pick(f.Rand, 3.0, 6, 10, 16, 24)
	for i := 0; i < len(f.groups); i++ {
		if i == tableAt {
			f.composeTables(gap)
		}
		if f.Chance(0.2) && i+1 < len(f.groups) {
			half := (w - 14) / 2
			pair := piece{w: w}
			a, b := f.groupPieces(f.groups[i], half), f.groupPieces(f.groups[i+1], half)
			pair.add(stack(a, 1), 0, 0)
			pair.add(stack(b, 1), half+14, 0)
			if pair.h < 0.6*f.height {
				if i++; f.Chance(0.3) {
					pair.box(-3, -2, half+6, pair.h+2)
					pair.box(half+8, -2, w+3, pair.h+2)
				}
				f.put(pair, gap)
				continue
			}
		}
		f.placeGroup(f.groups[i], w, gap)
		if f.Chance(0.12 + 0.4*float64(f.dense)) {
			f.put(f.notice(w), gap)
		}
	}
	if tableAt >= len(f.groups) {
		f.composeTables(gap)
	}
	if f.Chance(0.3) {
		f.put(f.notice(w), gap)
	}
	f.layout = fmt.Sprintf("%s-%d", f.style.family, f.style.columns)
	if f.combs > 0 {
		f.layout = "comb-" + f.style.family
	}
}

func (f *form) placeGroup(g group, w, gap float64) {
	pieces := f.groupPieces(g, w)
	if all := stack(pieces, 1); f.Chance(0.2) && all.h < 0.7*f.height {
		all.box(-3, -2, w+3, all.h+2)
		f.put(all, gap)
		return
	}
	for _, p := range pieces {
		f.put(p, gap)
		gap = 0
	}
}

// put adds a piece to the last page, or to a new one if there is too little room.
func (f *form) put(p piece, gap float64) {
	s := f.sheets[len(f.sheets)-1]
	if f.y+gap+p.h > f.height-f.bottom && len(s.Marks) > 0 {
		f.newPage()
		s = f.sheets[len(f.sheets)-1]
		gap = 0
	}
	var on piece
	on.add(p, f.left, f.y+gap)
	s.Marks, s.Rules = append(s.Marks, on.marks...), append(s.Rules, on.rules...)
	f.y = on.h
}

func (f *form) newPage() {
	f.sheets = append(f.sheets, &sheet.Sheet{Width: f.width, Height: f.height})
	f.y = f.top
}

// groupPieces returns the heading and the rows of a group.
func (f *form) groupPieces(g group, w float64) []piece {
	st := f.style
	if f.Chance(0.35) {
		st = f.drawStyle()
	}
	numbers := 0
	for _, q := range g.questions {
		if isNumber(q.kind) && q.form == written && q.pair == nil {
			numbers++
		}
	}
	if numbers > 2 && f.Chance(0.2) {
		st.family = "matrix"
	}
	if g.role == "signature" && f.Chance(0.6) {
		st.family, st.columns, st.labelInk = "below", 2+f.IntN(2), f.base.scaled(0.8)
	}
	heading := f.heading(g.heading, w)
	if f.headings == "side" {
		side := 0.2 * w
		rows := stack(f.rows(g.questions, st, w-side-8), st.gap)
		var all piece
		all.flow(0, 0, side, run{ink: f.headingInk(1), text: g.heading, field: fieldHeading})
		all.add(rows, side+8, 0)
		return []piece{all}
	}
	rows := f.rows(g.questions, st, w)
	for i := range rows[:len(rows)-1] {
		rows[i].h += st.gap
	}
	if len(heading.marks) == 0 {
		return rows
	}
	first := stack([]piece{heading, rows[0]}, 2)
	return append([]piece{first}, rows[1:]...)
}

func (f *form) headingInk(scale float64) ink {
	i := f.base.scaled(scale)
	i.bold = true
	return i
}

func (f *form) heading(text string, w float64) piece {
	p := piece{w: w}
	i := f.headingInk(random.Pick(f.Rand, 1, 1.1, 1.25))
	if f.upper || f.headings == "boxed" && f.Chance(0.3) {
		text = strings.ToUpper(text)
	}
	switch f.headings {
	case "none", "side":
		return p
	case "center":
		i.align = 0.5
	}
	p.flow(3, 2, w-6, run{ink: i, text: text, field: fieldHeading})
	p.h += 2
	switch f.headings {
	case "boxed":
		p.box(0, 0, w, p.h)
	case "under":
		p.rule(0, p.h, w, p.h)
	}
	return p
}

// rows returns the rows of questions in a width.
func (f *form) rows(questions []*question, st style, w float64) []piece {
	const gutter = 10
	if st.family == "inline" {
		return []piece{f.inline(questions, st, w)}
	}
	if st.family == "matrix" {
		return f.matrix(questions, st, w)
	}
	least := 80.0
	if st.family == "left" || st.family == "cells" {
		least = 150
	}
	n := max(1, min(st.columns, len(questions), int(w/least)))
	if st.down && n > 1 && st.family != "grid" {
		part := (w - gutter*float64(n-1)) / float64(n)
		per := (len(questions) + n - 1) / n
		var all piece
		narrow := st
		narrow.columns, narrow.free = 1, false
		for i := range n {
			column := questions[min(i*per, len(questions)):min((i+1)*per, len(questions))]
			all.add(stack(f.rows(column, narrow, part), st.gap), float64(i)*(part+gutter), 0)
		}
		if all.h < 0.7*f.height {
			return []piece{all}
		}
	}
	var out []piece
	for len(questions) > 0 {
		k := min(n, len(questions))
		if st.free {
			k = min(1+f.IntN(n), k)
		}
		out = append(out, f.row(questions[:k], st, w, n))
		questions = questions[k:]
	}
	return out
}

// row returns questions side by side. Rows that are not free have n columns of equal widths.
func (f *form) row(questions []*question, st style, w float64, n int) piece {
	gutter, sum := 10.0, 0.0
	boxed := st.family == "box" || st.family == "cells" || st.family == "grid"
	if boxed {
		gutter = 0
	}
	for _, q := range questions {
		sum += q.need()
	}
	room := w - gutter*float64(len(questions)-1)
	widths := make([]float64, len(questions))
	for i, q := range questions {
		widths[i] = room * q.need() / sum
		if !st.free {
			widths[i] = (w - gutter*float64(n-1)) / float64(n)
		}
	}
	labelHigh := 0.0
	for i, q := range questions {
		if q.form != tickedLabel {
			labelHigh = max(labelHigh, f.label(q, st, widths[i]-2*st.pad).h)
		}
	}
	if st.family == "grid" {
		return f.grid(questions, st, widths, labelHigh)
	}
	p, x := piece{w: w}, 0.0
	for i, q := range questions {
		p.add(f.cell(q, st, widths[i], labelHigh), x, 0)
		x += widths[i] + gutter
	}
	if boxed {
		f.frame(&p, st, widths)
	}
	return p
}

func (f *form) frame(p *piece, st style, widths []float64) {
	x := 0.0
	for _, w := range widths {
		p.box(x, 0, x+w, p.h)
		if st.family == "cells" {
			p.rule(x+st.answersAt(w)-2, 0, x+st.answersAt(w)-2, p.h)
		}
		x += w
	}
}

// grid returns a row of labels with the answers below.
func (f *form) grid(questions []*question, st style, widths []float64, labelHigh float64) piece {
	var p piece
	x := 0.0
	for i, q := range questions {
		if q.form == tickedLabel {
			p.add(f.cell(q, st, widths[i], 0), x, 0)
		} else {
			p.add(f.label(q, st, widths[i]-2*st.pad), x+st.pad, 1)
			p.add(f.answered(q, st, widths[i]-2*st.pad), x+st.pad, labelHigh+3)
		}
		x += widths[i]
	}
	p.h += st.pad
	if st.ruled {
		p.rule(0, labelHigh+2, x, labelHigh+2)
		f.frame(&p, style{}, widths)
	}
	return p
}

// notice returns an instruction, legal prose, or check boxes that ask nothing.
func (f *form) notice(w float64) piece {
	var texts []string
	for range (1 + f.IntN(4)) * (1 + f.dense*f.IntN(4)) {
		texts = append(texts, f.noticeSentence())
	}
	p := piece{w: w}
	if f.Chance(0.15) {
		for range 2 + f.IntN(4) {
			name := random.Pick(f.Rand, f.g.asked...)
			f.shown[name] = true
			text := run{ink: f.base, text: f.phrase(name), field: "option:other." + name}
			p.add(f.tick(f.Chance(0.3), w, text), 0, p.h)
		}
		return p
	}
	p.flow(0, 0, w*random.Pick(f.Rand, 1, 1, 0.6), run{ink: f.base.scaled(random.Pick(f.Rand, 0.7, 0.85, 1)),
		text: strings.Join(texts, " "), field: fieldProse})
	return p
}

// noticeSentence returns an instruction, perhaps with labels in it, or a sentence with blanks.
func (f *form) noticeSentence() string {
	if small := f.place.Words["small"]; len(small) > 0 && f.Chance(0.25) {
		return random.Pick(f.Rand, small...)
	}
	if all := sentences()[f.place.Language]; len(all) > 0 && f.Chance(0.15) {
		var sb strings.Builder
		for part := range strings.SplitSeq(random.Pick(f.Rand, all...), "{") {
			if _, rest, ok := strings.Cut(part, "}"); ok {
				part = strings.Repeat("_", 5+f.IntN(15)) + rest
			}
			sb.WriteString(part)
		}
		return sb.String()
	}
	text := f.phrase(random.Pick(f.Rand, f.g.instructions...))
	if f.Chance(0.35) {
		list := f.phrase(random.Pick(f.Rand, f.g.asked...))
		for range 1 + f.IntN(4) {
			list += ", " + f.phrase(random.Pick(f.Rand, f.g.asked...))
		}
		text = random.Pick(f.Rand, text+" ("+list+")", list+": "+text, text+" "+list+".")
	}
	return f.withReference(text)
}

// withReference may put a number, date or reference into a text that answers no question.
func (f *form) withReference(text string) string {
	words := strings.Fields(text)
	for len(words) > 0 && f.Chance(f.references) {
		day := f.place.RandomDay()
		reference := random.Pick(f.Rand, random.Fill(f.Rand, "20##"), random.Fill(f.Rand, "(20##)"), f.place.Date(day),
			random.Fill(f.Rand, "§ ##"), random.Fill(f.Rand, "§ ## (#)"), random.Fill(f.Rand, "###/20##"),
			random.Fill(f.Rand, "(#)"), random.Fill(f.Rand, "#a"), random.Fill(f.Rand, "##@,"), random.Fill(f.Rand, "#."),
			random.Fill(f.Rand, "##-#"), random.Fill(f.Rand, "$##,###"), random.Fill(f.Rand, "##.000"),
			random.Fill(f.Rand, "@-####"), random.Fill(f.Rand, "##"), random.Fill(f.Rand, "#"), f.place.RandomCompany().Web,
			random.Fill(f.Rand, "## %"), f.place.RandomCompany().Phone)
		if reference != "" {
			words = slices.Insert(words, 1+f.IntN(len(words)), reference)
		}
	}
	return strings.Join(words, " ")
}

// composeHead places the issuer, the title and instructions.
func (f *form) composeHead() {
	w := f.right - f.left
	title := piece{w: w}
	big := f.headingInk(random.Pick(f.Rand, 1.3, 1.6, 2, 2.4))
	big.align = random.Pick(f.Rand, 0, 0, 0.5)
	text := f.phrase(f.theme.title)
	if f.upper || f.Chance(0.2) {
		text = strings.ToUpper(text)
	}
	if f.Chance(0.3) {
		text += " " + random.Pick(f.Rand, "2024", "2025", "2026", random.Fill(f.Rand, "@-##"))
	}
	title.flow(0, 0, w, run{ink: big, text: text, field: fieldHeading})
	var top piece
	issuer := f.issuer(0.5 * w)
	switch f.IntN(4) {
	case 0:
		top.add(issuer, 0, 0)
	case 1:
		top.add(issuer, 0.5*w, 0)
	case 2:
		top.add(issuer, 0, 0)
		number := random.Pick(f.Rand, "Form @-#### (##/20##)", "@@ ###", "Nr. ####/##", "OMB No. ####-####")
		small := f.base.scaled(0.8)
		top.flow(0.6*w, 0, 0.4*w, run{ink: small, text: random.Fill(f.Rand, number), field: fieldOther})
	}
	if len(f.groups) > 1 && f.Chance(0.15) { // the first group is beside the issuer
		first := stack(f.groupPieces(f.groups[0], 0.48*w), 1)
		if first.h < 0.5*f.height {
			top = piece{}
			top.add(issuer, 0, 0)
			top.add(first, 0.52*w, 0)
			f.groups = f.groups[1:]
		}
	}
	parts := []piece{top, title}
	if f.Chance(0.2) {
		slices.Reverse(parts)
	}
	for _, p := range parts {
		if f.titled || p.h != title.h {
			f.put(p, random.Pick(f.Rand, 2, 6, 12.0))
		}
	}
	if f.Chance(0.4 + 0.4*float64(f.dense)) {
		f.put(f.notice(w), 6)
	}
}

// issuer returns a letterhead whose data answers no question.
func (f *form) issuer(w float64) piece {
	c := f.place.RandomCompany()
	p := piece{w: w}
	small := f.base.scaled(0.8)
	p.flow(0, 0, w, run{ink: f.headingInk(1.1), text: c.Name, field: fieldOther})
	lines := c.AddressLines()
	for _, extra := range [][2]string{
		{"phone", c.Phone}, {"email", c.Email}, {"website", c.Web}, {"iban", c.Iban}, {"vatNumber", c.TaxID},
	} {
		if f.Chance(0.2) && extra[1] != "" {
			f.shown[extra[0]] = true
			lines = append(lines, random.Pick(f.Rand, f.phrase(extra[0])+" ", f.phrase(extra[0])+": ", "")+extra[1])
		}
	}
	if f.Chance(0.3) {
		lines = nil
	}
	f.shown["address"] = f.shown["address"] || lines != nil
	if f.Chance(0.3) {
		lines = []string{strings.Join(lines, random.Pick(f.Rand, " · ", ", ", " | "))}
	}
	for _, l := range lines {
		p.flow(0, p.h, w, run{ink: small, text: l, field: fieldOther})
	}
	return p
}

// finishPages adds page numbers, the form's number and stamps.
func (f *form) finishPages() {
	number := random.Fill(f.Rand, random.Pick(f.Rand, "", "@@##/##", "Form ####", "#######", "@-### (##.20##)", "V *.#"))
	local := f.place.Label("page")
	pages := random.Pick(f.Rand, "", "Page {n} of {m}", "{n}/{m}", "{n}", "- {n} -", local, local)
	stamped := f.Chance(0.12)
	for i, s := range f.sheets {
		small := f.base.scaled(0.75)
		var p piece
		p.set(0, 0, run{ink: small, text: number, field: fieldOther})
		text := strings.NewReplacer("{n}", fmt.Sprint(i+1), "{m}", fmt.Sprint(len(f.sheets))).Replace(pages)
		at := (f.right - f.left) * random.Pick(f.Rand, 0.5, 0.85)
		p.set(at, 0, run{ink: small, text: text, field: fieldOther})
		if f.Chance(0.2) {
			p.flow(0, p.h, f.right-f.left, run{ink: small, text: f.noticeSentence(), field: fieldProse})
		}
		var on piece
		on.add(p, f.left, f.height-f.bottom+8)
		if stamped && i == 0 {
			text := f.word("stamp") + " " + f.place.Date(f.place.RandomDay())
			on.set(f.left+f.Float64()*200, f.top+f.Float64()*500, run{ink: f.headingInk(1.5), text: text, field: fieldOther})
		}
		for _, m := range on.marks {
			if s.IsFree(m) {
				s.Marks = append(s.Marks, m)
			}
		}
	}
}

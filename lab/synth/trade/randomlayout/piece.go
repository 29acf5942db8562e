package randomlayout

import (
	"strings"

	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/trade"
)

// piece is a laid-out part of a page: marks and rules relative to its top left corner.
type piece struct {
	w, h  float64
	marks []sheet.Mark
	rules []sheet.Rule
}

func (p *piece) add(o piece, x, y float64) {
	for _, m := range o.marks {
		m.X, m.Y = m.X+x, m.Y+y
		p.marks = append(p.marks, m)
	}
	for _, r := range o.rules {
		p.rule(r.X0+x, r.Y0+y, r.X1+x, r.Y1+y)
	}
	p.h = max(p.h, y+o.h)
}

func (p piece) scaled(by float64) piece {
	out := piece{w: p.w * by, h: p.h * by}
	for _, m := range p.marks {
		m.X, m.Y, m.Size = m.X*by, m.Y*by, m.Size*by
		out.marks = append(out.marks, m)
	}
	for _, r := range p.rules {
		out.rule(r.X0*by, r.Y0*by, r.X1*by, r.Y1*by)
	}
	return out
}

func (p *piece) rule(x0, y0, x1, y1 float64) {
	p.rules = append(p.rules, sheet.Rule{X0: x0, Y0: y0, X1: x1, Y1: y1})
}

func (p *piece) box(sides bool) {
	p.rule(0, 0, p.w, 0)
	p.rule(0, p.h, p.w, p.h)
	if sides {
		p.rule(0, 0, 0, p.h)
		p.rule(p.w, 0, p.w, p.h)
	}
}

// node is content that can be laid out in a width.
type node interface {
	set(w float64) piece
	// minWidth returns the minimum width in points.
	minWidth() float64
}

type font struct {
	size float64 // points
	wide float64 // of the letters, as a factor of Helvetica's
	lead float64 // from line to line, in font sizes
}

// run is a text with its field; scale is a factor of the size, 0 for 1.
type run struct {
	text, field string
	bold        bool
	scale       float64
}

// words returns the unbreakable parts of a run: numbers, dates and amounts stay whole.
func (r run) words() []string {
	for _, end := range []string{"Name", "Address", "Person", "Label", "label", "title", "description", "paymentTerms"} {
		if strings.HasSuffix(r.field, end) {
			return strings.Fields(r.text)
		}
	}
	if r.field == "" {
		return strings.Fields(r.text)
	}
	return []string{r.text}
}

func (i font) mark(r run) sheet.Mark {
	m := sheet.Mark{Size: i.size, Bold: r.bold, Text: r.text, Wide: i.wide, Field: r.field}
	if r.scale > 0 {
		m.Size *= r.scale
	}
	return m
}

func (i font) factor() float64 {
	if i.wide == 0 {
		return 1
	}
	return i.wide
}

func (i font) width(r run) float64 { return i.mark(r).Width() }

type textBlock struct {
	font
	rows  [][]run
	align trade.Align
	// justified widens the letters of all lines of a row except the last to the width of the block.
	justified bool
	narrow    float64 // maximum line width in points; 0 for the available width
	apart     float64 // extra points between rows
}

// requestedWidth returns the width that a text requests. Texts longer than an address line are wrapped.
func requestedWidth(w float64) float64 {
	const long, wrapped = 290.0, 210.0
	if w > long {
		return wrapped
	}
	return w
}

func (b textBlock) minWidth() float64 {
	w := 20.0
	for _, row := range b.rows {
		w = max(w, requestedWidth(b.rowWidth(row)))
	}
	if b.narrow > 0 {
		w = min(w, b.narrow)
	}
	return w + 1
}

func (b textBlock) rowWidth(row []run) float64 {
	w := 0.0
	for _, r := range row {
		w += b.width(r) + b.gap()
	}
	return w
}

func (i font) gap() float64 { return 0.4 * i.size }

func (b textBlock) set(w float64) piece {
	if b.narrow > 0 {
		w = min(w, b.narrow)
	}
	p := piece{w: w}
	for i, row := range b.rows {
		if i > 0 {
			p.h += b.apart
		}
		lines := b.wrap(b.fit(row, w), w)
		for i, line := range lines {
			part := b
			if spare := w / max(1, b.rowWidth(line)); b.justified && i < len(lines)-1 && len(line) == 1 && spare < 1.2 {
				part.wide = b.factor() * spare * 0.995
			}
			part.line(&p, line)
		}
	}
	return p
}

// fit reduces the size of a row whose longest word does not fit.
func (b textBlock) fit(row []run, w float64) []run {
	longest := 0.0
	for _, r := range row {
		for _, word := range r.words() {
			longest = max(longest, b.width(run{text: word, bold: r.bold, scale: r.scale}))
		}
	}
	if longest <= w {
		return row
	}
	return mapAll(row, func(r run) run {
		if r.scale == 0 {
			r.scale = 1
		}
		r.scale *= w / longest * 0.999
		return r
	})
}

// wrap breaks a row into lines that fit. It splits runs at their spaces.
func (b textBlock) wrap(row []run, w float64) [][]run {
	if b.rowWidth(row)-b.gap() <= w {
		return [][]run{row}
	}
	var lines [][]run
	var line []run
	x := 0.0
	for _, r := range row {
		part := r
		part.text = ""
		for _, word := range r.words() {
			longer := part
			longer.text = strings.TrimSpace(part.text + " " + word)
			if x+b.width(longer) > w && (x > 0 || part.text != "") {
				if part.text != "" {
					line = append(line, part)
				}
				lines, line, x = append(lines, line), nil, 0
				longer.text = word
			}
			part = longer
		}
		if part.text != "" {
			line = append(line, part)
			x += b.width(part) + b.gap()
		}
	}
	if len(line) > 0 {
		lines = append(lines, line)
	}
	return lines
}

func (b textBlock) line(p *piece, runs []run) {
	size := 0.0
	for _, r := range runs {
		size = max(size, b.mark(r).Size)
	}
	x := 0.0
	switch spare := p.w - b.rowWidth(runs) + b.gap(); b.align {
	case trade.AlignRight:
		x = max(0, spare)
	case trade.AlignMiddle:
		x = max(0, spare/2)
	case trade.AlignLeft:
	}
	for _, r := range runs {
		m := b.mark(r)
		m.X, m.Y = x, p.h+0.8*size
		if strings.TrimSpace(m.Text) != "" {
			p.marks = append(p.marks, m)
		}
		x += m.Width() + b.gap()
	}
	p.h += size * b.lead
}

func mapAll[T, U any](in []T, f func(T) U) []U {
	out := make([]U, len(in))
	for i, v := range in {
		out[i] = f(v)
	}
	return out
}

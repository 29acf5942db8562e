package synth

import "strings"

// piece is a laid-out part of a page: marks and rules relative to its top left corner.
type piece struct {
	w, h  float64
	marks []Mark
	rules []Rule
}

// add adds another piece and increases the height if needed.
func (p *piece) add(o piece, x, y float64) {
	for _, m := range o.marks {
		m.X, m.Y = m.X+x, m.Y+y
		p.marks = append(p.marks, m)
	}
	for _, r := range o.rules {
		p.rules = append(p.rules, Rule{r.X0 + x, r.Y0 + y, r.X1 + x, r.Y1 + y})
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
		out.rules = append(out.rules, Rule{r.X0 * by, r.Y0 * by, r.X1 * by, r.Y1 * by})
	}
	return out
}

// box draws a frame around the piece, or only its top and bottom.
func (p *piece) box(sides bool) {
	p.rules = append(p.rules, Rule{0, 0, p.w, 0}, Rule{0, p.h, p.w, p.h})
	if sides {
		p.rules = append(p.rules, Rule{0, 0, 0, p.h}, Rule{p.w, 0, p.w, p.h})
	}
}

// node is content that can be laid out in a width.
type node interface {
	set(w float64) piece
	// least returns the minimum width in points.
	least() float64
}

type ink struct {
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

func (i ink) mark(r run) Mark {
	m := Mark{Size: i.size, Bold: r.bold, Text: r.text, Wide: i.wide, Field: r.field}
	if r.scale > 0 {
		m.Size *= r.scale
	}
	return m
}

func (i ink) factor() float64 {
	if i.wide == 0 {
		return 1
	}
	return i.wide
}

func (i ink) width(r run) float64 { return i.mark(r).width() }

type textBlock struct {
	ink
	rows  [][]run
	align tableAlign
	// justified widens the letters of all lines of a row except the last to the width of the block.
	justified bool
	narrow    float64 // maximum line width in points; 0 for the available width
	apart     float64 // extra points between rows
}

// asked returns the width that a text requests. Texts longer than an address line are wrapped.
func asked(w float64) float64 {
	const long, wrapped = 290.0, 210.0
	if w > long {
		return wrapped
	}
	return w
}

func (b textBlock) least() float64 {
	w := 20.0
	for _, row := range b.rows {
		w = max(w, asked(b.rowWidth(row)))
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

func (i ink) gap() float64 { return 0.4 * i.size }

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
	return each(row, func(r run) run {
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

// line sets runs that fit below the content of the piece.
func (b textBlock) line(p *piece, runs []run) {
	size := 0.0
	for _, r := range runs {
		size = max(size, b.mark(r).Size)
	}
	x := 0.0
	switch spare := p.w - b.rowWidth(runs) + b.gap(); b.align {
	case alignRight:
		x = max(0, spare)
	case alignMiddle:
		x = max(0, spare/2)
	case alignLeft:
	}
	for _, r := range runs {
		m := b.mark(r)
		m.X, m.Y = x, p.h+0.8*size
		if strings.TrimSpace(m.Text) != "" {
			p.marks = append(p.marks, m)
		}
		x += m.width() + b.gap()
	}
	p.h += size * b.lead
}

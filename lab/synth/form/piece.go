package form

import (
	"strings"

	"github.com/docmill/docmill/lab/synth/sheet"
)

// ink holds the font and alignment of a text.
type ink struct {
	size, wide, lead float64 // points, factor of Helvetica's letters (0 for 1), from line to line in sizes
	bold             bool
	align            float64 // 0 left, 0.5 middle, 1 right
}

func (i ink) width(text string) float64 {
	return sheet.Mark{Text: text, Size: i.size, Bold: i.bold, Wide: i.wide}.Width()
}

func (i ink) height() float64 { return i.size * i.lead }

func (i ink) scaled(by float64) ink {
	i.size *= by
	return i
}

// run is a part of a text with its field. A whole run is never split.
type run struct {
	ink
	text, field string
	whole       bool
}

// piece is a part of a page, relative to its top left corner.
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

func (p *piece) rule(x0, y0, x1, y1 float64) {
	p.rules = append(p.rules, sheet.Rule{X0: x0, Y0: y0, X1: x1, Y1: y1})
}

func (p *piece) box(x0, y0, x1, y1 float64) {
	p.rule(x0, y0, x1, y0)
	p.rule(x0, y1, x1, y1)
	p.rule(x0, y0, x0, y1)
	p.rule(x1, y0, x1, y1)
}

// set adds a text with its left end at x and its top at y, in one line, and returns its right end.
func (p *piece) set(x, y float64, r run) float64 {
	if r.text == "" {
		return x
	}
	p.marks = append(p.marks, sheet.Mark{X: x, Y: y + 0.82*r.height(), Size: r.size, Bold: r.bold, Wide: r.wide,
		Text: r.text, Field: r.field})
	p.h = max(p.h, y+r.height())
	return x + r.width(r.text)
}

// flow adds runs one after another into lines from x to x+w and returns the end of the last line and its top. The
// first run's alignment is that of all lines.
func (p *piece) flow(x, y, w float64, runs ...run) (end, top float64) {
	end, top = x, y
	first, high := len(p.marks), 0.0
	closeLine := func() {
		for i := first; i < len(p.marks); i++ {
			p.marks[i].X += runs[0].align * max(0, x+w-end)
		}
		first = len(p.marks)
	}
	for _, r := range runs {
		for _, part := range r.parts(w) {
			gap := 0.0
			if end > x {
				gap = 0.28 * r.size
			}
			if end > x && end+gap+part.width(part.text) > x+w+0.01 {
				closeLine()
				end, top, gap, high = x, top+max(high, r.height()), 0, 0
			}
			high = max(high, r.height())
			n := len(p.marks) - 1
			if gap > 0 && n >= first && p.marks[n].Field == r.field && p.marks[n].Size == r.size && !r.whole {
				p.marks[n].Text += " " + part.text
				end = p.marks[n].X + p.marks[n].Width()
				continue
			}
			end = p.set(end+gap, top, part)
		}
	}
	right := end
	closeLine()
	p.h = max(p.h, top+high)
	return right, top
}

// parts returns the parts of a run between which lines can break, each at most w wide.
func (r run) parts(w float64) []run {
	words := strings.Fields(r.text)
	if r.whole && len(words) > 0 {
		words = []string{r.text}
	}
	if n := len(words); n > 1 && words[n-1] == ":" {
		words = append(words[:n-2], words[n-2]+" :")
	}
	out := make([]run, len(words))
	for i, word := range words {
		out[i] = r
		out[i].text = word
		if n := r.width(word); n > w {
			out[i].size = max(2.5, r.size*w/n)
		}
	}
	return out
}

// stack puts pieces below one another.
func stack(pieces []piece, gap float64) piece {
	var p piece
	for i, o := range pieces {
		y := p.h
		if i > 0 {
			y += gap
		}
		p.add(o, 0, y)
		p.w = max(p.w, o.w)
	}
	return p
}

// Package tables finds the tables of a page and their cells. Tables with lines around each cell are read by these
// lines, other tables by the gaps between their columns.
package tables

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
)

// line is a line of print, from left to right.
type line struct {
	tokens []layout.Token
	box    layout.Box
	height float64 // of its words
	leads  bool    // has dots that lead to a figure
}

func newLine(tokens []layout.Token) line {
	l := line{tokens: tokens, box: tokens[0].Box}
	for i := range tokens {
		l.box = l.box.Union(tokens[i].Box)
		l.height += tokens[i].Box.Height() / float64(len(tokens))
	}
	return l
}

// piece is a run of words of a line without a wide gap.
type piece = line

// Gaps between words, in heights of the line. A space is about a quarter as wide as a line is high.
const (
	wideGap   = 0.9
	narrowGap = 0.5
)

// pieces splits a line at gaps.
func (l line) pieces(gap float64) (out []piece) {
	start := 0
	for i := 1; i <= len(l.tokens); i++ {
		if i == len(l.tokens) || isGap(&l.tokens[i-1], &l.tokens[i], gap*l.height) {
			out = append(out, newLine(l.tokens[start:i]))
			start = i
		}
	}
	return out
}

func isGap(a, b *layout.Token, gap float64) bool {
	return b.Box.X0-a.Box.X1 > max(gap, layout.Space(a, b))
}

func (l line) text() string {
	words := make([]string, len(l.tokens))
	for i := range l.tokens {
		words[i] = l.tokens[i].Text
	}
	return strings.Join(words, " ")
}

// isFigure reports whether a text is a number, or a sign for a missing one.
func isFigure(text string) bool {
	letters, digits, signs := 0, 0, 0
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		case !unicode.IsSpace(r):
			signs++
		}
	}
	return digits > letters || digits+letters == 0 && signs > 0
}

// Find returns the tables of a page from top to bottom.
func Find(p *layout.Page) (found []value.Grid) {
	rules := newRules(p.Rules)
	lines := linesOf(p)
	var placed []placedGrid
	for _, frame := range rules.frames() {
		if g, rest, ok := frame.read(lines); ok {
			placed, lines = append(placed, g), rest
		}
	}
	for _, part := range bands(lines, rules, maxBands) {
		for _, z := range zones(part) {
			if g, ok := z.read(rules); ok {
				placed = append(placed, placedGrid{g, z.box()})
			}
		}
	}
	slices.SortStableFunc(placed, func(a, b placedGrid) int { return cmp.Compare(a.box.Y0, b.box.Y0) })
	for _, g := range placed {
		g.Page = p.Number
		found = append(found, g.Grid)
	}
	return found
}

// linesOf returns the lines of a page without the dots that lead from a label to a figure.
func linesOf(p *layout.Page) (lines []line) {
	for _, row := range p.Rows {
		n := 0
		for _, s := range row.Segments {
			n += len(s.Tokens)
		}
		tokens, dots, leads := make([]layout.Token, 0, n), []layout.Token(nil), false
		end := func() { // few dots stand for a missing figure
			if leads = leads || len(dots) >= minDots; len(dots) < minDots {
				tokens = append(tokens, dots...)
			}
			dots = nil
		}
		for _, s := range row.Segments {
			for _, t := range s.Tokens {
				label := strings.TrimRight(t.Text, ".")
				if label == "" && (dots == nil || t.Box.X0-dots[len(dots)-1].Box.X1 < t.Box.Height()) {
					dots = append(dots, t)
					continue
				}
				if n := len(t.Text) - len(label); n >= minDots && label != "" {
					leads, t.Text = true, label
					t.Box.X1 -= t.Box.Width() * float64(n) / float64(len(label)+n)
				}
				end()
				tokens = append(tokens, t)
			}
		}
		if end(); len(tokens) > 0 {
			l := newLine(tokens)
			l.leads = leads
			lines = append(lines, l)
		}
	}
	return lines
}

const minDots = 3 // that lead to a figure

type placedGrid struct {
	value.Grid

	box layout.Box
}

package custom

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

// Gaps between two cells: at least maxSpace heights of print, or minGap and clearly wider than the spaces of the line,
// or minSpace before a word exactly below a label.
const (
	minSpace = 0.45
	maxSpace = 0.6
	minGap   = 0.38
	wider    = 1.5 // times the median space
)

// cell is a run of words without a wide gap, up to a colon.
type cell struct {
	layout.Part
	box   layout.Box
	label bool // it announces something: a colon ends it, or it is a known label as a whole
}

// cells are the cells of the pages by row, left to right.
type cells map[*layout.Row][]cell

// cut finds the cells of all pages.
func (w *queries) cut() cells {
	out := cells{}
	for _, s := range w.Layout.Segments {
		row, first, space := s.Page.Rows[s.Row], 0, s.MedianSpace()
		for i, word := range s.Words {
			colon := strings.HasSuffix(word, ":")
			next := slices.ContainsFunc(w.LabelsIn[s], func(h *annotate.Label) bool { return h.Colon && h.First == i+1 })
			if i+1 < len(s.Words) && !colon && !next {
				gap := s.Tokens[i+1].Box.X0 - s.Tokens[i].Box.X1
				isUnder := out.startsUnder(s, i+1, 1) && (gap >= minSpace*s.Height() || out.startsUnder(s, first, 0)) ||
					gap >= maxSpace*s.Height() && out.startsUnder(s, i+1, 0)
				if !isUnder && (s.Height() == 0 || gap < maxSpace*s.Height() && (gap < minGap*s.Height() || gap < wider*space) ||
					gap < maxGapOf(&s.Tokens[i], &s.Tokens[i+1], wider*space) || w.isWithinLabel(s, i)) {
					continue
				}
			}
			part := layout.Part{Segment: s, First: first, Last: i}
			known := slices.ContainsFunc(w.LabelsIn[s], func(h *annotate.Label) bool {
				return h.First <= first && h.Last >= i
			})
			out[row] = append(out[row], cell{part, s.SpanBox(first, i), known ||
				colon && annotate.HasLetters(part.Words())})
			first = i + 1
		}
	}
	return out
}

// maxGapOf returns the maximum width of a space between two words that text recognition read, or of monospaced print.
// Spaces of typewriters are wider, but not more than a limit.
func maxGapOf(a, b *layout.Token, limit float64) float64 {
	const spaced, typed = 1.5, 1.8 // characters
	if a.Source != document.SourceOCR || b.Source != document.SourceOCR {
		return layout.Space(a, b)
	}
	width := (a.CharacterWidth() + b.CharacterWidth()) / 2
	return max(spaced*width, min(typed*width, limit))
}

// isWithinLabel reports whether the space after a word is within a label.
func (w *queries) isWithinLabel(s *layout.Segment, word int) bool {
	return slices.ContainsFunc(w.LabelsIn[s], func(h *annotate.Label) bool { return h.First <= word && word < h.Last })
}

// startsUnder reports whether a word starts exactly below a label of the row above, except its first cells.
func (c cells) startsUnder(s *layout.Segment, word, except int) bool {
	const exact, reach = 0.15, 1.5 // heights of print
	height := s.Height()
	if s.Row == 0 || s.Page.Nominal || s.Box.Y0-s.Page.Rows[s.Row-1].Box.Y1 > reach*height {
		return false
	}
	above := c[s.Page.Rows[s.Row-1]]
	return len(above) > 1 && slices.ContainsFunc(above[except:], func(x cell) bool {
		return math.Abs(x.box.X0-s.Tokens[word].Box.X0) <= exact*height && digits(x.Words()) == 0
	})
}

// at returns the index of the cell with a word in its row.
func (c cells) at(s *layout.Segment, word int) int {
	return slices.IndexFunc(c[s.Page.Rows[s.Row]], func(x cell) bool {
		return x.Segment == s && x.First <= word && word <= x.Last
	})
}

// answer returns the cell right of a label with a colon, and otherwise the cell itself.
func (c cells) answer(of cell) cell {
	row := c[of.Segment.Page.Rows[of.Segment.Row]]
	if at := c.at(of.Segment, of.First); at+1 < len(row) && strings.HasSuffix(of.Text(), ":") {
		return row[at+1]
	}
	return of
}

// end returns the left edge of the next cell in the row of another, or the width of the page.
func (c cells) end(of cell) float64 {
	row := c[of.Segment.Page.Rows[of.Segment.Row]]
	if at := c.at(of.Segment, of.First); at+1 < len(row) {
		return row[at+1].box.X0
	}
	return of.Segment.Page.Width
}

// below returns the cells below another that share its horizontal range, nearest first, at most limit points away.
func (c cells) below(of cell, limit float64) []cell {
	var out []cell
	page := of.Segment.Page
	for _, row := range page.Rows[of.Segment.Row+1:] {
		if row.Box.Y0-of.box.Y1 > limit {
			break
		}
		for _, x := range c[row] {
			if x.box.OverlapX(of.box) > 0 && x.box.CenterY() > of.box.CenterY() {
				out = append(out, x)
			}
		}
	}
	return out
}

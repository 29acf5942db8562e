package classify

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

// Widths of rows in heights of the print; a receipt has about 40 letters per line, which are 24 heights.
const (
	stripWidth     = 34 // of most rows from OCR
	maxStripAspect = 30 // of all rows of a file's own text
	stripAspect    = 1.75
)

// narrow reports whether the page is a receipt, or a photo of one, with few letters per line.
func narrow(p *layout.Page) bool {
	if p.Nominal || p.Width <= 0 {
		return false
	}
	if isRecognized(p) {
		w := mostRows(p)
		return w > 0 && w < stripWidth
	}
	if p.Height/p.Width > stripAspect {
		return true
	}
	widest := 0.0
	for _, row := range p.Rows {
		letters := 0
		for _, s := range row.Segments {
			letters += len(s.Text())
		}
		if letters > 0 && row.Box.Height() > 0 {
			widest = max(widest, row.Box.Width()/row.Box.Height())
		}
	}
	return widest < maxStripAspect
}

func isRecognized(p *layout.Page) bool {
	return len(p.Rows) > 0 && p.Rows[0].Segments[0].Tokens[0].Source == document.SourceOCR
}

// minLegibility is the OCR confidence below which a word may be dirt.
const minLegibility = 0.4

// mostRows is the 80th percentile of the row widths, in heights of the page's median word, without dirt.
func mostRows(p *layout.Page) float64 {
	var heights, widths []float64
	for _, row := range p.Rows {
		left, right := math.Inf(1), math.Inf(-1)
		for _, s := range row.Segments {
			for i := range s.Tokens {
				t := &s.Tokens[i]
				if t.Confidence < minLegibility {
					continue
				}
				heights = append(heights, t.Box.Height())
				left, right = min(left, t.Box.X0), max(right, t.Box.X1)
			}
		}
		if right > left {
			widths = append(widths, right-left)
		}
	}
	if len(widths) == 0 {
		return 0
	}
	slices.Sort(heights)
	slices.Sort(widths)
	return widths[len(widths)*8/10] / max(heights[len(heights)/2], 1e-6)
}

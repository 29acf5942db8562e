// Package skew measures by how much the lines of a recognised page fall.
package skew

import (
	"math"

	"github.com/docmill/docmill/engine/document"
)

const (
	// minSkew is a slope that parts no row of a page: two points from margin to
	// margin.
	minSkew = 0.004
	// maxSkew is what text recognition reads lines in spite of; a steeper slope
	// is no page that was put in askew.
	maxSkew = 0.1
	// minSpread is the sum of squares, in points, that words of lines must be
	// spread over for a slope to be more than noise: some twenty lines of 100 points.
	minSpread = 20000
)

// Of returns the slope of a recognised page's lines, in points down for each
// point to the right, on a page of that size in points; 0 where they are level, or are not from text recognition.
func Of(src *document.Page, width, height float64) float64 {
	spread, common := 0.0, 0.0
	for i := range src.Lines {
		xx, xy := spreadOf(src.Lines[i].Words, width, height)
		spread, common = spread+xx, common+xy
	}
	if spread < minSpread {
		return 0
	}
	slope := common / spread
	if math.Abs(slope) < minSkew || math.Abs(slope) > maxSkew {
		return 0
	}
	return slope
}

// spreadOf returns how the middles of a line's words spread around their mean: the
// sum of squares along the line, and that of products with what they lie lower.
func spreadOf(words []document.Word, width, height float64) (xx, xy float64) {
	n, x, y := 0.0, 0.0, 0.0
	for i := range words {
		if words[i].Source == document.SourceText {
			return 0, 0
		}
		b := words[i].Box
		n, x, y = n+1, x+b.CenterX()*width, y+b.CenterY()*height
	}
	for i := range words {
		dx, dy := words[i].Box.CenterX()*width-x/n, words[i].Box.CenterY()*height-y/n
		xx, xy = xx+dx*dx, xy+dx*dy
	}
	return xx, xy
}

// Package skew measures the slope of the lines of a scanned page.
package skew

import (
	"math"

	"github.com/docmill/docmill/engine/document"
)

const (
	// minSkew is the minimum slope that can split rows: two points from margin to margin.
	minSkew = 0.004
	// maxSkew is the maximum slope at which text recognition reads lines. A steeper slope is not a skewed page.
	maxSkew = 0.1
	// minSpread is the minimum sum of squares, in points, of the horizontal spread of words. Below it, about twenty
	// lines of 100 points, a slope is noise.
	minSpread = 20000
)

// Of returns the slope of a scanned page's lines, in points down for each point to the right, on a page of that
// size in points. It returns 0 if they are level, or not from text recognition.
func Of(src *document.Page, width, height float64) float64 {
	spread, common := 0.0, 0.0
	for i := range src.Lines {
		if src.Lines[i].Sideways {
			continue
		}
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

// spreadOf returns the sum of squares of the words' middles along the line, and the sum of products with their depth.
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

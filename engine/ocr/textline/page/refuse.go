package page

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/ocr/quantile"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
)

// refuse removes words that are not print of the page: print of the back that shows through, stains, and texture. They
// are paler, more blurred or much smaller than the page's print, and what is read of them is uncertain.
func refuse(lines []hypothesis) {
	usual := usualPrint(lines)
	for i := range lines {
		l := &lines[i]
		sure, n := 0.0, 0.0
		for _, s := range l.spans {
			sure += s.probability() * float64(len(s.characters))
			n += float64(len(s.characters))
		}
		l.spans = slices.DeleteFunc(l.spans, func(s span) bool {
			return (sure/n+s.probability())/2 < usual.minProbability(l.printOf(s))
		})
	}
}

// print is what the ink of a word looks like.
type print struct {
	contrast  float64 // the share of light that it absorbs
	sharpness float64 // of its edges, from 0 to 1
	height    float64 // of the line
}

// minProbability returns the lowest mean probability of characters of a word that is print of a page with the usual
// print.
func (usual print) minProbability(word print) float64 {
	const (
		sharp, small = 0.8, 0.55 // of the usual
		ofSmall      = 0.75
		pale, slope  = 0.25, 1.2 // below this contrast a word needs most, above it less
	)
	lowest, highest := 0.35, 0.7
	if word.sharpness < sharp*usual.sharpness {
		lowest, highest = 0.45, 0.9
	}
	least := min(max(0.9-slope*(word.contrast/usual.contrast-pale), lowest), highest)
	if word.height < small*usual.height {
		least = max(least, ofSmall)
	}
	return least
}

// usualPrint returns the median print of a page's words, weighted by how certain they are.
func usualPrint(lines []hypothesis) print {
	var contrasts, sharpnesses, heights []quantile.Point
	for i := range lines {
		for _, s := range lines[i].spans {
			n := float64(len(s.characters))
			p, weight := lines[i].printOf(s), n
			for _, c := range s.characters {
				weight *= c.Probability - c.Raised
			}
			contrasts = append(contrasts, quantile.Point{Value: p.contrast, Weight: weight})
			sharpnesses = append(sharpnesses, quantile.Point{Value: p.sharpness, Weight: weight})
			heights = append(heights, quantile.Point{Value: p.height, Weight: weight})
		}
	}
	return print{quantile.Of(contrasts, 0.5), quantile.Of(sharpnesses, 0.5), quantile.Of(heights, 0.5)}
}

// probability is about the geometric mean of the characters' probabilities, as far as their own print shows them: that
// of their arithmetic and harmonic means. Logarithms differ between kinds of processors.
func (s span) probability() float64 {
	sum, inverse := 0.0, 0.0
	for _, c := range s.characters {
		p := max(c.Probability-c.Raised, 1e-6)
		sum += p
		inverse += 1 / p
	}
	return math.Sqrt(sum / max(inverse, 1))
}

func (l *hypothesis) printOf(s span) print {
	const (
		around = 6  // columns
		inked  = 20 // places of which one has ink or an edge, at least
		margin = (crop.Rows - crop.LineRows) / 2
	)
	p := l.picture
	var inks, edges [256]int
	n := 0
	for y := margin; y < crop.Rows-margin; y++ {
		row := p.Ink[y*p.Columns:][max(s.first-around, 0):min(s.last+around, p.Columns)]
		for x, v := range row[1:] {
			inks[v]++
			edges[max(v, row[x])-min(v, row[x])]++
			n++
		}
	}
	ink, edge := highest(&inks, n/inked), highest(&edges, n/inked)
	return print{p.Contrast * ink / 255, edge / max(ink, 1), l.height}
}

// highest returns the value that some counted ones exceed.
func highest(counts *[256]int, some int) float64 {
	v := len(counts) - 1
	for ; v > 0 && counts[v] <= some; v-- {
		some -= counts[v]
	}
	return float64(v)
}

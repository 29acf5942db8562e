package rules

import (
	"cmp"
	"image"
	"math"
	"slices"
)

// frame is a small box, such as a check box: two level lines and the columns of its sides.
type frame struct {
	upper, lower *trace
	thick        int
	before       *image.Gray
}

// frames returns the small boxes among thin level lines: pairs of equal ones with straight sides between them.
func (p *page) frames(img *image.Gray, level []*trace) (found []frame) {
	const (
		longest        = 2.4  // heights of the page's text
		smallest       = 12   // pixels
		least          = 1.05 // heights that the longer side has, unless the box is a square
		square, oblong = 1.33, 2
		straight       = 0.8 // of the length of a level line, in one row of pixels
	)
	short := selected(level, func(t *trace) bool {
		return t.length() >= max(smallest, minFrame*p.height) && t.length() <= longest*p.height && t.isRule(p.height) &&
			float64(t.free) >= straight*t.length()
	})
	slices.SortStableFunc(short, func(a, b *trace) int { return cmp.Compare(a.from, b.from) })
	for i, a := range short {
		slack := 2 + int(0.05*a.length())
		for k := i + 1; k < len(short) && short[k].from <= a.from+slack; k++ {
			upper, lower := a, short[k]
			if upper.y > lower.y {
				upper, lower = lower, upper
			}
			high := lower.y - upper.y
			ratio := max(high/a.length(), a.length()/high)
			if high < max(smallest, minFrame*p.height) || high > longest*p.height || ratio > oblong ||
				ratio > square && max(high, a.length()) < least*p.height || math.Abs(float64(upper.to-lower.to)) > float64(slack) {
				continue
			}
			f := frame{upper, lower, max(upper.thickness(), lower.thickness(), 2), img}
			if f.hasSide(f.upper.from, f.lower.from, -1) && f.hasSide(f.upper.to-1, f.lower.to-1, 1) {
				found = append(found, f)
			}
		}
	}
	return found
}

// hasSide reports whether a thin dark line runs from a column of the upper line to one of the lower line;
// outward is the direction away from the box.
func (f frame) hasSide(upper, lower, outward int) bool {
	const solid, free = 0.95, 0.7
	rows, dark, inside, outside := 0, 0, 0, 0
	f.along(upper, lower, 0, func(x, y int) {
		rows++
		paper := f.paper(x, y, outward)
		at := func(away int) int { return int(f.before.Pix[y*f.before.Stride+x+outward*away]) }
		isDark := false
		for d := -1; d <= f.thick+1; d++ {
			isDark = isDark || at(d)+darker <= paper
		}
		if isDark {
			dark++
		}
		if at(-f.thick-3)+darker > paper {
			inside++
		}
		// The sides of round letters are farther outside the ends of their level strokes.
		if at(f.thick+2)+darker > paper {
			outside++
		}
	})
	return rows > 0 && float64(dark) >= solid*float64(rows) && float64(min(inside, outside)) >= free*float64(rows)
}

// paper is the brightness outside a side.
func (f frame) paper(x, y, outward int) int {
	return int(f.before.Pix[y*f.before.Stride+x+outward*(f.thick+4)])
}

// along calls visit for the places of a side, and some pixels beyond its ends, that have room around them.
func (f frame) along(upper, lower, reach int, visit func(x, y int)) {
	top, bottom := int(f.upper.y)-reach, int(f.lower.y+0.5)+reach
	margin := f.thick + 6
	for y := top; y <= bottom; y++ {
		x := upper + (lower-upper)*(y-top)/max(bottom-top, 1)
		if y >= 0 && y < f.before.Rect.Dy() && x >= margin && x < f.before.Rect.Dx()-margin {
			visit(x, y)
		}
	}
}

func (f frame) erase(img *image.Gray) {
	f.upper.erase(img, f.before)
	f.lower.erase(img, f.before)
	for _, s := range [][3]int{{f.upper.from, f.lower.from, -1}, {f.upper.to - 1, f.lower.to - 1, 1}} {
		f.along(s[0], s[1], f.thick, func(x, y int) { f.eraseAt(img, x, y, s[2]) })
	}
}

// eraseAt fills the ink at a place of a side, unless it is wider than the side.
func (f frame) eraseAt(img *image.Gray, x, y, outward int) {
	const gray = 1 // pixels of the side's edges
	paper := f.paper(x, y, outward)
	row := img.Pix[y*img.Stride:][:img.Rect.Dx()]
	isInk := func(x int) bool { return int(row[x])+darker <= paper }
	ink := -1
	for !isInk(x + outward*ink) {
		if ink++; ink > f.thick+1 {
			return
		}
	}
	from, to := x+outward*ink, x+outward*ink
	for from > 0 && to-from <= f.thick+2 && isInk(from-1) {
		from--
	}
	for to < len(row) && to-from <= f.thick+2 && isInk(to) {
		to++
	}
	if to-from > f.thick+2 {
		return
	}
	for i := max(from-gray, 0); i < min(to+gray, len(row)); i++ {
		row[i] = max(row[i], byte(paper))
	}
}

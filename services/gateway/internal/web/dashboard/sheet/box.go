package sheet

import (
	"cmp"
	"math"
	"slices"
)

// Box is the rectangle of a value on a page, in fractions of the displayed page from
// the top left.
type Box struct {
	Page                int
	Path, Label, Value  string
	Level               string
	X, Y, Width, Height float64
}

// margin is the space between a value and its frame, in fractions of the page.
const margin = 0.003

// rectangle clips a box to its page. ok is false if the box is invalid.
func rectangle(corners [4]float64) (b Box, ok bool) {
	for _, v := range corners {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Box{}, false
		}
	}
	x0, y0 := max(0, corners[0]-margin), max(0, corners[1]-margin)
	x1, y1 := min(1, corners[2]+margin), min(1, corners[3]+margin)
	if x0 >= x1 || y0 >= y1 || corners[2] < corners[0] || corners[3] < corners[1] {
		return Box{}, false
	}
	return Box{X: round(x0), Y: round(y0), Width: round(x1 - x0), Height: round(y1 - y0)}, true
}

// round keeps a tenth of a pixel on the widest image.
func round(v float64) float64 { return math.Round(v*1e5) / 1e5 }

// Boxes returns the boxes of a page, larger ones first, so that small ones inside can
// be clicked.
func (s *Sheet) Boxes(page int) []Box {
	var boxes []Box
	for _, b := range s.boxes {
		if b.Page == page {
			boxes = append(boxes, b)
		}
	}
	sortBySize(boxes)
	return boxes
}

func sortBySize(boxes []Box) {
	slices.SortStableFunc(boxes, func(a, b Box) int { return cmp.Compare(b.Width*b.Height, a.Width*a.Height) })
}

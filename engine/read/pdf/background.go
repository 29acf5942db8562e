package pdf

import (
	"context"

	"github.com/docmill/docmill/engine/document"
)

// background holds the areas behind text, from the lowest to the topmost.
type background []paint

// paint is an area of one color or of unknown colors.
type paint struct {
	box   rect // in display space
	color color
	plain bool // a rectangle of that color all over
}

// hides reports whether text of that color is invisible on its background. It returns false if unsure, for
// example on pictures.
func (b background) hides(text color, box rect) bool {
	x, y := (box.x0+box.x1)/2, (box.y0+box.y1)/2
	for i := len(b) - 1; i >= 0; i-- {
		p := &b[i]
		if x < p.box.x0 || x > p.box.x1 || y < p.box.y0 || y > p.box.y1 {
			continue
		}
		if p.plain {
			return p.color.isNear(text)
		}
		return false
	}
	return white.isNear(text)
}

// mayHide reports whether hides can be true for text of that color.
func (b background) mayHide(text color) bool {
	if white.isNear(text) {
		return true
	}
	for i := range b {
		if b[i].plain && b[i].color.isNear(text) {
			return true
		}
	}
	return false
}

// maxSquares bounds the squares per page.
const maxSquares = 8

// isCodeSized reports whether an object's size in points fits a QR code, with or without its quiet zone: 9
// to 110 millimeters.
func isCodeSized(w, h float64) bool {
	const smallest, largest, oblong = 25.0, 310.0, 1.25
	return w >= smallest && h >= smallest && w <= largest && h <= largest && w <= oblong*h && h <= oblong*w
}

// codePlaces finds the places where codes may be: images, forms, shapes of many segments, and groups of small shapes,
// which may be bars or modules. Those of square shape may be QR codes.
func (f *File) codePlaces(ctx context.Context, objects []object, at placement) (places, squares []document.Box,
	err error) {
	const (
		minLength, minWidth = 14.0, 10.0 // points
		maxSmall, maxBar    = 6.0, 200.0
		minSegments         = 40
	)
	var groups []group
	pageW, pageH := at.size()
	isSquare := func(b document.Box) bool { return isCodeSized(b.Width()*pageW, b.Height()*pageH) }
	for i := range objects {
		o := &objects[i]
		box := at.fractions(at.rect(o.box))
		long, short := max(box.Width()*pageW, box.Height()*pageH), min(box.Width()*pageW, box.Height()*pageH)
		isPath := o.objectType == objectPath
		if !isPath && o.objectType != objectImage && o.objectType != objectForm {
			continue
		}
		if isPath && short <= maxSmall && long <= maxBar {
			groups = addToGroup(groups, box, pageW, pageH)
			continue
		}
		if (!isPath || o.segments >= minSegments && long <= maxBar) && long >= minLength && short >= minWidth {
			places = append(places, box)
		}
		if isSquare(box) && len(squares) < maxSquares {
			if o.objectType == objectImage {
				if fine, err := f.isTooFine(ctx, o.handle); err != nil {
					return nil, nil, err
				} else if fine {
					continue
				}
			}
			squares = append(squares, box)
		}
	}
	for _, g := range groups {
		if g.isDense() && min(g.Width()*pageW, g.Height()*pageH) >= minWidth { // dashed lines are narrower
			places = append(places, g.Box)
			if isSquare(g.Box) {
				squares = append(squares, g.Box)
			}
		}
	}
	return places, squares, nil
}

// group is the place of small shapes that are drawn one after the other, with their whole area and number.
type group struct {
	document.Box
	area  float64
	count int
}

// isDense reports whether the group may be a code: bars and modules are dark in half of their place, rules are not.
func (g *group) isDense() bool {
	const minCount, minFill = 20, 0.2
	return g.count >= minCount && g.area >= minFill*g.Width()*g.Height()
}

// addToGroup adds a shape to the last group if it is near.
func addToGroup(groups []group, b document.Box, pageW, pageH float64) []group {
	const near = 20.0 // points
	around := document.Box{X0: b.X0 - near/pageW, Y0: b.Y0 - near/pageH, X1: b.X1 + near/pageW, Y1: b.Y1 + near/pageH}
	if n := len(groups); n == 0 || !groups[n-1].Overlaps(around) {
		groups = append(groups, group{})
	}
	g := &groups[len(groups)-1]
	g.Box, g.area, g.count = g.Union(b), g.area+b.Width()*b.Height(), g.count+1
	return groups
}

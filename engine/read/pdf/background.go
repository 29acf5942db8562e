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

// maxSquares bounds the places per page.
const maxSquares = 8

// isCodeSized reports whether an object's size in points fits a QR code, with or without its quiet zone: 9
// to 110 millimeters.
func isCodeSized(w, h float64) bool {
	const smallest, largest, oblong = 25.0, 310.0, 1.25
	return w >= smallest && h >= smallest && w <= largest && h <= largest && w <= oblong*h && h <= oblong*w
}

// squares finds the places where QR codes may be: images, forms and paths of square shape, and many small paths
// that may be modules.
func (f *File) squares(ctx context.Context, objects []object, at placement) ([]document.Box, error) {
	const (
		module = 6.0 // points; larger squares are not modules
		crowd  = 60  // dark modules in rows; a code has more
	)
	var (
		found   []document.Box
		modules document.Box // around all modules
		count   int
	)
	pageW, pageH := at.size()
	for i := range objects {
		o := &objects[i]
		box := at.fractions(at.rect(o.box))
		w, h := box.Width()*pageW, box.Height()*pageH
		switch {
		case o.objectType != objectImage && o.objectType != objectForm && o.objectType != objectPath:
		case o.objectType == objectPath && w <= module && h <= module:
			modules = modules.Union(box)
			count++
		case isCodeSized(w, h) && len(found) < maxSquares:
			if o.objectType == objectImage {
				if fine, err := f.isTooFine(ctx, o.handle); err != nil {
					return nil, err
				} else if fine {
					continue
				}
			}
			found = append(found, box)
		}
	}
	if count >= crowd && isCodeSized(modules.Width()*pageW, modules.Height()*pageH) {
		found = append(found, modules)
	}
	return found, nil
}

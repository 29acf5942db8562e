package pdf

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

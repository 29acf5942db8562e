package pdf

// color is what PDFium makes of a colour in any space: red, green, blue and
// opacity from the lowest byte up.
type color uint32

const white color = 0xffffffff

func (c color) alpha() uint8 { return uint8(c >> 24) }

// near reports whether the eye can hardly distinguish one colour on the other.
func (c color) near(o color) bool {
	const tolerance = 20
	for shift := 0; shift < 24; shift += 8 {
		d := int(uint8(c>>shift)) - int(uint8(o>>shift))
		if d > tolerance || d < -tolerance {
			return false
		}
	}
	return true
}

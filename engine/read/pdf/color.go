package pdf

// color is red, green, blue and opacity from the lowest byte up, converted by PDFium from any color space.
type color uint32

const white color = 0xffffffff

func (c color) alpha() uint8 { return uint8(c >> 24) }

// isNear reports whether the eye can hardly distinguish the colors.
func (c color) isNear(o color) bool {
	const tolerance = 20
	for shift := 0; shift < 24; shift += 8 {
		d := int(uint8(c>>shift)) - int(uint8(o>>shift))
		if d > tolerance || d < -tolerance {
			return false
		}
	}
	return true
}

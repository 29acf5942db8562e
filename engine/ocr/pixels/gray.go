package pixels

import (
	"image"
	"image/color"
	"image/draw"
)

// Gray returns the brightness of an image's pixels, with transparency over white. The result's bounds start
// at the origin; it may share memory with img.
func Gray(img image.Image) *image.Gray {
	b := img.Bounds()
	out := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	switch src := img.(type) {
	case *image.Gray:
		copyPlane(out, src.Pix[src.PixOffset(b.Min.X, b.Min.Y):], src.Stride)
	case *image.YCbCr:
		copyPlane(out, src.Y[src.YOffset(b.Min.X, b.Min.Y):], src.YStride)
	case *image.Paletted:
		grayPaletted(out, src)
	case *image.RGBA:
		grayPremultiplied(out, src.Pix, src.Stride)
	case *image.NRGBA:
		grayStraight(out, src.Pix, src.Stride)
	default:
		rgba := image.NewRGBA(out.Rect)
		draw.Draw(rgba, rgba.Rect, img, b.Min, draw.Src)
		grayPremultiplied(out, rgba.Pix, rgba.Stride)
	}
	return out
}

// FromBGR returns the brightness of pixels of one byte, or of bytes for blue, green and red and perhaps an unused one.
// Rows have at least four pixels, and stride is less than a pixel longer.
func FromBGR(pix []byte, w, h, stride int) *image.Gray {
	out, size := image.NewGray(image.Rect(0, 0, w, h)), stride/w
	for i := range out.Pix {
		p := pix[i/w*stride+i%w*size:]
		out.Pix[i] = byte(luma(p[min(2, size-1)], p[min(1, size-1)], p[0]))
	}
	return out
}

func copyPlane(out *image.Gray, pix []byte, stride int) {
	for y := range out.Rect.Dy() {
		copy(out.Pix[y*out.Stride:(y+1)*out.Stride], pix[y*stride:])
	}
}

// luma weighs red, green and blue after ITU-R BT.601, as image/color does.
func luma(r, g, b byte) uint32 {
	return (19595*uint32(r) + 38470*uint32(g) + 7471*uint32(b) + 1<<15) >> 16
}

func grayPaletted(out *image.Gray, src *image.Paletted) {
	var table [256]byte
	for i, c := range src.Palette {
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		table[i] = overWhite(luma(n.R, n.G, n.B), n.A)
	}
	for y := range out.Rect.Dy() {
		from := src.Pix[y*src.Stride:]
		for x := range out.Rect.Dx() {
			out.Pix[y*out.Stride+x] = table[from[x]]
		}
	}
}

func overWhite(straight uint32, alpha byte) byte {
	a := uint32(alpha)
	return byte((straight*a + 255*(255-a) + 127) / 255)
}

func grayStraight(out *image.Gray, pix []byte, stride int) {
	for y := range out.Rect.Dy() {
		from := pix[y*stride:]
		for x := range out.Rect.Dx() {
			p := from[4*x : 4*x+4 : 4*x+4]
			out.Pix[y*out.Stride+x] = overWhite(luma(p[0], p[1], p[2]), p[3])
		}
	}
}

func grayPremultiplied(out *image.Gray, pix []byte, stride int) {
	for y := range out.Rect.Dy() {
		from := pix[y*stride:]
		for x := range out.Rect.Dx() {
			p := from[4*x : 4*x+4 : 4*x+4]
			out.Pix[y*out.Stride+x] = byte(min(luma(p[0], p[1], p[2])+255-uint32(p[3]), 255))
		}
	}
}

// WithoutColor returns an opaque gray image as *image.Gray, which takes a quarter of the memory, and every
// other image unchanged.
func WithoutColor(img *image.RGBA) image.Image {
	for p := range len(img.Pix) / 4 {
		if c := img.Pix[4*p : 4*p+3]; c[0] != c[1] || c[1] != c[2] {
			return img
		}
	}
	gray := image.NewGray(img.Rect)
	for i := range gray.Pix {
		gray.Pix[i] = img.Pix[4*i]
	}
	return gray
}

// AppendEdges adds the places where a row of pixels becomes dark, and light again, in turn. It becomes dark if it has
// become darker by the contrast since its lightest pixel after the last edge, and light in the same way.
func AppendEdges(edges []int, row []byte, contrast int) []int {
	isDark, peak := false, 0 // the lightest value of a light part, or the darkest of a dark one
	for x, pixel := range row {
		v := int(pixel)
		switch {
		case isDark && v-peak >= contrast, !isDark && peak-v >= contrast:
			isDark, peak, edges = !isDark, v, append(edges, x)
		case isDark == (v < peak):
			peak = v
		}
	}
	return edges
}

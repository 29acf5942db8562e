package raster

import (
	"bytes"
	"encoding/binary"
	"image"

	"github.com/docmill/docmill/engine/sniff"
)

// Orientations of TIFF and Exif (tag 274): the number tells which edges of the
// stored image are the seen one's top and left. Everything but 2 to 8 is upright.
const (
	upright        = 1
	orientationTag = 274
)

// orientation reads a JPEG's Exif orientation; other kinds are upright.
func orientation(kind sniff.Kind, data []byte) int {
	if kind != sniff.JPEG {
		return upright
	}
	for rest := data[min(2, len(data)):]; len(rest) >= 4 && rest[0] == 0xff; {
		marker, size := rest[1], int(binary.BigEndian.Uint16(rest[2:]))
		if marker == 0xda || size < 2 || 2+size > len(rest) { // start of scan
			break
		}
		const app1 = 0xe1
		if exif, found := bytes.CutPrefix(rest[4:2+size], []byte("Exif\x00\x00")); found && marker == app1 {
			if offsets := directories(exif, 1); len(offsets) == 1 {
				return tiffOrientation(exif, offsets[0])
			}
			break
		}
		rest = rest[2+size:]
	}
	return upright
}

// sideways tells whether the stored image lies on its side.
func sideways(orientation int) bool { return orientation >= 5 && orientation <= 8 }

// orient turns and mirrors an image so that it stands upright.
func orient(src *image.Gray, orientation int) *image.Gray {
	if orientation < 2 || orientation > 8 {
		return src
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dw, dh := w, h
	if sideways(orientation) {
		dw, dh = h, w
	}
	dst := image.NewGray(image.Rect(0, 0, dw, dh))
	for y := range dh {
		for x := range dw {
			sx, sy := source(orientation, x, y, w, h)
			dst.Pix[y*dst.Stride+x] = src.Pix[sy*src.Stride+sx]
		}
	}
	return dst
}

// source tells where in the stored image of w × h pixels the seen pixel (x, y)
// comes from.
func source(orientation, x, y, w, h int) (int, int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, h - 1 - x
	case 7:
		return w - 1 - y, h - 1 - x
	case 8:
		return w - 1 - y, x
	}
	return x, y
}

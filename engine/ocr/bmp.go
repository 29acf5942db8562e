package ocr

import (
	"encoding/binary"
	"image"
)

// encodeBMP writes the image as a Windows bitmap of 256 shades of gray. It needs no compression, and
// Tesseract reads it at once; it reads portable graymaps pixel by pixel.
func encodeBMP(img *image.Gray) []byte {
	const fileHeader, infoHeader, shades = 14, 40, 256
	const palette, bits = 4 * shades, 8
	w, h := img.Rect.Dx(), img.Rect.Dy()
	padding := make([]byte, -w&3)
	size := fileHeader + infoHeader + palette + (w+len(padding))*h
	le := binary.LittleEndian
	b := append(make([]byte, 0, size), "BM"...)
	for _, v := range []int{size, 0, fileHeader + infoHeader + palette, infoHeader, w, h, 1 | bits<<16, 0, 0, 0, 0,
		shades, 0} {
		b = le.AppendUint32(b, uint32(v))
	}
	for shade := range shades {
		b = append(b, byte(shade), byte(shade), byte(shade), 0)
	}
	for y := h - 1; y >= 0; y-- { // the lowest row comes first
		b = append(b, img.Pix[y*img.Stride:y*img.Stride+w]...)
		b = append(b, padding...)
	}
	return b
}

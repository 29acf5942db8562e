package page_test

import (
	"testing"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// Print of the back that shows through is not read; pale print of the front is.
func TestShowThrough(t *testing.T) {
	t.Parallel()
	const size, strong = 20, 4 // the back has a fourth of the contrast
	img := written(t, size)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	back := pixels.Enlarge(pixels.Shrink(img, w/3, h/3), w, h) // blurred
	for y := range h {
		for x := range w {
			behind := 255 - int(back.Pix[y*back.Stride+w-1-x])
			at := (y+size)%h*img.Stride + x // between the lines
			img.Pix[at] = byte(max(int(img.Pix[at])-behind/strong, 0))
		}
	}
	for i := range img.Pix[:4*size*img.Stride] { // the first line is as pale as the back
		img.Pix[i] = 255 - (255-img.Pix[i])/strong
	}
	read, err := reader(t).Read(t.Context(), img)
	require.NoError(t, err)
	found, all, wrong := wordsRead(read)
	assert.True(t, float64(found) >= 0.9*float64(all), found, "of", all, "words; in place of them", wrong)
	const few = 5
	assert.True(t, len(wrong) <= all-found+few, "read besides:", wrong)
}

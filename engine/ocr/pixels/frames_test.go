package pixels_test

import (
	"image"
	"testing"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestFrames(t *testing.T) {
	t.Parallel()
	img := pixels.White(200, 100)
	draw := func(r image.Rectangle, v byte) {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				img.Pix[y*img.Stride+x] = v
			}
		}
	}
	square := func(x, y, side int, line byte) image.Rectangle {
		r := image.Rect(x, y, x+side, y+side)
		draw(r, line)
		draw(r.Inset(2), 255)
		return r
	}
	want := []image.Rectangle{square(10, 10, 24, 0), square(50, 12, 30, 0), square(110, 40, 26, 170)}
	draw(image.Rect(60, 22, 70, 32), 0)
	draw(image.Rect(10, 60, 34, 84), 0) // not a frame
	square(150, 10, 40, 0)              // too large
	found := pixels.Frames(img, 18, 36)
	require.Equal(t, len(found), len(want), "found", found)
	for i, f := range found {
		assert.True(t, f.Rect == want[i] && (f.Ink > 0.1) == (i == 1), "frame", i, f, "want", want[i])
	}
}

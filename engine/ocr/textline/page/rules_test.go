package page

import (
	"bytes"
	"image"
	"image/color"
	"testing"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/libs/assert"
)

// box draws the rules of a cell.
func box(img *image.Gray, cell image.Rectangle, ink color.Gray) {
	for _, side := range []image.Rectangle{
		{cell.Min, image.Pt(cell.Max.X, cell.Min.Y+2)}, {image.Pt(cell.Min.X, cell.Max.Y-2), cell.Max},
		{cell.Min, image.Pt(cell.Min.X+2, cell.Max.Y)}, {image.Pt(cell.Max.X-2, cell.Min.Y), cell.Max},
	} {
		for y := side.Min.Y; y < side.Max.Y; y++ {
			for x := side.Min.X; x < side.Max.X; x++ {
				img.SetGray(x, y, ink)
			}
		}
	}
}

// cells draws a table of boxes, each a little apart from the next as browsers draw them.
func cells(columns, rows int, ink color.Gray) *image.Gray {
	img := pixels.White(900, 600)
	for row := range rows {
		for column := range columns {
			box(img, image.Rect(50+130*column, 50+52*row, 176+130*column, 98+52*row), ink)
		}
	}
	return img
}

// twenty are lines of text twenty pixels high.
func twenty() []crop.Line {
	return []crop.Line{{Height: 20, Middle: []crop.Point{{X: 60, Y: 70}, {X: 160, Y: 70}}}}
}

func darkPixels(img *image.Gray) (n int) {
	for _, v := range img.Pix {
		if v < 200 {
			n++
		}
	}
	return n
}

func TestTableRulesRemoved(t *testing.T) {
	t.Parallel()
	for name, ink := range map[string]color.Gray{"black": {0}, "gray": {150}} {
		img := cells(6, 8, ink)
		clean := withoutRules(img, twenty())
		if left := darkPixels(clean); left > 0 {
			t.Errorf("%s: %d pixels of %d are left", name, left, darkPixels(img))
		}
	}
}

// A figure between rules stays as it is.
func TestFigureBetweenRules(t *testing.T) {
	t.Parallel()
	img := cells(6, 8, color.Gray{})
	figure := image.Rect(100, 64, 104, 84) // a stroke as of a one
	for y := figure.Min.Y; y < figure.Max.Y; y++ {
		for x := figure.Min.X; x < figure.Max.X; x++ {
			img.SetGray(x, y, color.Gray{})
		}
	}
	assert.Equal(t, darkPixels(withoutRules(img, twenty())), 80, "dark pixels of the figure")
}

// Strokes that enclose nothing are not rules: large letters, lines below a heading.
func TestStrokesNotRules(t *testing.T) {
	t.Parallel()
	strokes, lines := pixels.White(900, 600), pixels.White(900, 600)
	for i := range 12 {
		box(strokes, image.Rect(50+40*i, 50, 52+40*i, 150), color.Gray{})
		box(lines, image.Rect(50, 50+40*i, 800, 52+40*i), color.Gray{})
	}
	const side = 4000
	hatched := pixels.White(side, side)
	for i := range hatched.Pix {
		if x, y := i%side, i/side; y%6 == 0 && x%52 < 46 || x%52 == 0 {
			hatched.Pix[i] = 0
		}
	}
	for name, img := range map[string]*image.Gray{
		"strokes": strokes, "lines": lines, "a hatching": hatched, "nothing": pixels.White(900, 600),
	} {
		assert.True(t, bytes.Equal(withoutRules(img, twenty()).Pix, img.Pix), name, "something was taken off")
	}
	img := cells(6, 8, color.Gray{})
	assert.Equal(t, withoutRules(img, nil), img, "a page without text was changed")
}

package page_test

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// fill blackens a part of a picture.
func fill(img *image.Gray, part image.Rectangle) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			img.SetGray(x, y, color.Gray{})
		}
	}
}

// Check boxes, leader dots and underlines of a form are not read.
func TestFormLinesNotRead(t *testing.T) {
	t.Parallel()
	const size = 22
	img := drawn(t, size, []string{
		"Name | Alder | Norwich", "Total due ............................. | 48.50", "Please choose | single | married",
	})
	fill(img, image.Rect(12*size, 3*size+3, 36*size, 3*size+5))
	for _, x := range []int{13 * size, 25 * size} { // left of both choices
		outer := image.Rect(x-10, 6*size-11, x+14, 6*size+13)
		fill(img, image.Rect(outer.Min.X, outer.Min.Y, outer.Max.X, outer.Min.Y+2))
		fill(img, image.Rect(outer.Min.X, outer.Max.Y-2, outer.Max.X, outer.Max.Y))
		fill(img, image.Rect(outer.Min.X, outer.Min.Y, outer.Min.X+2, outer.Max.Y))
		fill(img, image.Rect(outer.Max.X-2, outer.Min.Y, outer.Max.X, outer.Max.Y))
	}
	read, err := reader(t).Read(t.Context(), img)
	require.NoError(t, err)
	var words []string
	for _, l := range read.Lines {
		for _, w := range l.Words {
			words = append(words, w.Text)
		}
	}
	slices.Sort(words)
	want := []string{"48.50", "Alder", "Name", "Norwich", "Please", "Total", "choose", "due", "married", "single"}
	assert.True(t, slices.Equal(words, want), words)
}

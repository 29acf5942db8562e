package page_test

import (
	"image"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// A number in the margin that runs up or down is a line by itself.
func TestSidewaysLines(t *testing.T) {
	t.Parallel()
	const size, number = 20, "2063584127"
	r := reader(t)
	row := pixels.Clone(drawn(t, size, []string{number}), image.Rect(size, size, 11*size, 4*size))
	for name, quarters := range map[string]int{"up": 3, "down": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			img := written(t, size)
			column := pixels.QuarterTurns(quarters).Gray(row)
			at := image.Pt(img.Rect.Dx()-column.Rect.Dx(), 6*size)
			pixels.Paste(img, at, column, column.Rect)
			read, err := r.Read(t.Context(), img)
			require.NoError(t, err)
			sideways := 0
			for _, l := range read.Lines {
				if !l.IsSideways {
					continue
				}
				sideways++
				require.True(t, len(l.Words) == 1 && l.Words[0].Text == number, l.Words)
				w := l.Words[0]
				assert.True(t, w.Y1-w.Y0 > 4*(w.X1-w.X0) && w.X0 >= float64(at.X) && w.Y0 >= float64(at.Y), w)
			}
			assert.Equal(t, sideways, 1, "lines")
			found, all, wrong := wordsRead(read)
			assert.True(t, float64(found) >= 0.9*float64(all), found, "of", all, "words; in place of them", wrong)
			assert.Contains(t, strings.Join(wrong, " "), number, "words")
		})
	}
}

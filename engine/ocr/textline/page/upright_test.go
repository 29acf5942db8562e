package page_test

import (
	"image"
	"math"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/document/mesh"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/textline/page"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// framed centers a picture on a square canvas with room to rotate it.
func framed(img *image.Gray) *image.Gray {
	side := int(math.Hypot(float64(img.Rect.Dx()), float64(img.Rect.Dy()))) + 2
	out := pixels.White(side, side)
	pixels.Paste(out, out.Rect.Max.Sub(img.Rect.Max).Div(2), img, img.Rect)
	return out
}

// Print with any skew, in any orientation, is read, and its words are where the picture shows them.
func TestReadSkewed(t *testing.T) {
	t.Parallel()
	const size = 18
	r := reader(t)
	img := framed(written(t, size))
	side := float64(img.Rect.Dx())
	// The middle of "48.50" relative to the middle of the page.
	amountX, amountY := size*27.2-size*19, size*(3+1.7*4)-0.35*size-size*13
	for _, c := range []struct {
		name     string
		degrees  float64
		quarters int
	}{
		{"slightly", 7, 0}, {"backwards", -14, 0}, {"much", 25, 0}, {"extremely", 44, 0}, {"on its head", -20, 2},
		{"on its side", 12, 1}, {"on its other side", -33, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			read, err := r.Read(t.Context(), pixels.QuarterTurns(c.quarters).Gray(pixels.Rotate(img, c.degrees)))
			require.NoError(t, err)
			assert.Equal(t, read.Quarters, (4-c.quarters)%4, "quarters")
			found, all, missed := wordsRead(read)
			assert.True(t, float64(found) >= 0.9*float64(all), found, "of", all, "words; in place of them", missed)
			word, ok := wordOf(read, "48.50")
			require.True(t, ok, "the amount was not read")
			flat := read.Picture.Rect
			at := read.Sheet.At((word.X0+word.X1)/2/float64(flat.Dx()), (word.Y0+word.Y1)/2/float64(flat.Dy()))
			sin, cos := math.Sincos(c.degrees * math.Pi / 180)
			x, y := amountX*cos-amountY*sin+side/2, amountX*sin+amountY*cos+side/2
			off := math.Hypot(at.X*side-x, at.Y*side-y)
			assert.True(t, off < size/2, "the amount is", off, "pixels off")
		})
	}
}

func wordOf(read *page.Page, text string) (page.Word, bool) {
	for _, l := range read.Lines {
		if i := slices.IndexFunc(l.Words, func(w page.Word) bool { return w.Text == text }); i >= 0 {
			return l.Words[i], true
		}
	}
	return page.Word{}, false
}

// Capitals and figures are fairly legible upside down.
func TestReadCapitalsUpsideDown(t *testing.T) {
	t.Parallel()
	img := drawn(t, 20, []string{
		"NORTH QUAY STORES", "TEL 01 606 990 198", "SOUP BOX X 10 | 6.90", "OXO 80 X 6 | 9.60", "HAM ON BUN | 8.09",
		"SUM IN EUR | 24.59", "16.08.2026 18:09", "NO 0619 0668",
	})
	read, err := reader(t).Read(t.Context(), pixels.QuarterTurns(2).Gray(img))
	require.NoError(t, err)
	assert.Equal(t, read.Quarters, 2, "quarters")
	_, ok := wordOf(read, "24.59")
	assert.True(t, ok, "the sum was not read")
}

// Rows of a bent sheet, and of one seen at an angle, become level.
func TestReadBent(t *testing.T) {
	t.Parallel()
	const size = 18
	r := reader(t)
	img := framed(written(t, size))
	for name, below := range map[string]func(x, y float64) float64{
		"bent":        func(x, _ float64) float64 { return 0.012 * math.Sin(5*x) },
		"at an angle": func(x, y float64) float64 { return 0.2 * (x - 0.5) * (y - 0.5) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			view := mesh.New(24, 24, 1, 1, func(x, y float64) mesh.Point { return mesh.Point{X: x, Y: y - below(x, y)} })
			read, err := r.Read(t.Context(), pixels.Sample(img, view, img.Rect.Dx(), img.Rect.Dy()))
			require.NoError(t, err)
			found, all, missed := wordsRead(read)
			assert.True(t, float64(found) >= 0.9*float64(all), found, "of", all, "words; in place of them", missed)
			for _, row := range [][2]string{{"Item", "Amount"}, {"Posters", "131.40"}, {"Subtotal", "241.90"}, {"Total", "290.28"}} {
				left, ok := wordOf(read, row[0])
				right, also := wordOf(read, row[1])
				require.True(t, ok && also, row, "were not read")
				off := math.Abs(left.Y0+left.Y1-right.Y0-right.Y1) / 2
				assert.True(t, off < size/3, row, "are", off, "pixels apart")
			}
		})
	}
}

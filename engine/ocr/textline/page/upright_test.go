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

// onTable places a sheet on a dark table and photographs it at an angle. Bent returns by which part of its height the
// sheet is lower at a place.
func onTable(sheet *image.Gray, bent func(x float64) float64) *image.Gray {
	const turn, far, aside = 0.1, 0.35, 0.2
	w, h := sheet.Rect.Dx(), sheet.Rect.Dy()
	table := image.NewGray(image.Rect(0, 0, w*3/2, h*3/2))
	for i := range table.Pix {
		table.Pix[i] = byte(70 + 10*(i%3))
	}
	pixels.Paste(table, image.Pt(w/4, h/4), sheet, sheet.Rect)
	view := mesh.New(32, 32, 1, 1, func(x, y float64) mesh.Point {
		x, y = x-0.5, y-0.5
		depth := 1 + aside*x + far*y
		return mesh.Point{X: 0.5 + (x+turn*y)/depth, Y: 0.5 + (y-turn*x)/depth - bent(x)}
	})
	return pixels.Sample(table, view, table.Rect.Dx(), table.Rect.Dy())
}

// A sheet on a table is read as if it were seen from above: its rows are level, and its columns upright. What is written
// on the table is not part of it.
func TestReadSheetOnTable(t *testing.T) {
	t.Parallel()
	const size = 24
	r := reader(t)
	for name, bent := range map[string]func(x float64) float64{
		"flat": func(float64) float64 { return 0 },
		"bent": func(x float64) float64 { return 0.02 * math.Sin(6*x) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			img := onTable(written(t, size), bent)
			pixels.Paste(img, image.Pt(size, size), drawn(t, size, []string{"Closed"}), image.Rect(0, 0, 6*size, 4*size))
			read, err := r.Read(t.Context(), img)
			require.NoError(t, err)
			found, all, missed := wordsRead(read)
			assert.True(t, float64(found) >= 0.9*float64(all), found, "of", all, "words; in place of them", missed)
			_, ok := wordOf(read, "Closed")
			assert.False(t, ok, "a word on the table was read")
			for _, c := range []struct {
				words []string
				place func(w page.Word) float64
			}{
				{[]string{"Alder", "Item", "Posters", "Subtotal", "Please"}, func(w page.Word) float64 { return w.X0 }},
				{[]string{"Amount", "48.50", "62.00"}, func(w page.Word) float64 { return w.X0 }},
				{[]string{"Item", "Quantity", "Amount"}, func(w page.Word) float64 { return (w.Y0 + w.Y1) / 2 }},
				{[]string{"Total", "290.28"}, func(w page.Word) float64 { return (w.Y0 + w.Y1) / 2 }},
			} {
				first, last := math.Inf(1), math.Inf(-1)
				for _, text := range c.words {
					w, ok := wordOf(read, text)
					require.True(t, ok, text, "was not read")
					first, last = min(first, c.place(w)), max(last, c.place(w))
				}
				assert.True(t, last-first < size/2, c.words, "are", last-first, "pixels apart")
			}
		})
	}
}

// Text beside a bright part of a page, such as a box, is read as well.
func TestReadBesideBrightBox(t *testing.T) {
	t.Parallel()
	const size = 24
	gray := written(t, size)
	for i := range gray.Pix {
		gray.Pix[i] = byte(int(gray.Pix[i]) * 3 / 5)
	}
	pixels.Paste(gray, image.Pt(size, size*12), written(t, size), image.Rect(0, 0, size*30, size*12))
	read, err := reader(t).Read(t.Context(), onTable(gray, func(float64) float64 { return 0 }))
	require.NoError(t, err)
	_, ok := wordOf(read, "Quantity")
	assert.True(t, ok, "a heading beside the box was not read")
}

// Words of a page whose rows cannot be leveled are less certain than those of the flat page.
func TestConfidenceOfWarpedPage(t *testing.T) {
	t.Parallel()
	const size = 18
	r := reader(t)
	img := framed(written(t, size))
	view := mesh.New(48, 48, 1, 1, func(x, y float64) mesh.Point {
		return mesh.Point{X: x, Y: y - 0.02*math.Sin(20*(x+y))}
	})
	warped, err := r.Read(t.Context(), pixels.Sample(img, view, img.Rect.Dx(), img.Rect.Dy()))
	require.NoError(t, err)
	flat, err := r.Read(t.Context(), img)
	require.NoError(t, err)
	assert.True(t, confidence(warped) < 0.8*confidence(flat), "confidence", confidence(warped), "of the warped page,",
		confidence(flat), "of the flat one")
}

// confidence is the mean of a page's words.
func confidence(read *page.Page) float64 {
	sum, n := 0.0, 0.0
	for _, l := range read.Lines {
		for _, w := range l.Words {
			sum, n = sum+w.Confidence, n+1
		}
	}
	return sum / n
}

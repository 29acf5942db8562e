package page_test

import (
	"image"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/textline/page"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func reader(tb testing.TB) *page.Reader {
	tb.Helper()
	r, err := page.New()
	require.NoError(tb, err)
	return r
}

// text is the text of the tests' page; "|" is a wide gap.
func text() []string {
	return []string{
		"Alder Printing Ltd", "14 Mill Lane, Norwich NR3 1AA", "Invoice No. 2026-0417 | 17.04.2026", "Item | Quantity | Amount",
		"Business cards | 250 | 48.50", "Posters A3 | 12 | 131.40", "Envelopes, white | 1,000 | 62.00", "Subtotal | 241.90",
		"VAT 20 % | 48.38", "Total EUR | 290.28", "Straße, Größe, Überschrift", "Please pay within 30 days.",
	}
}

// written draws the text at a size in pixels.
func written(tb testing.TB, size float64) *image.Gray {
	tb.Helper()
	return drawn(tb, size, text())
}

// drawn draws lines at a size in pixels.
func drawn(tb testing.TB, size float64, lines []string) *image.Gray {
	tb.Helper()
	parsed, err := opentype.Parse(goregular.TTF)
	require.NoError(tb, err)
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	require.NoError(tb, err)
	img := pixels.White(int(size*38), int(size*26))
	d := font.Drawer{Dst: img, Src: image.Black, Face: face}
	for i, line := range lines {
		for k, part := range strings.Split(line, " | ") {
			d.Dot = fixed.P(int(size*(2+12*float64(k))), int(size*(3+1.7*float64(i))))
			d.DrawString(part)
		}
	}
	return img
}

// wordsRead counts the words of the text that were read, each once.
func wordsRead(read *page.Page) (found, all int, missed []string) {
	var words []string
	for _, l := range read.Lines {
		for _, w := range l.Words {
			words = append(words, w.Text)
		}
	}
	for _, w := range strings.Fields(strings.ReplaceAll(strings.Join(text(), " "), "|", "")) {
		all++
		if i := slices.Index(words, w); i >= 0 {
			words = slices.Delete(words, i, i+1)
			found++
		} else {
			missed = append(missed, w)
		}
	}
	return found, all, append(missed, words...)
}

// Print of any size and orientation is read.
func TestRead(t *testing.T) {
	t.Parallel()
	r := reader(t)
	for _, c := range []struct {
		name     string
		size     float64
		quarters int
		degrees  float64
	}{
		{"small", 13, 0, 0}, {"large", 34, 0, 0}, {"on its side", 22, 1, 0}, {"on its head", 22, 2, 0},
		{"on its other side", 22, 3, 0}, {"leaning", 22, 0, 2.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			img := pixels.QuarterTurns(c.quarters).Gray(pixels.Rotate(written(t, c.size), c.degrees))
			read, err := r.Read(t.Context(), img)
			require.NoError(t, err)
			assert.Equal(t, read.Quarters, (4-c.quarters)%4, "quarters")
			found, all, missed := wordsRead(read)
			assert.True(t, float64(found) >= 0.9*float64(all), found, "of", all, "words; in place of them", missed)
		})
	}
}

// A single one in a cell is a line, although it is thin: most are found, with any reading.
func TestLoneFigures(t *testing.T) {
	t.Parallel()
	rows := []string{"Item | Quantity | Amount"}
	for _, item := range []string{"Paper", "Ink", "Envelopes", "Labels", "Folders", "Pens", "Binders", "Stamps", "Tape"} {
		rows = append(rows, item+" | l | 48.50") // a bare stroke here, as other faces' one
	}
	for _, size := range []float64{18, 20} {
		read, err := reader(t).Read(t.Context(), drawn(t, size, rows))
		require.NoError(t, err)
		ones := 0
		for _, l := range read.Lines {
			if len(l.Words) == 1 && len(l.Words[0].Text) == 1 {
				ones++
			}
		}
		assert.True(t, ones >= 6, size, "pixels", ones, "of", len(rows)-1, "ones were found")
	}
}

// A word's box holds its ink, and little else.
func TestBoxes(t *testing.T) {
	t.Parallel()
	const size = 20
	read, err := reader(t).Read(t.Context(), written(t, size))
	require.NoError(t, err)
	for _, l := range read.Lines {
		for _, w := range l.Words {
			if w.Text == "48.50" {
				left, middle := size*26.0, size*(3+1.7*4)-0.35*size
				if w.X0 < left-4 || w.X0 > left+6 || w.X1 < left+2*size || w.X1 > left+3.2*size || w.Y0 > middle || w.Y1 < middle ||
					w.Y1-w.Y0 > 1.6*size {
					t.Errorf("%+v", w)
				}
				assert.True(t, w.Confidence >= 0.5 && w.Confidence <= 1, "confidence", w.Confidence)
				return
			}
		}
	}
	t.Error("the word was not read")
}

// The same pixels give the same page.
func TestReadDeterministic(t *testing.T) {
	t.Parallel()
	r := reader(t)
	img := written(t, 15)
	first, err := r.Read(t.Context(), img)
	require.NoError(t, err)
	second, err := r.Read(t.Context(), img)
	require.NoError(t, err)
	same := func(a, b page.Line) bool { return slices.Equal(a.Words, b.Words) }
	assert.True(t, slices.EqualFunc(first.Lines, second.Lines, same), "two readings differ")
}

// Pictures without text yield almost nothing.
func TestNoise(t *testing.T) {
	t.Parallel()
	r := reader(t)
	random := rand.New(rand.NewPCG(3, 4))
	noise := pixels.White(700, 500)
	for i := range noise.Pix {
		noise.Pix[i] = byte(random.IntN(256))
	}
	for name, img := range map[string]*image.Gray{
		"noise": noise, "white": pixels.White(500, 500), "a pixel": pixels.White(1, 1), "a strip": pixels.White(3, 4000),
	} {
		read, err := r.Read(t.Context(), img)
		require.NoError(t, err, name)
		sure := 0
		for _, l := range read.Lines {
			for _, w := range l.Words {
				if w.Confidence > 0.9 {
					sure++
				}
			}
		}
		assert.True(t, sure <= 3, name, sure, "words for sure")
	}
}

// blurred blurs a picture by the mean of the pixels within a reach, twice.
func blurred(img *image.Gray, across, down int) *image.Gray {
	for range 2 {
		out := pixels.White(img.Rect.Dx(), img.Rect.Dy())
		for y := down; y < img.Rect.Dy()-down; y++ {
			for x := across; x < img.Rect.Dx()-across; x++ {
				sum := 0
				for dy := -down; dy <= down; dy++ {
					for dx := -across; dx <= across; dx++ {
						sum += int(img.Pix[(y+dy)*img.Stride+x+dx])
					}
				}
				out.Pix[y*out.Stride+x] = byte(sum / ((2*across + 1) * (2*down + 1)))
			}
		}
		img = out
	}
	return img
}

// Print that is out of focus or was moved is sharpened before it is read.
func TestReadBlurred(t *testing.T) {
	t.Parallel()
	r := reader(t)
	for name, img := range map[string]*image.Gray{
		"out of focus": blurred(written(t, 22), 2, 2), "moved along": blurred(written(t, 22), 3, 0),
		"moved across": blurred(written(t, 14), 0, 2),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			read, err := r.Read(t.Context(), img)
			require.NoError(t, err)
			found, all, missed := wordsRead(read)
			assert.True(t, float64(found) >= 0.7*float64(all), found, "of", all, "words; in place of them", missed)
		})
	}
}

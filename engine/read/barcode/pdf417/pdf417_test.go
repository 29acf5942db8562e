package pdf417_test

import (
	"image"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/oned"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/read/barcode"
	"github.com/docmill/docmill/engine/read/barcode/pdf417"
	drawn "github.com/docmill/docmill/lab/pdf417"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

const quietZone = 60 // pixels

// onPage returns a page with a code whose modules are that many pixels wide.
func onPage(code *image.Gray, module float64) *image.Gray {
	const fine = 8
	w, h := int(module*float64(code.Rect.Dx())), int(module*float64(code.Rect.Dy()))
	large := pixels.White(fine*code.Rect.Dx(), fine*code.Rect.Dy())
	for i := range large.Pix {
		large.Pix[i] = code.Pix[i/large.Stride/fine*code.Stride+i%large.Stride/fine]
	}
	page := pixels.White(w+2*quietZone, h+2*quietZone)
	pixels.Paste(page, image.Pt(quietZone, quietZone), pixels.Shrink(large, w, h), image.Rect(0, 0, w, h))
	return page
}

// wantCode requires that a code with a text is all that is found, and returns its box.
func wantCode(t *testing.T, img *image.Gray, text string, context ...any) (x0, y0, x1, y1 float64) {
	t.Helper()
	codes := barcode.Find(img)
	require.Equal(t, len(codes), 1, context...)
	require.Equal(t, codes[0].Kind+" "+codes[0].Text, "PDF417 "+text, context...)
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	return codes[0].Box.X0 * w, codes[0].Box.Y0 * h, codes[0].Box.X1 * w, codes[0].Box.Y1 * h
}

func TestFind(t *testing.T) {
	t.Parallel()
	const text = "Waybill 4711\nDock 3"
	for i, module := range []float64{2, 2.5, 3, 4.3, 6} {
		page := onPage(drawn.Draw(drawn.Bytes(text), []int{3, 1, 8}[i%3], 2), module)
		for turn := range 4 {
			turned := pixels.QuarterTurns(turn).Gray(page)
			x0, y0, x1, y1 := wantCode(t, turned, text, module, turn)
			right, bottom := float64(turned.Rect.Dx())-x1, float64(turned.Rect.Dy())-y1
			isNear := min(x0, y0, right, bottom) > quietZone-8 && max(x0, y0, right, bottom) < quietZone+8
			assert.True(t, isNear, module, turn, x0, y0, right, bottom)
			for _, degrees := range []float64{-3, -2, 2, 3} {
				wantCode(t, pixels.Rotate(turned, degrees), text, module, turn, degrees)
			}
		}
	}
}

// A code may have errors, unreadable symbols, bold bars, noise, and no right end.
func TestFindDamaged(t *testing.T) {
	t.Parallel()
	const text, columns = "Ten percent of all symbols of this code are destroyed, none of its words.", 5
	r := rand.New(rand.NewPCG(1, 1))
	code := drawn.Draw(drawn.Bytes(text), columns, 4)
	damaged := pixels.Clone(code, code.Rect)
	for y := 0; y < code.Rect.Dy(); y += drawn.RowHeight {
		for column := range columns + 2 {
			if at := image.Pt(drawn.Width*(column+1), y); r.IntN(10) == 0 {
				from := image.Pt(drawn.Width*(2+r.IntN(columns)), y/9*9) // -3 +3 rows have other clusters
				size := image.Rect(0, 0, drawn.Width, drawn.RowHeight)
				if pixels.Whiten(damaged, size.Add(at)); r.IntN(2) == 0 {
					pixels.Paste(damaged, at, code, size.Add(from))
				}
			}
		}
	}
	wantCode(t, pixels.Rotate(onPage(damaged, 3), 1), text)

	noisy := onPage(code, 3)
	for y := range noisy.Rect.Dy() {
		for x := noisy.Rect.Dx() - 1; x > 0; x-- {
			v := min(noisy.Pix[y*noisy.Stride+x], noisy.Pix[y*noisy.Stride+x-1])
			noisy.Pix[y*noisy.Stride+x] = byte(60 + int(v)*2/3 + r.IntN(20))
		}
	}
	wantCode(t, noisy, text)

	truncated := pixels.Clone(code, code.Rect)
	pixels.Whiten(truncated, image.Rect(drawn.Width*(columns+2)+1, 0, code.Rect.Dx(), code.Rect.Dy()))
	wantCode(t, onPage(truncated, 3), text)
}

// Another encoder chooses the modes of compaction.
func TestFindCompacted(t *testing.T) {
	t.Parallel()
	for level, text := range []string{
		"ABC abc DEF, 12a{b}; [C]3~d", "Nr. 12345678901234567890123456789012345678901234567890 x", "\x01\x02\x03\x04",
		"\u00dfabcdefgh", "a\n\u00e4\u00f6\u00fc\u00c4\u00d6\u00dc\u00e9\u00e8",
	} {
		code, err := drawn.DrawText(text, byte(level))
		require.NoError(t, err)
		codes := barcode.Find(onPage(code, 4))
		require.Equal(t, len(codes), 1, text)
		want := ""
		for i := range len(text) {
			want += string(rune(text[i])) // bytes without a character set are ISO 8859-1
		}
		assert.Equal(t, codes[0].Text, want)
	}
}

// textPage returns a page of A4 at 300 dpi that is full of text.
func textPage(tb testing.TB) *image.Gray {
	tb.Helper()
	page := pixels.White(2480, 3508)
	parsed, err := opentype.Parse(goregular.TTF)
	require.NoError(tb, err)
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 42, DPI: 72})
	require.NoError(tb, err)
	for y := 250; y < 3300; y += 60 {
		d := font.Drawer{Dst: page, Src: image.Black, Face: face, Dot: fixed.P(200, y)}
		d.DrawString("The quick brown fox jumps over the lazy dog (17 times) || " +
			"until he will lie ill on the hill at 11:11 h.")
	}
	return page
}

func TestFindNothing(t *testing.T) {
	t.Parallel()
	page := textPage(t)
	assert.Equal(t, len(barcode.Find(page)), 0)
	bars, err := oned.NewCode128Writer().Encode("PARCEL-0042", gozxing.BarcodeFormat_CODE_128, 1, 1, nil)
	require.NoError(t, err)
	for x := range 3 * bars.GetWidth() {
		for y := range 150 {
			if bars.Get(x/3, 0) {
				page.Pix[(y+50)*page.Stride+x+200] = 0
			}
		}
	}
	codes := barcode.Find(page)
	require.Equal(t, len(codes), 1)
	assert.Equal(t, codes[0].Kind, "CODE_128")
}

func TestDecode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words []int
		want  string
	}{
		{nil, ""},
		{[]int{1, 810, 811, 58, 55, 29, 89}, "ABaBb1;C"}, // upper, lower, shift, mixed, punctuation, upper, padding
		{[]int{880, 119, 900, 900}, "!D"},
		{[]int{29, 913, 0xe9, 1}, "AéAB"},
		{drawn.Bytes("abcdef"), "abcdef"},
		{drawn.Bytes("abcdefghijk"), "abcdefghijk"},
		{append(drawn.Bytes("ab\xe9"), 900, 1), "abéAB"},
		{[]int{902, 1, 624, 434, 632, 282, 200}, "000213298174000"}, // the standard's example
		{append([]int{927, 26}, drawn.Bytes("Größe €")...), "Größe €"},
		{[]int{927, 26, 901, 0xc3, 0x9f, 927, 3, 0xdf}, "ßß"},
		{[]int{921, 925, 5, 1, 926, 1, 2, 1, 928, 111, 100}, "ABAB"}, // reader setup, other ECIs, macro block
	} {
		got, ok := pdf417.Decode(c.words)
		assert.True(t, ok, c.words)
		assert.Equal(t, got, c.want)
	}
	for _, words := range [][]int{{-1}, {903}, {927}, {927, 899}, {926, 1}, {913}, {901, 256}, {902, 2}} {
		_, ok := pdf417.Decode(words)
		assert.False(t, ok, words)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte{0x03, 0x84, 0x00, 0x01})
	f.Fuzz(func(_ *testing.T, data []byte) {
		var words []int
		for i := 1; i < len(data); i += 2 {
			words = append(words, (int(data[i-1])<<8|int(data[i]))%1000-1)
		}
		pdf417.Decode(words)
	})
}

// Symbols have four bars and spaces of one to six modules and the cluster that they are listed in.
func TestSymbols(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("symbols.bin")
	require.NoError(t, err)
	require.Equal(t, len(file), 2*3*drawn.Codewords)
	for i := range 3 * drawn.Codewords {
		symbol := 1<<16 | int(file[2*i])<<8 | int(file[2*i+1])
		assert.Equal(t, symbol, drawn.Symbols()[i/drawn.Codewords][i%drawn.Codewords])
		widths := []int{0}
		for n, previous := 16, 1; n >= 0; n-- {
			if module := symbol >> n & 1; module != previous {
				widths, previous = append(widths, 0), module
			}
			widths[len(widths)-1]++
		}
		require.Equal(t, len(widths), 8, i)
		assert.True(t, slices.Max(widths) <= 6, i)
		cluster := (widths[0] - widths[2] + widths[4] - widths[6] + 9) % 9
		assert.Equal(t, cluster, i/drawn.Codewords*3, i)
	}
}

func BenchmarkFind(b *testing.B) {
	page := textPage(b)
	b.Run("all formats", func(b *testing.B) {
		for b.Loop() {
			barcode.Find(page)
		}
	})
	b.Run("PDF417", func(b *testing.B) {
		turned := pixels.QuarterTurns(1).Gray(page)
		for b.Loop() {
			pdf417.Find(page)
			pdf417.Find(turned)
		}
	})
}

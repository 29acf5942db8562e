package ocr_test

import (
	"image"
	"image/color"
	"strings"
	"testing"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// Size of a character of the print, in pixels.
const (
	enlarged  = 2
	charWide  = 7 * enlarged
	charHigh  = 13 * enlarged
	lineHigh  = 20 * enlarged
	leftEdge  = 10 * enlarged
	firstLine = 20 * enlarged
)

// printed is an image of lines in receipt print, every word of which was read correctly except those in
// misread: misread[printed] = read.
func printed(misread map[string]string, lines ...string) (*image.Gray, []ocr.ReadWord) {
	small := image.NewGray(image.Rect(0, 0, 400, 20*(len(lines)+2)))
	xdraw.Draw(small, small.Rect, image.White, image.Point{}, xdraw.Src)
	var words []ocr.ReadWord
	for i, line := range lines {
		d := font.Drawer{Dst: small, Src: image.NewUniform(color.Gray{Y: 30}), Face: basicfont.Face7x13,
			Dot: fixed.P(leftEdge/enlarged, firstLine/enlarged+20*i)}
		d.DrawString(line)
		at := 0
		for _, word := range strings.Fields(line) {
			at += strings.Index(line[at:], word)
			x, y := leftEdge+at*charWide, firstLine+i*lineHigh
			w := ocr.ReadWord{Text: word, Confidence: 0.93, Box: image.Rect(x, y-charHigh, x+len(word)*charWide, y+6)}
			if read, ok := misread[word]; ok {
				w.Text, w.Confidence = read, 0.7
			}
			words = append(words, w)
			at += len(word)
		}
	}
	img := image.NewGray(image.Rect(0, 0, enlarged*small.Rect.Dx(), enlarged*small.Rect.Dy()))
	xdraw.ApproxBiLinear.Scale(img, img.Rect, small, small.Rect, xdraw.Src, nil)
	return img, words
}

func TestMajorityReading(t *testing.T) {
	t.Parallel()
	text := []string{
		"TAMAN MAWAR MELATI MAJU", "ROTI CANAI 10.40", "KOPI AIS 2.80", "MILO AIS 3.80", "NASI LEMAK 8.60",
		"MEE GORENG 18.60", "SUBTOTAL 63.20", "TAX 3.84", "TOTAL 67.04", "CASH 100.00 S", "CHANGE 32.96", "GST 6.84 S",
		"SST 6.00 S", "9.90 5.95 19.50",
	}
	for _, c := range []struct{ name, printed, read, want string }{
		{"digit", "67.04", "67.84", "67.04"},
		{"letter", "TAMAN", "THMAN", "TAMAN"},
		{"sign", "100.00", "1§0.00", "100.00"},
		{"letter among digits", "32.96", "32.S6", "32.96"},
		{"right as it is", "18.60", "18.60", "18.60"},
		{"zero in a word stays a letter", "LEMAK", "LEMAK", "LEMAK"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			img, words := printed(map[string]string{c.printed: c.read}, text...)
			got := ocr.Reconsider(img, words)
			require.Equal(t, len(got), len(words), "words")
			for i, line := range strings.Fields(strings.Join(text, " ")) {
				want := line
				if line == c.printed {
					want = c.want
				}
				assert.Equal(t, got[i], want, "word", i)
			}
		})
	}
}

// The majority reading of equal print prevails; without others nothing changes.
func TestMajorityReadingWithoutOthers(t *testing.T) {
	t.Parallel()
	for _, lines := range [][]string{{"67.84"}, {"GUAVA", "JUICE"}, {"?!", "..."}} {
		misread := map[string]string{lines[0]: strings.Repeat("B", len(lines[0]))}
		img, words := printed(misread, lines...)
		assert.Equal(t, ocr.Reconsider(img, words)[0], misread[lines[0]], "became")
	}
}

func FuzzReconsider(f *testing.F) {
	f.Add("TOTAL 67.04 TOTAL 67.84", uint8(20), int16(0), int16(0))
	f.Add("¥ ñ 漢 §§", uint8(255), int16(-40), int16(900))
	f.Fuzz(func(t *testing.T, text string, size uint8, x, y int16) {
		img, words := printed(nil, "TOTAL 10.00", "TAX 0.60")
		for _, s := range strings.Fields(text) {
			box := image.Rect(int(x), int(y), int(x)+int(size), int(y)+int(size)/2)
			words = append(words, ocr.ReadWord{Text: s, Confidence: float64(size) / 255, Box: box})
		}
		for i, got := range ocr.Reconsider(img, words) {
			assert.Equal(t, len([]rune(got)), len([]rune(words[i].Text)), words[i].Text, "became", got)
		}
	})
}

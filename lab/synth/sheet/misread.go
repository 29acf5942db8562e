package sheet

import (
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/lab/synth/random"
)

// misread returns a text with some wrong letters and the recognition confidence, which is usually lower if the text is
// wrong.
func (n noise) misread(text string, bad float64) (string, float64) {
	letters := []rune(text)
	guess := 0.0015 * bad
	if len(letters) < 3 {
		guess = 0.012 * bad // no context helps
	}
	if n.r.Float64() < guess {
		return n.garbage(len(letters)), 0.5 * n.r.Float64() * n.r.Float64()
	}
	var sb strings.Builder
	for _, c := range letters {
		if n.r.Float64() >= errorRate(c)*bad {
			sb.WriteRune(c)
			continue
		}
		switch n.r.IntN(12) {
		case 0: // lost
		case 1:
			sb.WriteRune(c)
			sb.WriteString(random.Pick(n.r, "'", ".", ",", "-", "_", "|", ":", "*", "”"))
		default:
			sb.WriteString(n.confuse(c))
		}
	}
	return sb.String(), n.confidence(sb.String() == text)
}

// errorRate returns how often a letter is misread per level of noise. Small signs have the highest rate.
func errorRate(c rune) float64 {
	switch {
	case c == ':':
		return 0.12
	case c == '.' || c == ',':
		return 0.035
	case unicode.IsDigit(c):
		return 0.012
	}
	return 0.016
}

// confidence draws from the confidences of the engine's text recognition on scanned receipts of unseen issuers
// (bench/ocr/cmd/recall -apart -sure), by decile, for right and wrong words. The right words exclude the low end on
// clean scans.
func (n noise) confidence(right bool) float64 {
	tenths := [11]float64{0.01, 0.74, 0.89, 0.946, 0.969, 0.981, 0.988, 0.993, 0.997, 0.999, 1}
	u := n.r.Float64()
	if right {
		u = 1 - (1-u)*min(1, 0.35+n.level)
	} else {
		tenths = [11]float64{0, 0.07, 0.16, 0.25, 0.365, 0.46, 0.55, 0.65, 0.765, 0.89, 1}
	}
	k := min(int(u*10), 9)
	return tenths[k] + (tenths[k+1]-tenths[k])*(u*10-float64(k))
}

func (n noise) confuse(c rune) string {
	reads := []rune(ocrconfusion.Reads(c, ocrconfusion.Generator, ocrconfusion.Often))
	if len(reads) == 0 {
		reads = []rune(ocrconfusion.Reads(ocrconfusion.Any, ocrconfusion.Generator, ocrconfusion.Often))
	}
	return string(random.Pick(n.r, reads...))
}

func (n noise) garbage(long int) string {
	if n.r.IntN(3) == 0 {
		return random.Pick(n.r, "—", "——", "|", "ie)", "wy", "ee", "=.", "oe", "ae", "~", "}", "ST", "eee", "—.", "“", "i",
			"&", "_—")
	}
	var sb strings.Builder
	for range max(1, long-1+n.r.IntN(3)) {
		sb.WriteString(random.Pick(n.r, "e", "i", "a", "l", "t", "s", "r", "n", "S", "H", "I", "B", "!", "|", ")", ".", "~",
			"?", "4", "7", "E", "o", "—"))
	}
	return sb.String()
}

// speck is dirt, a stain or a paper edge that was read as text.
func (n noise) speck(b document.Box) document.Word {
	w := document.Word{Box: b, Source: document.SourceOCR, Size: b.Height() * n.sheet.Height,
		Confidence: n.r.Float64() * 0.6}
	w.Text = random.Pick(n.r, "|", "|", "—", "-", "i", "j", "'", "=", ":", ".", "_", "{", "}", "*", "~", "‘", n.garbage(2),
		n.garbage(3))
	if w.Text == "|" {
		w.Confidence += 0.35
	}
	return w
}

func (n noise) withSpeck(l sheetLine) []sheetWord {
	wide := 0.5 * l.box.Height()
	b := document.Box{Y0: l.box.Y0, Y1: l.box.Y1}
	if x := l.box.X1 + wide; x+wide < 1 && n.r.IntN(2) == 0 {
		b.X0 = x + (1-wide-x)*n.r.Float64()
		b.X1 = b.X0 + wide
		return append(slices.Clone(l.words), sheetWord{Word: n.speck(b)})
	}
	b.X0 = max(0, l.box.X0-2*wide) * n.r.Float64()
	b.X1 = b.X0 + min(wide, max(0.001, l.box.X0-b.X0))
	return append([]sheetWord{{Word: n.speck(b)}}, l.words...)
}

func (n noise) speckLine() sheetLine {
	x, y, high := 0.97*n.r.Float64(), 0.97*n.r.Float64(), 0.004+0.015*n.r.Float64()
	return lineOf([]sheetWord{{Word: n.speck(document.Box{X0: x, Y0: y, X1: min(1, x+high), Y1: min(1, y+high)})}})
}

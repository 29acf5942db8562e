package ocr

import (
	"slices"

	"github.com/docmill/docmill/engine/document/rows"

	"github.com/docmill/docmill/engine/document"
)

// unit is an engine's line. Boxes are fractions of the deskewed image; words have their size in pixels of
// the original.
type unit struct {
	box   document.Box
	words []document.Word
}

func (p *prepared) units(words []recognized) []unit {
	var out []unit
	last := -1
	for _, w := range words {
		if w.line != last {
			last = w.line
			out = append(out, unit{box: p.fractions(w.lineBox)})
		}
		u := &out[len(out)-1]
		u.words = append(u.words, document.Word{
			Text:       w.text,
			Box:        p.fractions(w.box),
			Confidence: w.confidence,
			Size:       float64(w.box.Dy()) / p.scale,
			Source:     document.SourceOCR,
		})
	}
	for i := range out {
		out[i].words = joinAmounts(out[i].words)
		high := out[i].box.Height() * float64(p.whole.Rect.Dy()) / p.scale
		setSize(out[i].words, high)
	}
	return out
}

// setSize sets the size of all words of a line to the line's height, in pixels. If Tesseract's line is much
// too high, it uses the height of most words.
func setSize(words []document.Word, high float64) {
	const usual = 1.25 // times as high as most of its words a line is at most
	heights := make([]float64, len(words))
	for i := range words {
		heights[i] = words[i].Size
	}
	slices.Sort(heights)
	size := min(high, usual*heights[(len(heights)-1)/2])
	for i := range words {
		words[i].Size = size
	}
}

// lines joins the words to rows, in fractions of the upright, still skewed original image.
func (p *pass) lines(pointsPerPixel float64) []document.Line {
	return joinUnits(p.units, func(w *document.Word) {
		w.Box = p.lean(w.Box)
		w.Size *= pointsPerPixel
	})
}

// joinUnits joins units to rows by their boxes. It calls finish with each word before it computes the row's
// box.
func joinUnits(units []unit, finish func(*document.Word)) []document.Line {
	boxes := make([]document.Box, len(units))
	for i := range units {
		boxes[i] = units[i].box
	}
	var lines []document.Line
	for _, row := range rows.Indexes(boxes) {
		var line document.Line
		for _, i := range row {
			line.Words = append(line.Words, units[i].words...)
		}
		for i := range line.Words {
			finish(&line.Words[i])
			line.Box = line.Box.Union(line.Words[i].Box)
		}
		lines = append(lines, line)
	}
	rows.Sort(lines)
	return lines
}

// joinAmounts joins amounts that Tesseract splits at the decimal sign in wide print, such as "62." and
// "80".
func joinAmounts(words []document.Word) []document.Word {
	out := words[:0]
	for i, w := range words {
		if len(out) > 0 && isCents(w.Text) && endsInDecimalSign(out[len(out)-1].Text, i == len(words)-1) {
			last := &out[len(out)-1]
			if w.Box.X0-last.Box.X1 < last.Box.Width() {
				n, m := float64(len(last.Text)), float64(len(w.Text))
				last.Confidence = (last.Confidence*n + w.Confidence*m) / (n + m)
				last.Text += w.Text
				last.Box = last.Box.Union(w.Box)
				continue
			}
		}
		out = append(out, w)
	}
	return out
}

func isCents(s string) bool {
	return len(s) >= 2 && isDigit(s[0]) && isDigit(s[1]) && (len(s) == 2 || len(s) == 3 && !isDigit(s[2]))
}

// endsInDecimalSign reports whether a word is a number that ends in a point or, at the end of the line, in
// a comma; elsewhere a comma may separate items.
func endsInDecimalSign(s string, atEnd bool) bool {
	n := len(s)
	return n >= 2 && isDigit(s[n-2]) && (s[n-1] == '.' || s[n-1] == ',' && atEnd)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

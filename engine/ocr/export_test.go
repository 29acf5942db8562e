package ocr

import (
	"image"

	"github.com/docmill/docmill/engine/document"
)

// JoinAmounts is joinAmounts for tests.
func JoinAmounts(words []document.Word) []document.Word { return joinAmounts(words) }

// Merge joins two readings, each of lines of words, into the text of its lines.
func Merge(first, second [][]document.Word) []string {
	done := merge(&pass{units: asUnits(first)}, &pass{units: asUnits(second)})
	var out []string
	for _, u := range done.units {
		line := document.Line{Words: u.words}
		out = append(out, line.Text())
	}
	return out
}

func asUnits(lines [][]document.Word) []unit {
	var out []unit
	for _, words := range lines {
		u := unit{words: words}
		for _, w := range words {
			u.box = u.box.Union(w.Box)
		}
		out = append(out, u)
	}
	return out
}

// ParseTSV is parseTSV for tests, as far as the number of words goes.
func ParseTSV(table []byte) (int, error) {
	words, err := parseTSV(table)
	return len(words), err
}

// ReadWord is a word as Tesseract gives it.
type ReadWord struct {
	Text       string
	Confidence float64
	Box        image.Rectangle // pixels
}

// Reconsider returns the texts of words after comparing their characters.
func Reconsider(img *image.Gray, words []ReadWord) []string {
	read := make([]recognized, len(words))
	for i, w := range words {
		read[i] = recognized{text: w.Text, confidence: w.Confidence, box: w.Box}
	}
	var out []string
	for _, w := range reconsider(img, read) {
		out = append(out, w.text)
	}
	return out
}

// WithoutYen is withoutYen for tests.
func WithoutYen(word string) string { return withoutYen(word) }

package ocr

import (
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/rows"
)

// lines maps words back to fractions of the original image, turned upright, and
// joins them into rows. pointsPerPixel is of the original image.
func (p prepared) lines(words []recognized, pointsPerPixel float64) []document.Line {
	var units [][]document.Word // Tesseract's lines
	var boxes []document.Box    // of them, before they lean again
	last := -1
	for _, w := range words {
		if w.line != last {
			last = w.line
			units = append(units, nil)
			boxes = append(boxes, p.fractions(w.lineBox))
		}
		n := len(units) - 1
		units[n] = append(units[n], document.Word{
			Text:       w.text,
			Box:        p.lean(p.fractions(w.box)),
			Confidence: w.confidence,
			Size:       float64(w.lineBox.Dy()) / p.scale * pointsPerPixel,
			Source:     document.SourceOCR,
		})
	}
	var lines []document.Line
	for _, row := range rows.Indexes(boxes) {
		var line document.Line
		for _, unit := range row {
			line.Words = append(line.Words, units[unit]...)
		}
		for _, w := range line.Words {
			line.Box = line.Box.Union(w.Box)
		}
		lines = append(lines, line)
	}
	rows.Sort(lines)
	return lines
}

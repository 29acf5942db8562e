package ocr

import (
	"bytes"
	"fmt"
	"image"
	"strconv"
	"strings"
)

// recognized is one word of Tesseract's output, in pixels of its image.
type recognized struct {
	text       string
	confidence float64 // 0 to 1
	box        image.Rectangle
	line       int             // words of one line share it
	lineBox    image.Rectangle // of the line
}

// Columns and levels of Tesseract's TSV output (tesseract(1)).
const (
	tsvColumns = 12
	levelLine  = 4
	levelWord  = 5
)

// parseTSV reads the table that Tesseract writes with the configuration "tsv".
func parseTSV(out []byte) ([]recognized, error) {
	var words []recognized
	line := 0
	var lineBox image.Rectangle
	for row := range bytes.Lines(out) {
		cells := strings.SplitN(strings.TrimRight(string(row), "\r\n"), "\t", tsvColumns)
		if len(cells) < tsvColumns-1 || cells[0] == "level" {
			continue
		}
		level, err := strconv.Atoi(cells[0])
		if err != nil {
			return nil, fmt.Errorf("unexpected row %q: %w", row, err)
		}
		if level != levelLine && level != levelWord {
			continue
		}
		box, err := tsvBox(cells)
		if err != nil {
			return nil, err
		}
		if level == levelLine {
			line++
			lineBox = box
			continue
		}
		confidence, err := strconv.ParseFloat(cells[10], 64)
		if err != nil {
			return nil, fmt.Errorf("confidence %q: %w", cells[10], err)
		}
		text := ""
		if len(cells) == tsvColumns {
			text = strings.TrimSpace(cells[11])
		}
		if text == "" || confidence < 0 {
			continue
		}
		words = append(words, recognized{text, min(confidence/100, 1), box, line, lineBox})
	}
	return words, nil
}

func tsvBox(cells []string) (image.Rectangle, error) {
	var v [4]int // left, top, width, height
	for i := range v {
		n, err := strconv.Atoi(cells[6+i])
		if err != nil {
			return image.Rectangle{}, fmt.Errorf("column %d: %w", 7+i, err)
		}
		v[i] = n
	}
	return image.Rect(v[0], v[1], v[0]+v[2], v[1]+v[3]), nil
}

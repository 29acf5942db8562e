package eval

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/document"
)

// LoadBoxes makes a document of reference text boxes: a CSV of eight corner
// coordinates and the text in each line, or a JSON object with width, height
// and boxes of {text, box}. It stands for perfect OCR.
func LoadBoxes(path string) (*document.Document, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if filepath.Ext(path) == ".json" {
		return jsonBoxes(data)
	}
	return csvBoxes(string(data))
}

type textBox struct {
	text string
	box  document.Box // pixels
}

func jsonBoxes(data []byte) (*document.Document, error) {
	var in struct {
		Width, Height float64
		Boxes         []struct {
			Text string
			Box  [4]float64
		}
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, err
	}
	var boxes []textBox
	for _, b := range in.Boxes {
		boxes = append(boxes, textBox{b.Text, document.Box{X0: b.Box[0], Y0: b.Box[1], X1: b.Box[2], Y1: b.Box[3]}})
	}
	return fromBoxes(boxes, in.Width, in.Height), nil
}

func csvBoxes(data string) (*document.Document, error) {
	var boxes []textBox
	var width, height float64
	for line := range strings.Lines(data) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		parts := strings.SplitN(line, ",", 9)
		if len(parts) < 9 {
			return nil, fmt.Errorf("box line %q: want eight coordinates and a text", line)
		}
		var b document.Box
		for i, corner := range []*float64{&b.X0, &b.Y0, nil, nil, &b.X1, &b.Y1} {
			if corner == nil {
				continue
			}
			v, err := strconv.ParseFloat(parts[i], 64)
			if err != nil {
				return nil, fmt.Errorf("box line %q: %w", line, err)
			}
			*corner = v
		}
		width, height = max(width, b.X1+20), max(height, b.Y1+20)
		boxes = append(boxes, textBox{parts[8], b})
	}
	return fromBoxes(boxes, width, height), nil
}

// fromBoxes parts each box into words, by share of its letters.
func fromBoxes(boxes []textBox, width, height float64) *document.Document {
	page := document.Page{Number: 1, Width: width, Height: height}
	for _, b := range boxes {
		total := float64(utf8.RuneCountInString(b.text))
		line := document.Line{}
		at := 0.0
		for word := range strings.SplitSeq(b.text, " ") {
			n := float64(utf8.RuneCountInString(word))
			if n > 0 {
				x0, x1 := b.box.X0+b.box.Width()*at/total, b.box.X0+b.box.Width()*(at+n)/total
				w := document.Word{Text: word, Confidence: 1, Source: document.SourceOCR}
				w.Box = document.Box{X0: x0 / width, Y0: b.box.Y0 / height, X1: x1 / width, Y1: b.box.Y1 / height}
				line.Words = append(line.Words, w)
				line.Box = line.Box.Union(w.Box)
			}
			at += n + 1
		}
		if len(line.Words) > 0 {
			page.Lines = append(page.Lines, line)
		}
	}
	return &document.Document{MIMEType: "image/jpeg", Pages: []document.Page{page}}
}

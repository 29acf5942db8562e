package eval

import (
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/document"
)

// LoadBoxes makes a document from a file of reference text boxes, which simulate perfect OCR; see ParseBoxes. A CSV
// has no page size, so the outermost boxes define it.
func LoadBoxes(path string) (*document.Document, error) { return loadBoxes(path, "") }

// loadBoxes is LoadBoxes for the boxes of a picture, which defines the page size.
func loadBoxes(path, picture string) (*document.Document, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	doc, err := ParseBoxes(data, filepath.Ext(path) == ".json", pictureSize(picture))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return doc, nil
}

// ParseBoxes makes a page from reference text boxes. The input is a CSV with eight corner coordinates (clockwise from
// the top left) and the text per line, or a JSON object with width, height and boxes of {text, box}, where box is
// left, top, right and bottom. Coordinates are in pixels. A CSV's page has the given size, or the size that holds all
// boxes if that is larger.
func ParseBoxes(data []byte, isJSON bool, size image.Point) (*document.Document, error) {
	if isJSON {
		return jsonBoxes(data)
	}
	return csvBoxes(string(data), size)
}

// pictureSize returns a picture's size in pixels, or zero if the file is no JPEG or PNG.
func pictureSize(path string) image.Point {
	f, err := os.Open(path)
	if err != nil {
		return image.Point{}
	}
	defer func() { _ = f.Close() }()
	cfg, err := decodeConfig(f)
	if err != nil {
		return image.Point{}
	}
	return image.Pt(cfg.Width, cfg.Height)
}

func decodeConfig(f io.ReadSeeker) (image.Config, error) {
	if cfg, err := jpeg.DecodeConfig(f); err == nil {
		return cfg, nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return image.Config{}, err
	}
	return png.DecodeConfig(f)
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
	if in.Width <= 0 || in.Height <= 0 {
		return nil, fmt.Errorf("boxes on a page of %g × %g pixels", in.Width, in.Height)
	}
	var boxes []textBox
	for _, b := range in.Boxes {
		boxes = append(boxes, textBox{b.Text, document.Box{X0: b.Box[0], Y0: b.Box[1], X1: b.Box[2], Y1: b.Box[3]}})
	}
	return fromBoxes(boxes, in.Width, in.Height), nil
}

func csvBoxes(data string, size image.Point) (*document.Document, error) {
	const margin = 20 // pixels beyond the outermost box
	var boxes []textBox
	width, height := max(1, float64(size.X)), max(1, float64(size.Y))
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
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("box line %q: coordinates are finite", line)
			}
			*corner = v
		}
		if size == (image.Point{}) {
			width, height = max(width, b.X1+margin), max(height, b.Y1+margin)
		}
		width, height = max(width, b.X1), max(height, b.Y1)
		boxes = append(boxes, textBox{parts[8], b})
	}
	return fromBoxes(boxes, width, height), nil
}

// fromBoxes splits each box into words in proportion to their letters.
func fromBoxes(boxes []textBox, width, height float64) *document.Document {
	page := document.Page{Number: 1, Width: width, Height: height}
	for _, b := range boxes {
		text := strings.Join(strings.Fields(b.text), " ")
		total := float64(utf8.RuneCountInString(text))
		line := document.Line{}
		at := 0.0
		for word := range strings.SplitSeq(text, " ") {
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

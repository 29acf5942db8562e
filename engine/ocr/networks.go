package ocr

import (
	"context"
	"fmt"
	"image"
	"math"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/rows"
	"github.com/docmill/docmill/engine/textline/page"
)

// networks recognises within this process.
type networks struct{ reader *page.Reader }

func newNetworks() (*networks, error) {
	reader, err := page.New()
	if err != nil {
		return nil, fmt.Errorf("ocr: %w", err)
	}
	return &networks{reader}, nil
}

func (n *networks) recognize(ctx context.Context, img *image.Gray, dpi int, _ string) (*Reading, error) {
	read, err := n.reader.Read(ctx, img)
	if err != nil {
		return nil, fmt.Errorf("ocr: %w", err)
	}
	return &Reading{Lines: linesOf(read, pointsPerPixel(dpi)), Quarters: read.Quarters, Passes: 1}, nil
}

// linesOf joins the segments of a page into rows. Whether two stand side by side
// shows once the page is straightened.
func linesOf(read *page.Page, pointsPerPixel float64) []document.Line {
	straight := make([]document.Box, len(read.Lines))
	for i, line := range read.Lines {
		for _, w := range line.Words {
			straight[i] = straight[i].Union(straightened(read, w))
		}
	}
	var lines []document.Line
	for _, row := range rows.Indexes(straight) {
		var line document.Line
		for _, i := range row {
			segment := &read.Lines[i]
			words := make([]document.Word, len(segment.Words))
			for k, w := range segment.Words {
				words[k] = document.Word{
					Text: w.Text, Box: boxOf(read, w), Confidence: w.Confidence, Size: segment.Height * pointsPerPixel,
					Source: document.SourceOCR,
				}
			}
			line.Words = append(line.Words, words...)
		}
		for i := range line.Words {
			line.Box = line.Box.Union(line.Words[i].Box)
		}
		lines = append(lines, line)
	}
	rows.Sort(lines)
	return lines
}

// boxOf returns a word's place in fractions of the upright page.
func boxOf(read *page.Page, w page.Word) document.Box {
	x := func(v float64) float64 { return min(max(v/float64(read.Width), 0), 1) }
	y := func(v float64) float64 { return min(max(v/float64(read.Height), 0), 1) }
	return document.Box{X0: x(w.X0), Y0: y(w.Y0), X1: x(w.X1), Y1: y(w.Y1)}
}

// straightened is the word's place once the page no longer leans, in fractions of
// its size: the word is moved, not turned.
func straightened(read *page.Page, w page.Word) document.Box {
	sin, cos := math.Sincos(-read.Lean)
	cx, cy := float64(read.Width)/2, float64(read.Height)/2
	x, y := (w.X0+w.X1)/2-cx, (w.Y0+w.Y1)/2-cy
	dx, dy := float64(x*cos)-float64(y*sin)-x, float64(x*sin)+float64(y*cos)-y
	return document.Box{
		X0: (w.X0 + dx) / float64(read.Width), Y0: (w.Y0 + dy) / float64(read.Height),
		X1: (w.X1 + dx) / float64(read.Width), Y1: (w.Y1 + dy) / float64(read.Height),
	}
}

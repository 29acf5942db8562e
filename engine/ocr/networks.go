package ocr

import (
	"context"
	"fmt"
	"image"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/ocr/textline/page"
)

// networks recognizes text within this process.
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
	return &Reading{
		Lines: linesOf(read, pointsPerPixel(dpi)), Picture: read.Picture, Quarters: read.Quarters, Sheet: read.Sheet,
		Passes: 1,
	}, nil
}

// linesOf joins the segments of a page to rows, after deskewing. Lines that run up or down stay by themselves.
func linesOf(read *page.Page, pointsPerPixel float64) []document.Line {
	size := read.Picture.Rect.Size()
	var units []unit
	var sideways []document.Line
	for _, line := range read.Lines {
		u := unit{}
		for _, w := range line.Words {
			box := document.Box{
				X0: w.X0 / float64(size.X), Y0: w.Y0 / float64(size.Y),
				X1: w.X1 / float64(size.X), Y1: w.Y1 / float64(size.Y),
			}
			straight := box
			if !line.IsSideways {
				straight = turnedBy(box, size, -read.Lean)
			}
			u.box = u.box.Union(straight)
			u.words = append(u.words, document.Word{
				Text: w.Text, Box: box.OnPage(), Confidence: w.Confidence, Size: line.Height * pointsPerPixel,
				Source: document.SourceOCR,
			})
		}
		if line.IsSideways {
			sideways = append(sideways, document.Line{Words: u.words, Box: u.box.OnPage(), Sideways: true})
			continue
		}
		units = append(units, u)
	}
	return append(joinUnits(units, func(*document.Word) {}), sideways...)
}

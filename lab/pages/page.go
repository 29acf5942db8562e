// Package pages makes pictures of pages with known lines of text for a finder of
// lines to learn from: paper with columns, tables and pictures, receipts as scanned
// and as photographed, and annotated receipts in the same form.
//
// Words of a row that are farther apart than 1.3 times the height of the line are
// lines apart, as are words with a vertical rule between them; rows of signs alone, such
// as dashes, are none. So receipts are annotated too.
package pages

import (
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/lab/lines"
)

// longest is the longer side of a page at the most, in pixels.
const longest = 2400

// Line is a line of text on a page.
type Line struct {
	crop.Line
	Text string
}

// Page is a picture with its lines.
type Page struct {
	Image *image.Gray
	Lines []Line
	// Apart says that training must not see the page.
	Apart bool
}

// Write writes a page to a folder as NAME.png and NAME.json, in which "lines" has an
// object for each line: "middle" is a list of places [x, y] in pixels from its left
// to its right end, "height" its height in pixels, "text" what it says. "apart" is
// true on pages that training must not see.
func (p *Page) Write(folder, name string) error {
	type line struct {
		Middle [][2]float64 `json:"middle"`
		Height float64      `json:"height"`
		Text   string       `json:"text"`
	}
	out := struct {
		Lines []line `json:"lines"`
		Apart bool   `json:"apart"`
	}{Apart: p.Apart, Lines: []line{}}
	for _, l := range p.Lines {
		one := line{Height: l.Height, Text: l.Text}
		for _, m := range l.Middle {
			one.Middle = append(one.Middle, [2]float64{m.X, m.Y})
		}
		out.Lines = append(out.Lines, one)
	}
	data, err := json.Marshal(out)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".json"), data, 0o644); err != nil { //nolint:gosec // no secrets
		return err
	}
	file, err := os.Create(filepath.Join(folder, name+".png"))
	if err != nil {
		return err
	}
	defer file.Close()
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(file, p.Image); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return file.Close()
}

// OfReceipt returns an annotated receipt as a page, its boxes narrowed to the ink.
func OfReceipt(r *lines.Receipt) *Page {
	p := &Page{Image: r.Page, Apart: r.IsApart()}
	w, h := r.Page.Rect.Dx(), r.Page.Rect.Dy()
	scale := min(1, float64(longest)/float64(max(w, h)))
	if scale < 1 {
		p.Image = pixels.Shrink(r.Page, int(float64(w)*scale), int(float64(h)*scale))
	}
	for _, a := range r.Lines {
		l := Line{lines.Tight(r.Page, a.Box), a.Text}
		l.Height *= scale
		for i := range l.Middle {
			l.Middle[i].X *= scale
			l.Middle[i].Y *= scale
		}
		p.Lines = append(p.Lines, l)
	}
	return p
}

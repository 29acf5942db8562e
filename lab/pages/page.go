// Package pages makes pictures of pages with known text lines for training the line finder: paper with columns, tables
// and pictures, scanned and photographed receipts, and annotated receipts in the same form.
//
// A row is split into lines at gaps wider than 1.3 line heights and at vertical rules. Rows that consist only of
// signs, such as dashes, are not lines. The annotations of receipts follow the same rules.
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

// maxSidePixels limits the longer side of a page, in pixels.
const maxSidePixels = 2400

// Line is a line of text on a page.
type Line struct {
	crop.Line
	Text string
}

// Page is a picture with its lines.
type Page struct {
	Image *image.Gray
	Lines []Line
	// Apart reports that the page is held out from training.
	Apart bool
}

// Write writes a page to a folder as NAME.png and NAME.json. In the JSON, "lines" has an object for each line:
// "middle" is a list of points [x, y] in pixels from its left to its right end, "height" its height in pixels, "text"
// its text. "apart" is true on pages held out from training.
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

// OfReceipt returns an annotated receipt as a page, with its boxes narrowed to the ink.
func OfReceipt(r *lines.Receipt) *Page {
	p := &Page{Image: r.Page, Apart: r.IsApart()}
	w, h := r.Page.Rect.Dx(), r.Page.Rect.Dy()
	scale := min(1, float64(maxSidePixels)/float64(max(w, h)))
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

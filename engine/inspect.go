package engine

import (
	"context"
	"errors"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
)

// Inspection is the content of a file before extraction.
type Inspection struct {
	MIMEType    string            `json:"mimeType"`
	Info        map[string]string `json:"info,omitempty"` // the file's own metadata
	Pages       []InspectedPage   `json:"pages"`
	Codes       []InspectedCode   `json:"codes,omitempty"`
	Attachments []InspectedFile   `json:"attachments,omitempty"`
}

// InspectedPage is a page with its words in reading order. Boxes are [x0, y0, x1, y1] in fractions of the displayed
// page, origin top left; on nominal pages, in characters or cells of a grid.
type InspectedPage struct {
	Number int     `json:"number"`
	Width  float64 `json:"width"` // of the displayed page, in points
	Height float64 `json:"height"`
	// Turned is the number of clockwise quarter turns that make the print of the displayed page upright.
	Turned int `json:"turned,omitempty"`
	// Skew is the clockwise angle of the print after these turns, in degrees, if the page was straightened.
	Skew    float64           `json:"skew,omitempty"`
	Nominal bool              `json:"nominal,omitempty"`
	Lines   [][]InspectedWord `json:"lines"`
}

// InspectedWord is a word with its source.
type InspectedWord struct {
	Text       string          `json:"text"`
	Box        [4]float64      `json:"box"`
	Confidence float64         `json:"confidence"`
	Size       float64         `json:"size,omitempty"` // of the font, in points
	Bold       bool            `json:"bold,omitempty"`
	Hidden     bool            `json:"hidden,omitempty"` // invisible on the page
	Source     document.Source `json:"source"`
}

// InspectedCode is a QR code found on a page.
type InspectedCode struct {
	Page int        `json:"page"`
	Kind string     `json:"kind"`
	Text string     `json:"text"`
	Box  [4]float64 `json:"box"`
}

// InspectedFile is an embedded file.
type InspectedFile struct {
	Name string `json:"name"`
	Size int    `json:"size"` // bytes
}

// Inspect reads a file without extraction. Every error is an *extractionerror.Error.
func (e *Engine) Inspect(ctx context.Context, data []byte) (*Inspection, error) {
	doc, err := e.reader.Read(ctx, data)
	if err != nil {
		var f *extractionerror.Error
		if errors.As(err, &f) {
			return nil, f
		}
		return nil, extractionerror.New(extractionerror.InternalError, err,
			"The document could not be read because of an error on our side.")
	}
	return inspectionOf(doc), nil
}

func inspectionOf(doc *document.Document) *Inspection {
	in := &Inspection{MIMEType: doc.MIMEType, Info: doc.Info, Pages: make([]InspectedPage, 0, len(doc.Pages))}
	pages := map[int]*document.Page{}
	for i := range doc.Pages {
		p := &doc.Pages[i]
		pages[p.Number] = p
		in.Pages = append(in.Pages, inspectedPage(p))
	}
	for _, c := range doc.Barcodes {
		if p := pages[c.Page]; p != nil {
			c.Box = p.Displayed(c.Box)
		}
		in.Codes = append(in.Codes, InspectedCode{c.Page, c.Kind, c.Text, c.Box.Corners()})
	}
	for _, a := range doc.Attachments {
		in.Attachments = append(in.Attachments, InspectedFile{a.Name, len(a.Data)})
	}
	return in
}

func inspectedPage(p *document.Page) InspectedPage {
	out := InspectedPage{
		Number: p.Number, Turned: p.Turned, Nominal: p.Nominal, Lines: make([][]InspectedWord, 0, len(p.Lines)),
	}
	out.Width, out.Height = p.DisplayedSize()
	if p.Sheet != nil {
		out.Skew = document.Round(p.Sheet.Skew())
	}
	for _, l := range p.Lines {
		line := make([]InspectedWord, 0, len(l.Words))
		for i := range l.Words {
			w := &l.Words[i]
			line = append(line, InspectedWord{
				Text: w.Text, Box: p.Displayed(w.Box).Corners(), Confidence: document.Round(w.Confidence),
				Size: document.Round(w.Size), Bold: w.Bold, Hidden: w.Hidden, Source: w.Source,
			})
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

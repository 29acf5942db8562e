// Package pagerender shows documents that have no pages of their own: office files,
// mail, web pages, plain text, tables and e-invoice data. Readers set their words
// on nominal pages, each as long as its text (see document.Page.Nominal); here these
// are cut into sheets of a page's shape, and drawn. What is shown is what was read:
// its words at their places, and nothing else of the file.
package pagerender

import (
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/grid"
)

// Measures of sheets, in points.
const (
	margin = 36.0
	// The least size of a sheet: A4. A wider one, as tables have them, lies on its
	// side.
	minWidth, minHeight = 595.0, 842.0
	aspect              = minWidth / minHeight
	// lineHeight is that of a word in the size of running text.
	lineHeight = 9.5
)

// Sheets are the pages of a document as they are shown. Pages that are not nominal
// are sheets as they are.
type Sheets struct {
	pages map[int]span // by number of the page
	all   []sheet
}

// span is the sheets that a page was cut into, as indexes.
type span struct{ first, end int }

// sheet is a part of a page.
type sheet struct {
	page        *document.Page
	first, end  int     // of the page's lines
	top, bottom float64 // of these lines, in points of the page
	width       float64 // of the sheet, in points
	height      float64
}

// New cuts the pages of a document, which are not to be changed from now on.
func New(pages []document.Page) *Sheets {
	s := &Sheets{pages: make(map[int]span, len(pages))}
	for i := range pages {
		p := &pages[i]
		first := len(s.all)
		switch {
		case !p.Nominal:
			s.all = append(s.all, sheet{page: p, width: p.Width, height: p.Height})
		case p.Width > 0 && p.Height > 0:
			s.cut(p)
		default:
			s.cut(withPlaces(p))
		}
		s.pages[p.Number] = span{first, len(s.all)}
	}
	return s
}

// placed sets the lines of a page whose words have no places under each other. Too
// many words leave the page without any.
func withPlaces(p *document.Page) *document.Page {
	blocks := make([]grid.Block, 0, len(p.Lines))
	for _, l := range p.Lines {
		if len(l.Words) > 0 && !l.Words[0].Hidden {
			blocks = append(blocks, grid.Text(l.Text()))
		}
	}
	var setter grid.Setter
	set, err := setter.Page(p.Number, blocks)
	if err != nil {
		return &document.Page{Number: p.Number, Nominal: true, Width: minWidth, Height: minHeight}
	}
	return &set
}

// cut cuts a page between its lines. A page without visible lines is one sheet.
func (s *Sheets) cut(p *document.Page) {
	wide := 0.0
	for i := range p.Lines {
		wide = max(wide, p.Lines[i].Box.X1*p.Width)
	}
	width := max(minWidth, wide+2*margin)
	height := max(minHeight, width*aspect)
	tops := lineTops(p)
	open := sheet{page: p, width: width, height: height}
	for i := range p.Lines {
		bottom := p.Lines[i].Box.Y1 * p.Height
		if i > open.first && bottom-open.top > height-2*margin {
			open.end = i
			s.all = append(s.all, open)
			open.first, open.top, open.bottom = i, tops[i], 0
		}
		open.bottom = max(open.bottom, bottom)
	}
	open.end = len(p.Lines)
	s.all = append(s.all, open)
}

// topsFrom gives for each line where the text from it on begins, in points: cells
// side by side have lines that overlap.
func lineTops(p *document.Page) []float64 {
	tops := make([]float64, len(p.Lines))
	for i := len(p.Lines) - 1; i >= 0; i-- {
		tops[i] = p.Lines[i].Box.Y0 * p.Height
		if i+1 < len(tops) {
			tops[i] = min(tops[i], tops[i+1])
		}
	}
	return tops
}

// Count is how many sheets there are.
func (s *Sheets) Count() int { return len(s.all) }

// Sheet returns a sheet, counted from 1, as a page: boxes are in fractions of it, and
// words that are not shown are left out where they were cut. ok is false where there
// is none of that number.
func (s *Sheets) Sheet(n int) (page document.Page, ok bool) {
	if n < 1 || n > len(s.all) {
		return document.Page{}, false
	}
	sh := &s.all[n-1]
	if !sh.page.Nominal {
		return *sh.page, true
	}
	page = document.Page{Number: n, Width: sh.width, Height: sh.height}
	for _, l := range sh.page.Lines[sh.first:sh.end] {
		if len(l.Words) == 0 || l.Words[0].Hidden {
			continue
		}
		line := document.Line{Words: make([]document.Word, len(l.Words))}
		for i, w := range l.Words {
			w.Box = sh.toSheet(w.Box)
			line.Words[i] = w
			line.Box = line.Box.Union(w.Box)
		}
		page.Lines = append(page.Lines, line)
	}
	return page, true
}

// Place returns where a box of a page lies: the number of the sheet and the box in
// fractions of it. A box that was cut is what lies on its first sheet. ok is false
// for a box without extent and a page that there is not.
func (s *Sheets) Place(page int, box document.Box) (n int, on document.Box, ok bool) {
	of, ok := s.pages[page]
	if !ok || box.Empty() {
		return 0, document.Box{}, false
	}
	at := of.first
	if !s.all[at].page.Nominal {
		return at + 1, box, true
	}
	p := s.all[at].page
	// Its first line stands at least as high as this.
	line := min(box.Y0*p.Height+lineHeight, box.Y1*p.Height)
	for at+1 < of.end && line > s.all[at].bottom {
		at++
	}
	on = s.all[at].toSheet(box)
	return at + 1, on, !on.Empty()
}

// place returns where a box of the page lies on the sheet.
func (sh *sheet) toSheet(b document.Box) document.Box {
	p := sh.page
	on := document.Box{
		X0: (margin + b.X0*p.Width) / sh.width, X1: (margin + b.X1*p.Width) / sh.width,
		Y0: (margin + b.Y0*p.Height - sh.top) / sh.height, Y1: (margin + b.Y1*p.Height - sh.top) / sh.height,
	}
	return document.Box{
		X0: max(on.X0, 0), Y0: max(on.Y0, 0), X1: min(on.X1, 1),
		Y1: min(on.Y1, (margin+max(sh.bottom-sh.top, 0))/sh.height),
	}
}

// Package pagerender shows documents without pages: office files, mail, web pages, plain text, tables and
// e-invoice data. Readers set their words on nominal pages (document.Page.Nominal); this package cuts these
// into sheets and draws only the words.
package pagerender

import (
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/grid"
)

const (
	margin = 36.0
	// Minimum size of a sheet: A4. Wider sheets, such as tables, are landscape.
	minWidth, minHeight = 595.0, 842.0
	aspect              = minWidth / minHeight
	// lineHeight is the height of a word in running text.
	lineHeight = 9.5
)

// Sheets holds a document's displayed pages. Pages that are not nominal are sheets already.
type Sheets struct {
	pages map[int]span // by number of the page
	all   []sheet
}

// span is the range of sheets of a page.
type span struct{ first, end int }

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

// withPlaces lays out the lines of a page without positions below each other. A page with too many words
// stays without.
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

// lineTops returns for each line where the text from it on begins, in points. Lines of adjacent cells
// overlap.
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

// Sheet returns sheet n, counted from 1, as a page: boxes are in fractions of it, and hidden words are left
// out at cuts. ok is false if the sheet does not exist.
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

// Place returns the sheet that shows a box of a page, and the box in fractions of the sheet. Of a cut box
// it returns the part on the first sheet. ok is false for an empty box or a missing page.
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
	// The first line is at least this high.
	line := min(box.Y0*p.Height+lineHeight, box.Y1*p.Height)
	for at+1 < of.end && line > s.all[at].bottom {
		at++
	}
	on = s.all[at].toSheet(box)
	return at + 1, on, !on.Empty()
}

// toSheet converts a box of the page to the sheet.
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

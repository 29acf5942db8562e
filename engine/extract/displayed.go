package extract

import (
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read/pagerender"
	"github.com/docmill/docmill/engine/result"
)

// displayed converts pages and boxes as read to those displayed, for rotated and nominal pages.
func displayed(res *result.Result, pages []document.Page) {
	sheets := pagerender.New(pages)
	res.Pages = sheets.Count()
	for path, f := range res.Fields {
		if f.Page == nil || *f.Page < 1 || *f.Page > len(pages) {
			continue
		}
		page := &pages[*f.Page-1]
		if page.Nominal {
			onSheet(&f, sheets)
		} else if f.Box != nil && page.Turned != 0 {
			f.Box = rounded(boxOf(f).Turn(-page.Turned))
		}
		res.Fields[path] = f
	}
}

// onSheet moves a field to its sheet. It removes page and box if the field has no place on a sheet.
func onSheet(f *result.Field, sheets *pagerender.Sheets) {
	number, placed := *f.Page, false
	var box document.Box
	if f.Box != nil {
		number, box, placed = sheets.Place(number, boxOf(*f))
	}
	if !placed {
		f.Page, f.Box = nil, nil
		return
	}
	f.Page, f.Box = &number, rounded(box)
}

func boxOf(f result.Field) document.Box {
	return document.Box{X0: f.Box[0], Y0: f.Box[1], X1: f.Box[2], Y1: f.Box[3]}
}

func rounded(b document.Box) *[4]float64 {
	corners := b.Corners()
	return &corners
}

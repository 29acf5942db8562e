package engine

import (
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
)

// displayed gives the boxes of fields on the pages as they are displayed, also
// of those that were turned to be read.
func displayed(res *result.Result, pages []document.Page) {
	for path, f := range res.Fields {
		if f.Page == nil || f.Box == nil || *f.Page < 1 || *f.Page > len(pages) || pages[*f.Page-1].Turned == 0 {
			continue
		}
		b := *f.Box
		box := document.Box{X0: b[0], Y0: b[1], X1: b[2], Y1: b[3]}.Turn(-pages[*f.Page-1].Turned)
		f.Box = &[4]float64{fraction(box.X0), fraction(box.Y0), fraction(box.X1), fraction(box.Y1)}
		res.Fields[path] = f
	}
}

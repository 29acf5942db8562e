package items

import (
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
)

// prove finds quantity, price and amount in an item's first row, if those from the headings do not fit.
func (r *finder) prove(it *item, told lineproof.Factors) lineproof.Factors {
	if told.Fit(r.Style) {
		return told
	}
	return told.Prove(r.rowNumbers(it, told.Quantity != nil), r.Style)
}

// maxRowNumbers limits the numbers of a row that are multiplied.
const maxRowNumbers = 12

// rowNumbers returns the numbers that open a segment of an item's first row, except a position next to a quantity.
func (r *finder) rowNumbers(it *item, counted bool) []value.Figure {
	var out []value.Figure
	var position *value.Figure
	if counted {
		position = lineproof.LastNumber(it.cells[layout.ColumnPosition])
	}
	for _, s := range it.rows[0].Segments {
		for _, a := range r.Spans[s].Amounts {
			if a.Percent || a.First > 0 && annotate.HasLetters(s.Words[a.First-1:a.First]) {
				continue
			}
			f := value.Figure{Part: layout.Part{Segment: s, First: a.First, Last: a.Last}, Amount: a}
			if !lineproof.Same(&f, position) {
				out = append(out, f)
			}
		}
	}
	if len(out) > maxRowNumbers {
		return nil
	}
	return out
}

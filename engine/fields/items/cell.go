package items

import (
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
)

// wholeAmount reports whether a row's amount is a bare whole number, which alone
// makes no item of a row of text.
func (r *finder) wholeAmount(row layout.TableRow) bool {
	for _, c := range []layout.Column{layout.ColumnAmount, layout.ColumnGross} {
		for _, p := range row.Cells[c] {
			if a, ok := r.numberIn(p); ok && !a.Whole() {
				return false
			}
		}
	}
	return true
}

// hasNumber reports whether a cell holds a number and little else: one in the
// middle of a sentence that reaches into the column is none, nor is a percentage.
func (r *finder) hasNumber(row layout.TableRow, c layout.Column) bool {
	for _, p := range row.Cells[c] {
		if a, ok := r.numberIn(p); ok && !a.Percent && p.Last-p.First-(a.Last-a.First) <= 2 {
			return true
		}
	}
	return false
}

// numberIn returns the last number of a part.
func (r *finder) numberIn(p layout.Part) (recognize.Amount, bool) {
	all := recognize.Amounts(p.Segment.Words[p.First : p.Last+1])
	for i := len(all) - 1; i >= 0; i-- {
		a := all[i]
		a.First += p.First
		a.Last += p.First
		if !a.Percent {
			return a, true
		}
	}
	if len(all) > 0 {
		a := all[0]
		a.First, a.Last = a.First+p.First, a.Last+p.First
		return a, true
	}
	return recognize.Amount{}, false
}

package taxrate

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
)

// Halves returns the Indian GST lines of trade within a state. The law charges them in two halves that each invoice
// states: the central one and that of the state or union territory.
func (r Reader) Halves() (central, local []Line) {
	for _, p := range r.Layout.Pages {
		for _, row := range p.Rows {
			ofCentral, ofLocal := halfNamed(row)
			if r.ItemRows[row] || ofCentral == ofLocal {
				continue
			}
			t, ok := r.halfIn(row)
			switch {
			case !ok:
			case ofCentral:
				central = append(central, t)
			default:
				local = append(local, t)
			}
		}
	}
	return central, local
}

func halfNamed(row *layout.Row) (central, local bool) {
	for _, s := range row.Segments {
		words, _ := s.Folded()
		central = central || slices.Contains(words, "cgst")
		local = local || slices.Contains(words, "sgst") || slices.Contains(words, "utgst")
	}
	return central, local
}

// halfIn reads the tax of a row, with its rate or without.
func (r Reader) halfIn(row *layout.Row) (Line, bool) {
	if t, ok := r.Stated(row, true); ok {
		return t, true
	}
	var all []link.Candidate
	for _, s := range row.Segments {
		all = append(all, slices.DeleteFunc(r.AmountValues(s), func(c link.Candidate) bool { return r.Amount(c).Whole() })...)
	}
	if len(all) != 1 {
		return Line{}, false
	}
	return Line{Amount: &all[0], AmountValue: r.Amount(all[0]).Value(r.Style)}, true
}

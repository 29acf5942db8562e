package totals

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/shopspring/decimal"
)

type finder struct {
	*link.Linker
	taxIncluded bool
}

func (r *finder) stated() taxrate.Reader { return taxrate.Reader{Linker: r.Linker} }

// signed returns the amount's value, negated if a credit mark such as "CR" follows.
func (r *finder) signed(c link.Candidate) decimal.Decimal {
	v := r.Amount(c).Value(r.Style)
	if !v.IsPositive() {
		return v
	}
	if next, ok := lastAfter(c); ok && len(next) > 1 && lexicon.CreditMark.Has(lexicon.Fold(next)) {
		return v.Neg()
	}
	return v
}

// lastAfter returns the word after an amount if it is the last word of its segment.
func lastAfter(c link.Candidate) (string, bool) {
	words, next := c.Segment.Words, c.Last+1
	if right := c.Segment.Right(); next >= len(words) && len(right) > 0 {
		words, next = right[0].Words, 0
	}
	if next != len(words)-1 {
		return "", false
	}
	return words[next], true
}

// largestItem returns the largest amount of money at the end of an item's row.
func (r *finder) largestItem() decimal.Decimal {
	var top decimal.Decimal
	for row := range r.ItemRows {
		last := row.Segments[len(row.Segments)-1]
		for _, a := range r.Spans[last].Amounts {
			if v := a.Value(r.Style); a.Number.Fraction == 2 && !a.Percent && v.GreaterThan(top) {
				top = v
			}
		}
	}
	return top
}

// itemsTotal adds up, in units, the last amounts of money in the items' rows. If the last ones do not add up to a
// printed sum (they may be tax rates), it adds up the ones before them. It returns 0 if one is too large.
func (r *finder) itemsTotal() int64 {
	var last, before decimal.Decimal
	for row := range r.ItemRows {
		all := r.lastMoney(row)
		if len(all) > 0 {
			last = last.Add(all[0])
		}
		if len(all) > 1 {
			before = before.Add(all[1])
		}
	}
	if _, printed := r.Printed(before); printed && !before.IsZero() {
		if _, printed := r.Printed(last); !printed {
			last = before
		}
	}
	if !isComputable(last) {
		return 0
	}
	return units(last)
}

// lastMoney returns the last two amounts of money of an item's row, the last first.
func (r *finder) lastMoney(row *layout.Row) []decimal.Decimal {
	const most = 2
	var out []decimal.Decimal
	for _, s := range slices.Backward(row.Segments) {
		for _, a := range slices.Backward(r.Spans[s].Amounts) {
			if !a.Percent && a.Number.Fraction >= 2 && len(out) < most {
				out = append(out, a.Value(r.Style))
			}
		}
		if len(out) == most || annotate.HasLetters(s.Words) && len(s.Words) > 1 {
			break
		}
	}
	return out
}

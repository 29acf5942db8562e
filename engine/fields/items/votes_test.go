package items

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
)

// Of the three numbers of a row those that the headings told count most; a
// quantity of one, a price of one and whole numbers alone prove nothing by chance.
func TestVotesOfNumbers(t *testing.T) {
	t.Parallel()
	lay := sheettest.Rows("2 x", "1 x", "1.50 x", "3.00 x", "3 x", "6 x", "2.00 EUR")
	r := &finder{Input{Linker: link.New(annotate.New(lay), result.TypeInvoice, link.Scorer{})}}
	number := func(row int) *value.Figure {
		s := lay.Pages[0].Rows[row].Segments[0]
		return r.lastNumber([]layout.Part{annotate.Whole(s)})
	}
	two, one, half, three, whole, six, money := number(0), number(1), number(2), number(3), number(4), number(5),
		number(6)
	told := factors{quantity: two, price: half, amount: three}
	for name, c := range map[string]struct {
		tried, told factors
		want        int
	}{
		"all told":                     {told, told, 12},
		"quantity and price swapped":   {factors{half, two, three}, told, 5},
		"nothing told, whole quantity": {factors{two, half, three}, factors{}, 2},
		"nothing told, quantity of 1":  {factors{one, three, three}, factors{}, 0},
		"told quantity of 1":           {factors{one, three, three}, factors{quantity: one}, 6},
		"nothing told, price of 1":     {factors{whole, one, whole}, factors{}, 0},
		"whole numbers alone":          {factors{two, whole, six}, factors{}, 0},
		"whole numbers, amount told":   {factors{two, whole, six}, factors{amount: six}, 6},
		"a quantity of money":          {factors{money, half, three}, told, 0},
	} {
		if got := r.votes(c.tried, c.told); got != c.want {
			t.Errorf("%s: %d votes, want %d", name, got, c.want)
		}
	}
	if !r.isProduct(told) || r.isProduct(factors{two, three, half}) || r.isProduct(factors{two, half, nil}) {
		t.Error("2 × 1.50 = 3.00 and nothing else")
	}
}

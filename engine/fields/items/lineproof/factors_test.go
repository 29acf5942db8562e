package lineproof

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Numbers from headings count most. A quantity of one, a price of one and whole numbers alone prove nothing.
func TestVotesOfNumbers(t *testing.T) {
	t.Parallel()
	lay := sheettest.Rows("2 x", "1 x", "1.50 x", "3.00 x", "3 x", "6 x", "2.00 EUR")
	const style = recognize.StyleUnknown
	number := func(row int) *value.Figure {
		s := lay.Pages[0].Rows[row].Segments[0]
		return LastNumber([]layout.Part{annotate.Whole(s)})
	}
	two, one, half, three, whole, six, money := number(0), number(1), number(2), number(3), number(4), number(5),
		number(6)
	told := Factors{Quantity: two, Price: half, Amount: three}
	for name, c := range map[string]struct {
		tried, told Factors
		want        int
	}{
		"all told":                     {told, told, 12},
		"quantity and price swapped":   {Factors{half, two, three}, told, 5},
		"nothing told, whole quantity": {Factors{two, half, three}, Factors{}, 2},
		"nothing told, quantity of 1":  {Factors{one, three, three}, Factors{}, 0},
		"told quantity of 1":           {Factors{one, three, three}, Factors{Quantity: one}, 6},
		"nothing told, price of 1":     {Factors{whole, one, whole}, Factors{}, 0},
		"whole numbers alone":          {Factors{two, whole, six}, Factors{}, 0},
		"whole numbers, amount told":   {Factors{two, whole, six}, Factors{Amount: six}, 6},
		"a quantity of money":          {Factors{money, half, three}, told, 0},
	} {
		if got := c.tried.votes(c.told, style); got != c.want {
			t.Errorf("%s: %d votes, want %d", name, got, c.want)
		}
	}
	if !told.Fit(style) || (Factors{two, three, half}).Fit(style) || (Factors{two, half, nil}).Fit(style) {
		t.Error("2 × 1.50 = 3.00 and nothing else")
	}
}

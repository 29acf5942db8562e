package totals

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/layout"
)

// rated is a line of the breakdown at a separate place, without a rate if rate is "".
func rated(rate, amount string) taxrate.Line {
	l := taxrate.Line{AmountValue: d(amount), Amount: &link.Candidate{Segment: &layout.Segment{}}}
	if rate != "" {
		l.Rate, l.RateValue = &link.Candidate{}, d(rate)
	}
	return l
}

// Sets of fewer lines win, then sets of closer lines.
func TestTaxesAddUp(t *testing.T) {
	t.Parallel()
	t4 := taxrate.AddUp([]taxrate.Line{rated("21", "10"), rated("9", "3"), rated("4", "2"), rated("", "1"), rated("21", "13")}, units)
	for amount, want := range map[string]int{
		"13": 2, "15": 3, "5": 2, "16": 3, "10": 0, "28": 4, "29": 0, "26": 3, "1": 0, "99": 0,
	} {
		got := sumOf(t4.Of(units(d(amount))))
		if want == 0 {
			if got != nil {
				t.Errorf("%s is made by %d lines", amount, len(got.lines))
			}
			continue
		}
		if got == nil || !got.amount.Equal(d(amount)) || len(got.links) != len(got.lines) {
			t.Errorf("%s: %+v", amount, got)
		}
	}
	if got := sumOf(t4.Of(units(d("15")))); got == nil || len(got.lines) != 2 {
		t.Error("two lines make 15, and it was made of more")
	}
}

// Property: the lines add up to the amount, and no smaller set does.
func TestTaxesOfAnyLines(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 3))
	for range 80 {
		lines := make([]taxrate.Line, r.IntN(topTaxes))
		for i := range lines {
			lines[i] = rated("21", money(1+r.Int64N(30)))
		}
		all := taxrate.AddUp(lines, units)
		for set := range uint(1) << len(lines) {
			n := bits.OnesCount(set)
			if n < taxrate.MinAdded || n > taxrate.MaxAdded {
				continue
			}
			total := int64(0)
			for i := range lines {
				if set&(1<<i) != 0 {
					total += units(lines[i].AmountValue)
				}
			}
			got := sumOf(all.Of(total))
			if got == nil || got.units() != total || len(got.lines) > n {
				t.Fatalf("%d of %d lines: %+v", n, len(lines), got)
			}
		}
	}
}

func TestLooseLinesAreLessLikely(t *testing.T) {
	t.Parallel()
	known, loose, proved := rated("21", "10"), rated("21", "10"), rated("21", "10")
	loose.Loose = true
	proved.Loose, proved.Exact = true, true
	sure, half, unsure := sumOf([]taxrate.Line{known, known}), sumOf([]taxrate.Line{known, loose}), sumOf([]taxrate.Line{loose, loose})
	if !(sure.logOdds > half.logOdds && half.logOdds > unsure.logOdds) {
		t.Errorf("%v, %v, %v", sure.logOdds, half.logOdds, unsure.logOdds)
	}
	if p := sumOf([]taxrate.Line{proved, proved}); p.logOdds <= sure.logOdds {
		t.Errorf("proved %v, known %v", p.logOdds, sure.logOdds)
	}
}

func TestAllTaxes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []taxrate.Line
		want  string
	}{
		"two rates":          {[]taxrate.Line{rated("21", "10"), rated("9", "3")}, "13"},
		"one printed twice":  {[]taxrate.Line{rated("21", "10"), rated("9", "3"), rated("21", "10.00")}, "13"},
		"one":                {[]taxrate.Line{rated("21", "10"), rated("21", "10")}, ""},
		"one without a rate": {[]taxrate.Line{rated("21", "10"), rated("", "3")}, ""},
		"none":               {nil, ""},
	} {
		if got := amountOf(sumOf(taxrate.AddUp(c.lines, units).All())); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestTaxesFitTheirRates(t *testing.T) {
	t.Parallel()
	all := taxrate.AddUp([]taxrate.Line{rated("21", "10"), rated("9", "3"), rated("", "50")}, units)
	for tax, want := range map[string]bool{"21": true, "9": true, "15": true, "8.99": false, "21.01": false, "50": false} {
		if got := all.Fits(units(d("100")), units(d(tax))); got != want {
			t.Errorf("%s of 100: %v", tax, got)
		}
	}
}

func TestOneOfSeveralTaxes(t *testing.T) {
	t.Parallel()
	several := taxrate.AddUp([]taxrate.Line{rated("21", "10"), rated("9", "3"), rated("", "7")}, units)
	for amount, want := range map[string]bool{"10": true, "3": true, "7": false, "13": false} {
		if got := several.OneOf(units(d(amount))); got != want {
			t.Errorf("%s: %v", amount, got)
		}
	}
	if taxrate.AddUp([]taxrate.Line{rated("21", "10")}, units).OneOf(units(d("10"))) {
		t.Error("the only one is one of several")
	}
}

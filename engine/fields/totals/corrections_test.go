package totals

import (
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// piece is an amount of a role, printed at a separate place.
func piece(amount string, role lexicon.Role, cost float64) part {
	s := sure(amount, 1)
	return part{units: s.units(), sum: s, role: role, cost: cost}
}

func amountsOf(c *correction) (out []string) {
	if c == nil {
		return nil
	}
	for _, p := range c.parts {
		out = append(out, p.sum.amount.String())
	}
	return out
}

func TestWhatMakesTheRest(t *testing.T) {
	t.Parallel()
	c := combine([]part{
		piece("5", lexicon.Shipping, 0), piece("-3", lexicon.Discount, 0), piece("20", "", costPlus), piece("70", "", costPlus),
	})
	for name, w := range map[string]struct {
		rest string
		want int // amounts
	}{
		"one":                     {"5", 1},
		"another":                 {"-3", 1},
		"two with labels":         {"2", 2},
		"one without a label":     {"70", 1},
		"one of each":             {"17", 2},
		"three":                   {"22", 3},
		"two without a label":     {"90", 0},
		"two of them and a third": {"95", 0},
		"nothing":                 {"0", 0},
		"what no amounts make":    {"33", 0},
		"two cents more":          {"5.02", 1},
		"two cents less":          {"-3.02", 1},
		"three cents more":        {"5.03", 0},
	} {
		if got := c.of(units(d(w.rest)), nil, nil, nil); len(amountsOf(got)) != w.want {
			t.Errorf("%s: %q, want %d", name, amountsOf(got), w.want)
		}
	}
	if got := (*corrections)(nil).of(5, nil, nil, nil); got != nil {
		t.Errorf("of no corrections: %v", got)
	}
}

func TestSumsAreNoCorrections(t *testing.T) {
	t.Parallel()
	shipping := piece("5", lexicon.Shipping, 0)
	c := combine([]part{shipping})
	if c.of(shipping.units, nil, nil, nil) == nil {
		t.Fatal("the amount makes nothing")
	}
	other := sure("5", 1)
	if c.of(shipping.units, &other, nil, nil) == nil {
		t.Error("another amount of the same size is in the way")
	}
	for _, s := range [][3]*sum{{&shipping.sum, nil, nil}, {nil, &shipping.sum, nil}, {nil, nil, &shipping.sum}} {
		if got := c.of(shipping.units, s[0], s[1], s[2]); got != nil {
			t.Errorf("%q is one of the sums", amountsOf(got))
		}
	}
	added := sum{links: []link.Link{other.links[0], shipping.sum.links[0]}}
	if got := c.of(shipping.units, nil, &added, nil); got != nil {
		t.Error("the tax was added up from it")
	}
}

// Property: parts add up to their key, take no amount twice, and have the lowest cost.
func TestCorrectionsOfAnyAmounts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(6, 2))
	roles := []lexicon.Role{lexicon.Discount, lexicon.Shipping, lexicon.Rounding, ""}
	for range 60 {
		parts := make([]part, 1+r.IntN(topParts))
		for i := range parts {
			s := sum{amount: d("1"), links: sure("1", 0).links}
			if i > 0 && r.IntN(4) == 0 {
				s.links = parts[i-1].sum.links // the same amount, added or subtracted
			}
			parts[i] = part{units: (1 + r.Int64N(40)) * 100 * cent * (1 - 2*r.Int64N(2)), sum: s, role: roles[r.IntN(4)], cost: r.Float64()}
		}
		all := combine(parts)
		for i := range parts {
			if got := all.by[parts[i].units]; got == nil || got.cost > parts[i].cost+costPart {
				t.Fatalf("%d is not made, or at more than %v", parts[i].units, parts[i].cost)
			}
		}
		for total, c := range all.by {
			sum, cost, unknown := int64(0), 0.0, 0
			for i, p := range c.parts {
				sum, cost = sum+p.units, cost+p.cost+costPart
				if p.role == "" {
					unknown++
				}
				for _, o := range c.parts[:i] {
					if sharesAmount(&p.sum, &o.sum) {
						t.Fatalf("%d takes one amount twice", total)
					}
				}
			}
			if sum != total || cost-c.cost > 1e-9 || unknown > 1 || len(c.parts) > 3 {
				t.Fatalf("%d: %d at %v of %d parts, %d unknown", total, sum, cost, len(c.parts), unknown)
			}
		}
	}
}

// A discount is subtracted whatever its sign; other amounts are added or subtracted.
func TestPartsWithLabels(t *testing.T) {
	t.Parallel()
	const one = 100 * cent
	for name, c := range map[string]struct {
		amount string
		odds   float64
		role   lexicon.Role
		want   []int64
		cost   float64
	}{
		"a discount":             {"3", 1, lexicon.Discount, []int64{-3 * one}, 0},
		"a discount with a sign": {"-3", 1, lexicon.Discount, []int64{-3 * one}, 0},
		"shipping":               {"3", 1, lexicon.Shipping, []int64{3 * one}, 0},
		"a doubtful one":         {"3", -0.5, lexicon.Shipping, []int64{3 * one}, costDoubtful},
		"a rounding":             {"-0.02", 1, lexicon.Rounding, []int64{-2 * cent}, 0},
		"another":                {"3", 1, lexicon.OtherAmount, []int64{3 * one, -3 * one}, costEither},
	} {
		got := labelledParts(sure(c.amount, c.odds), c.role)
		if len(got) != len(c.want) {
			t.Errorf("%s: %d parts", name, len(got))
			continue
		}
		for i, p := range got {
			if p.units != c.want[i] || p.cost != c.cost || p.role != c.role {
				t.Errorf("%s: %d at %v as %q", name, p.units, p.cost, p.role)
			}
		}
	}
}

// The sign of an unlabeled amount decides; without a sign, adding is preferred.
func TestPartsWithoutLabels(t *testing.T) {
	t.Parallel()
	less := unlabelledParts(&entry{sum: sure("-3", 0), units: -300 * cent})
	if len(less) != 1 || less[0].units != -300*cent || less[0].cost != costMinus {
		t.Errorf("%+v", less)
	}
	more := unlabelledParts(&entry{sum: sure("3", 0), units: 300 * cent})
	if len(more) != 2 || more[0].units != 300*cent || more[1].units != -300*cent || more[0].cost >= more[1].cost {
		t.Errorf("%+v", more)
	}
}

func TestDiscountsOfCorrections(t *testing.T) {
	t.Parallel()
	of := func(parts ...part) *correction {
		c := &correction{}
		for i := range parts {
			c.parts = append(c.parts, &parts[i])
		}
		return c
	}
	discount, shipping, unknown := piece("-3", lexicon.Discount, 0), piece("5", lexicon.Shipping, 0), piece("-4", "", costMinus)
	for name, c := range map[string]struct {
		of                 *correction
		discount, lowering string
	}{
		"nothing":             {nil, "", ""},
		"a discount":          {of(discount), "3", "3"},
		"two of them":         {of(discount, piece("2", lexicon.Discount, 0)), "5", "5"},
		"with shipping":       {of(shipping, discount), "3", "3"},
		"shipping alone":      {of(shipping), "", ""},
		"a minus alone":       {of(unknown), "", "-4"},
		"a minus beside more": {of(unknown, shipping), "", ""},
		"a plus alone":        {of(piece("4", "", costPlus)), "", ""},
	} {
		if got := amountOf(c.of.discount()); got != c.discount {
			t.Errorf("%s: the discount is %q", name, got)
		}
		if got := amountOf(c.of.lowering()); got != c.lowering {
			t.Errorf("%s: %q lowers", name, got)
		}
	}
}

// Corrections are at most a few rows from the sums, on the same page.
func TestWhereCorrectionsStand(t *testing.T) {
	t.Parallel()
	lay := sheettest.Rows("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l")
	at := func(row int) link.Candidate { return link.Candidate{Segment: lay.Segments[row]} }
	sumAt := func(row int, odds float64) sum { return sum{logOdds: odds, links: []link.Link{{Value: at(row)}}} }
	in := blockOf(&candidates{totals: []sum{sumAt(6, 1)}, subtotals: []sum{sumAt(4, 1), sumAt(0, -1)}})
	for row := range 12 {
		if want := row >= 4-blockRows && row <= 6+blockRows; in.holds(at(row)) != want {
			t.Errorf("row %d: not %v, of rows %d to %d", row, want, in.top, in.below)
		}
	}
	if none := blockOf(&candidates{}); none.holds(at(0)) {
		t.Error("without sums there is a block")
	}
}

package totals

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/shopspring/decimal"
)

func money(cents int64) string { return decimal.New(cents, -2).StringFixed(2) }

// reading returns a page with a row for each text, and its labels' links.
func reading(rows ...string) (*finder, *link.Set) {
	r := &finder{Linker: sheettest.Linker(result.TypeInvoice, rows...)}
	return r, r.Link(r.MoneyOutsideItems, sumRoles()...)
}

// scanned is reading for a scanned page.
func scanned(rows ...string) (*finder, *link.Set) {
	doc := sheettest.Scanned(&document.Document{Pages: []document.Page{sheettest.RowsPage(rows...)}}, 0.9)
	r := &finder{Linker: sheettest.LinkerOf(result.TypeInvoice, layout.Analyze(doc))}
	return r, r.Link(r.MoneyOutsideItems, sumRoles()...)
}

// The ledger has the amounts with cents in reading order, with their labels' roles.
func TestLedger(t *testing.T) {
	t.Parallel()
	r, m := reading("Subtotal|100.00", "VAT 21%|21.00", "Brakunta|-3.50", "7|8.25 CR", "Total|121.00", "Rate 9%|x")
	b := r.ledger(m)
	want := []struct {
		units int64
		claim lexicon.Role
	}{{100_00 * cent, lexicon.Subtotal}, {21_00 * cent, lexicon.Tax}, {-3_50 * cent, ""}, {-8_25 * cent, ""}, {121_00 * cent, lexicon.Total}}
	if len(b.all) != len(want) {
		t.Fatalf("%d amounts", len(b.all))
	}
	for i, w := range want {
		if e := b.all[i]; e.units != w.units || e.claim != w.claim || e.sum.units() != w.units {
			t.Errorf("amount %d: %d as %q, want %+v", i, e.units, e.claim, w)
		}
		if at := b.at[w.units]; len(at) != 1 || at[0] != i {
			t.Errorf("amount %d is found at %v", i, at)
		}
	}
	if len(b.rates) != 2 || len(b.printed) != 0 {
		t.Errorf("rates %v, printed digits %v", b.rates, b.printed)
	}
}

// Amounts with another label, or among many words, are less likely sums.
func TestLikelihoodOfEntries(t *testing.T) {
	t.Parallel()
	r, m := reading("Brakunta|1.00", "Total|2.00", "Brakunta zum vok rett prillo ump tarn qual wesk 3.00 vrim")
	b := r.ledger(m)
	if len(b.all) != 3 {
		t.Fatalf("%d amounts", len(b.all))
	}
	own := func(i int) float64 { return b.all[i].logOdds - lowOnPage(b.all[i].value) }
	for i, want := range []float64{unlabelled, unlabelled + claimedCost, unlabelled + proseCost} {
		if got := own(i); got-want > 1e-9 || want-got > 1e-9 {
			t.Errorf("amount %d: %v, want %v", i, got, want)
		}
	}
	for i, want := range []bool{true, false, true} {
		if b.all[i].free() != want {
			t.Errorf("amount %d is free: %v", i, !want)
		}
	}
}

// Rates are distinct, at most the highest rate, and limited in number.
func TestRates(t *testing.T) {
	t.Parallel()
	b := &ledger{slack: cent}
	for _, rate := range []string{"21", "21.0", "0", "-5", "41", "40", "9"} {
		b.addRate(d(rate))
	}
	if len(b.rates) != 3 {
		t.Errorf("%v", b.rates)
	}
	for i := range 2 * maxRates {
		b.addRate(decimal.NewFromInt(int64(i)).Div(decimal.NewFromInt(3)))
	}
	if len(b.rates) != maxRates {
		t.Errorf("%d rates", len(b.rates))
	}
	for tax, want := range map[string]bool{"21": true, "20.99": true, "9.01": true, "22.5": false, "-21": false} {
		if got := b.rated(units(d("100")), units(d(tax))); got != want {
			t.Errorf("%s of 100: %v", tax, got)
		}
	}
}

// Near matches within a cent, and matches nothing for overflowing values.
func TestNear(t *testing.T) {
	t.Parallel()
	b := &ledger{slack: cent, at: map[int64][]int{10_00 * cent: {0}, 10_01 * cent: {1}, 10_02 * cent: {2}}}
	for v, want := range map[float64]int{10_00 * cent: 2, 10_01 * cent: 3, 10_01.4 * cent: 3, 10_03 * cent: 1, 10_04 * cent: 0, 1e30: 0, -1e30: 0} {
		if got := b.near(v); len(got) != want {
			t.Errorf("near %v: %v", v, got)
		}
	}
}

// Only text recognition gives digits.
func TestDigitsOfAmounts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"4.522,80": 452280, "4522,80": 452280, "€12.34": 1234, "1 234.50": 123450, "1.5": -1, "12345678901234.50": -1} {
		r, _ := scanned("Total|" + text)
		got := int64(-1)
		for _, s := range r.Layout.Segments {
			for _, c := range r.AmountValues(s) {
				if digits, ok := digitsOf(c); ok {
					got = digits
				}
			}
		}
		if got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	r, _ := reading("Total|4,522.80")
	for _, s := range r.Layout.Segments {
		for _, c := range r.AmountValues(s) {
			if _, ok := digitsOf(c); ok {
				t.Errorf("of a file's own text: %v", c)
			}
		}
	}
}

// A misread amount has the same digits, is less certain, and keeps the role of its label.
func TestMisreadAmounts(t *testing.T) {
	t.Parallel()
	r, m := scanned("Subtotal|452280€", "Brakunta|100.00")
	b := r.ledger(m)
	anything := func(lexicon.Role) bool { return true }
	meant := units(d("4522.80"))
	for name, c := range map[string]struct {
		units     int64
		announced func(lexicon.Role) bool
		want      bool
	}{
		"as printed":       {units(d("100.00")), anything, false},
		"other digits":     {units(d("4522.81")), anything, false},
		"without its mark": {meant, subtotalLike, true},
		"of a tax":         {meant, taxLike, false},
		"below nothing":    {-meant, anything, false},
		"parts of a cent":  {meant + 1, anything, false},
		"nothing":          {0, anything, false},
	} {
		got := b.misread(c.units, c.announced)
		if (got != nil) != c.want {
			t.Errorf("%s: %v", name, got)
		} else if got != nil && (!got.misread || got.units() != c.units) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestClaims(t *testing.T) {
	t.Parallel()
	_, m := reading("Total|121.00")
	claims := amountRefsOf(m)
	for _, l := range m.Links[lexicon.Total] {
		if c := claims[placeOf(l.Value)]; c.role != lexicon.Total || c.logOdds < l.LogOdds {
			t.Errorf("%+v", c)
		}
	}
	if len(claims) == 0 {
		t.Error("nothing is claimed")
	}
}

func TestSignedAmounts(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"x|8.25": "8.25", "x|8.25 CR": "-8.25", "x|-8.25": "-8.25", "x|-8.25 CR": "-8.25", "x|8.25 CR today": "8.25", "8.25|CR": "-8.25",
		"x|8.25 EUR": "8.25", "8.25|CR 7": "8.25",
	} {
		r, _ := reading(row)
		for _, s := range r.Layout.Segments {
			for _, c := range r.AmountValues(s) {
				if v := r.signed(c); v.Abs().Equal(d("8.25")) && !v.Equal(d(want)) {
					t.Errorf("%q: %s, want %s", row, v, want)
				}
			}
		}
	}
}

func TestUnits(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"1": 10_000, "0.01": cent, "-2.5": -25_000, "0.00019": 1, "0": 0} {
		s := sum{amount: d(text)}
		if units(d(text)) != want || s.units() != want || !s.counted {
			t.Errorf("%s: %d, want %d", text, units(d(text)), want)
		}
	}
	for text, want := range map[string]bool{"999999999999": true, "1000000000000": false, "-1000000000000": false} {
		if affordable(d(text)) != want {
			t.Errorf("%s: not %v", text, want)
		}
	}
	if abs(-3) != 3 || abs(3) != 3 || abs(0) != 0 {
		t.Error("absolute values are wrong")
	}
}

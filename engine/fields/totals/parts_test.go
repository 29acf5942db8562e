package totals

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/shopspring/decimal"
)

func d(text string) decimal.Decimal { return decimal.RequireFromString(text) }

// sure is a sum with log-odds, read from a separate amount.
func sure(amount string, logOdds float64) sum {
	return sum{amount: d(amount), logOdds: logOdds,
		links: []link.Link{{Value: link.Candidate{Segment: &layout.Segment{}}}}}
}

func amountOf(s *sum) string {
	if s == nil {
		return ""
	}
	return s.amount.String()
}

// Arithmetic outweighs a single label.
func TestJointChoice(t *testing.T) {
	t.Parallel()
	shipping := sure("5", 2)
	for name, c := range map[string]struct {
		choice                   netTaxGross
		subtotals, taxes, totals []sum
		want                     [3]string
	}{
		"the equation": {
			netTaxGross{}, []sum{sure("100", 1)}, []sum{sure("20", 1)}, []sum{sure("102", 2), sure("120", 1)}, [3]string{"100", "20",
				"120"},
		},
		"within two cents": {
			netTaxGross{}, []sum{sure("100", 1)}, []sum{sure("20", 1)}, []sum{sure("102", 2), sure("120.02", 1)}, [3]string{"100",
				"20", "120.02"},
		},
		"not within three": {
			netTaxGross{}, []sum{sure("100", 1)}, []sum{sure("20", 1)}, []sum{sure("102", 4), sure("120.03", 1)}, [3]string{"", "20",
				"102"},
		},
		"after shipping": {
			netTaxGross{shipping: &shipping}, []sum{sure("100", 1)}, []sum{sure("21", 1)}, []sum{sure("121.5", 2), sure("126", 1)},
			[3]string{"100", "21", "126"},
		},
		"after a discount": {
			netTaxGross{discounts: []sum{sure("-10", 1)}}, []sum{sure("100", 1)}, []sum{sure("18", 1)}, []sum{sure("118.5", 2),
				sure("108", 1)},
			[3]string{"100", "18", "108"},
		},
		"no less than an item": {
			netTaxGross{least: d("90")}, nil, nil, []sum{sure("9", 2), sure("95", 1)}, [3]string{"", "", "95"},
		},
		"a few cents less than an item": {
			netTaxGross{least: d("90")}, nil, nil, []sum{sure("89.95", 2), sure("95", 1)}, [3]string{"", "", "89.95"},
		},
		"no less than the net amount": {
			netTaxGross{}, []sum{sure("100", 2)}, nil, []sum{sure("99", 2), sure("120", 1)}, [3]string{"100", "", "120"},
		},
		"no tax of the whole":       {netTaxGross{}, nil, []sum{sure("120", 1)}, []sum{sure("120", 2)}, [3]string{"", "", "120"}},
		"an unlikely total is none": {netTaxGross{}, nil, nil, []sum{sure("5", -1)}, [3]string{"", "", ""}},
		"but a receipt has one":     {netTaxGross{lenient: true}, nil, nil, []sum{sure("5", -1)}, [3]string{"", "", "5"}},
		"nothing":                   {netTaxGross{}, nil, nil, nil, [3]string{"", "", ""}},
	} {
		s, tax, g := c.choice.choose(c.subtotals, c.taxes, c.totals)
		if got := [3]string{amountOf(s), amountOf(tax), amountOf(g)}; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestOneAmountForTwoSums(t *testing.T) {
	t.Parallel()
	a, b := sure("5", 1), sure("5", 1)
	added := sum{links: []link.Link{a.links[0], a.links[0]}}
	if !sharesAmount(&a, &a) || sharesAmount(&a, &b) || sharesAmount(&a, nil) || sharesAmount(nil, &a) || sharesAmount(&a,
		&added) {
		t.Error("sums of one amount are not told from those of several")
	}
	apart, same := netTaxGross{}.odds(&a, nil, &b), netTaxGross{}.odds(&a, nil, &a)
	if apart-same != 4 {
		t.Errorf("%v apart, %v the same", apart, same)
	}
}

func TestEquations(t *testing.T) {
	t.Parallel()
	shipping := sure("5", 1)
	all := netTaxGross{discounts: []sum{sure("0", 9), sure("-10", 1)}, shipping: &shipping}
	for name, c := range map[string]struct {
		choice  netTaxGross
		s, t, g string
		want    float64
	}{
		"holds":                       {netTaxGross{}, "100", "20", "120", equationBonus},
		"holds without tax":           {netTaxGross{}, "100", "0", "100", noTaxBonus},
		"with shipping":               {all, "100", "20", "125", adjustedBonus},
		"with a discount":             {all, "100", "20", "110", adjustedBonus},
		"with both":                   {all, "100", "20", "115", adjustedBonus},
		"fails":                       {all, "100", "20", "130", equationFault},
		"tax is included":             {netTaxGross{}, "100", "20", "100", -0.5},
		"fails on a receipt":          {netTaxGross{lenient: true}, "100", "20", "130", -0.5},
		"no discount of no amount":    {netTaxGross{discounts: []sum{sure("0", 9)}}, "100", "20", "130", equationFault},
		"a discount is never charged": {netTaxGross{discounts: []sum{sure("10", 9)}}, "100", "20", "130", equationFault},
	} {
		s, tax, g := sure(c.s, 0), sure(c.t, 0), sure(c.g, 0)
		if got := c.choice.equation(&s, &tax, &g); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// The discount is the one that the sums confirm, or else a certain one below half of the total.
func TestDiscounts(t *testing.T) {
	t.Parallel()
	s, tax, g := sure("100", 1), sure("18", 1), sure("108", 1)
	for name, c := range map[string]struct {
		discounts []sum
		total     *sum
		want      string
	}{
		"confirmed":            {[]sum{sure("3", 5), sure("10", -2)}, &g, "10"},
		"the surest":           {[]sum{sure("3", 5), sure("4", 2)}, &g, "3"},
		"too much":             {[]sum{sure("60", 5), sure("4", 2)}, &g, "4"},
		"not certain":          {[]sum{sure("3", 0)}, &g, ""},
		"of a total not found": {[]sum{sure("60", 5)}, nil, "60"},
	} {
		if got := amountOf(netTaxGross{discounts: c.discounts}.discountFor(&s, &tax, c.total)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestBestSums(t *testing.T) {
	t.Parallel()
	got := bestSums([]sum{sure("1", 1), sure("2", 3), sure("1.00", 2), sure("3", 3)})
	if len(got) != 3 || amountOf(&got[0]) != "2" || amountOf(&got[1]) != "3" || got[2].logOdds != 2 {
		t.Errorf("%+v", got)
	}
	var many []sum
	for i := range 2 * topSums {
		many = append(many, sum{amount: decimal.NewFromInt(int64(i))})
	}
	if got := bestSums(many); len(got) != topSums {
		t.Errorf("%d sums", len(got))
	}
	one := sure("2", 3)
	if one.setLead([]sum{sure("2", 3), sure("1", 1)}, []float64{3, 1}); one.lead != 2 {
		t.Errorf("leads by %v", one.lead)
	}
	one.lead = 0
	if one.setLead([]sum{sure("2.00", 1)}, []float64{1}); one.lead != 0 {
		t.Errorf("leads itself by %v", one.lead)
	}
}

func TestOneDigitOff(t *testing.T) {
	t.Parallel()
	for pair, want := range map[[2]string]bool{
		{"18.40", "10.40"}: true, {"10.40", "18.40"}: true, {"11.40", "10.40"}: false, {"18.48", "10.40"}: false, {"10.40",
			"10.40"}: false,
		{"812.50", "12.50"}: true, {"12.50", "812.50"}: false, {"812.50", "13.50"}: false, {"1812.50", "12.50"}: false,
	} {
		if got := oneDigitOff(d(pair[0]), d(pair[1])); got != want {
			t.Errorf("%v: %v", pair, got)
		}
	}
}

// Change above the cash has lost its decimal point.
func TestChangeInCents(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ change, cash, want string }{
		{"7.60", "20", "7.60"}, {"60", "20", "0.6"}, {"20", "20", "0.2"}, {"760", "20", "760"}, {"60.50", "20", "60.50"},
		{"5", "20", "5"},
	} {
		if got := inCents(d(c.change), d(c.cash)); !got.Equal(d(c.want)) {
			t.Errorf("%s of %s: %s, want %s", c.change, c.cash, got, c.want)
		}
	}
}

// Equal rates with equal taxes are one line, and the lines of all rates add up.
func TestTaxLines(t *testing.T) {
	t.Parallel()
	line := func(rate, amount string, exact bool) taxrate.Line {
		return taxrate.Line{RateValue: d(rate), AmountValue: d(amount), Amount: &link.Candidate{}, Exact: exact}
	}
	lines := []taxrate.Line{line("19", "19.00", true), line("7", "0.70", false)}
	for _, c := range []struct {
		line taxrate.Line
		want bool
	}{{line("19.0", "19", false), true}, {line("19", "38", true), false}, {line("7", "19.00", true), false}} {
		if got := taxrate.Repeats(lines, c.line); got != c.want {
			t.Errorf("%v%% %v: %v", c.line.RateValue, c.line.AmountValue, got)
		}
	}
	if s, ok := addTaxes(lines); !ok || amountOf(&s) != "19.7" || s.logOdds != 0.3 || len(s.links) != 2 {
		t.Errorf("%+v", s)
	}
	if _, ok := addTaxes(nil); ok {
		t.Error("a sum of nothing")
	}
	if got := absolute(&sum{amount: d("-3")}); amountOf(got) != "3" || absolute(nil) != nil {
		t.Errorf("%v", got)
	}
}

// A tax labeled as included must be a whole rate's share of the total.
func TestTaxInTheTotal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		phrase, amount, want string
	}{{"includes gst", "310", "310"}, {"includes gst", "305", ""}, {"gst", "310", ""}} {
		tax := sure(c.amount, -1.5)
		tax.links[0].Label = &annotate.Label{Phrase: c.phrase}
		if _, got, _ := (netTaxGross{}).choose(nil, []sum{tax}, []sum{sure("3410", 2)}); amountOf(got) != c.want {
			t.Errorf("%s %s: %q, want %q", c.phrase, c.amount, amountOf(got), c.want)
		}
	}
}

func TestDoubtfulDiscountsThatFit(t *testing.T) {
	t.Parallel()
	choice := netTaxGross{discounts: []sum{sure("-30", -2.6)}}
	s, tax, g := sure("400", 2), sure("37", 1), sure("407", 2)
	if found := choice.discountFor(&s, &tax, &g); amountOf(found) != "-30" || found.logOdds < proven {
		t.Errorf("%+v", found)
	}
	if choice.discounts[0].logOdds != -2.6 {
		t.Error("the candidate itself was changed")
	}
	other := sure("437", 2)
	if found := choice.discountFor(&s, &tax, &other); found != nil {
		t.Errorf("%+v", found)
	}
}

func TestDoubtfulShippingThatFits(t *testing.T) {
	t.Parallel()
	s, tax, g := sure("400", 2), sure("37", 1), sure("452.5", 2)
	choice := netTaxGross{between: combine([]part{piece("15.5", lexicon.Shipping, 0)})}
	if found := choice.chargeFor(&s, &tax, &g); amountOf(found) != "15.5" || found.logOdds < proven {
		t.Errorf("%+v", found)
	}
	other := netTaxGross{between: combine([]part{piece("15.5", lexicon.Rounding, 0)})}
	if found := other.chargeFor(&s, &tax, &g); found != nil {
		t.Errorf("%+v", found)
	}
	labelled := sure("9", 2)
	if found := (netTaxGross{shipping: &labelled}).chargeFor(&s, &tax, &g); found != &labelled {
		t.Errorf("%+v", found)
	}
}

func TestShippingThatItemsLack(t *testing.T) {
	t.Parallel()
	s, tax, g := sure("400", 2), sure("37", 1), sure("437", 2)
	for items, want := range map[int64]string{3845000: "15.5", 4000000: "", 3800000: "", 0: ""} {
		choice := netTaxGross{items: items, between: combine([]part{piece("15.5", lexicon.Shipping, 0)})}
		if found := choice.chargeFor(&s, &tax, &g); amountOf(found) != want {
			t.Errorf("items of %d: %+v", items, found)
		}
	}
}

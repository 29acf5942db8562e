package totals

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// settled returns the due and paid amounts of a total, and whether an equation proves them.
func settled(t *testing.T, total string, rows ...string) (due, paid string, proven bool) {
	t.Helper()
	r, m := reading(rows...)
	b := r.balances(r.ledger(m), m)
	for _, s := range r.sumsOf(m, lexicon.Total, 0) {
		if s.amount.Equal(d(total)) {
			got := b.best(&s)
			if again := b.best(&s); again.logOdds != got.logOdds {
				t.Errorf("%q: %v, then %v", rows, got.logOdds, again.logOdds)
			}
			return amountOf(got.due), amountOf(got.paid), got.proven
		}
	}
	t.Errorf("%q: no total of %s", rows, total)
	return "", "", false
}

func totalOf(row string) string {
	amount := strings.Split(row, "|")[1]
	return strings.NewReplacer(" ", "", ",", ".").Replace(amount)
}

// Paid and due are proven if they add up to the total, also with a balance between or under unknown words.
func TestSettlementsOfTotals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows      []string
		due, paid string
		proven    bool
	}{
		"nothing":                       {[]string{"Total|120.00"}, "", "", false},
		"all of it is due":              {[]string{"Total|120.00", "Amount due|120.00"}, "120", "", true},
		"paid and due":                  {[]string{"Total|120.00", "Amount paid|50.00", "Amount due|70.00"}, "70", "50", true},
		"paid with a minus":             {[]string{"Total|120.00", "Amount paid|-50.00", "Amount due|70.00"}, "70", "50", true},
		"two instalments":               {[]string{"Total|120.00", "Amount paid|50.00", "Amount paid|30.00", "Amount due|40.00"}, "40", "80", true},
		"paid alone, the rest printed":  {[]string{"Total|120.00", "Amount paid|50.00", "Brakunta|70.00"}, "70", "50", true},
		"due alone, the rest printed":   {[]string{"Total|120.00", "Brakunta|50.00", "Amount due|70.00"}, "70", "50", true},
		"paid alone":                    {[]string{"Total|120.00", "Amount paid|50.00"}, "", "50", false},
		"due on a day":                  {[]string{"Total|240.50", "£240.50 due by 14 May 2031"}, "240.5", "", true},
		"another is due on a day":       {[]string{"Total|240.50", "£80.50 due by 14 May 2031"}, "", "", false},
		"of a sentence on a day":        {[]string{"Total|240.50", "Please send 240.50 due by 14 May 2031"}, "", "", false},
		"kept back of it":               {[]string{"Total|120.00", "Withholding tax|18.00", "Total payable|102.00"}, "102", "", true},
		"rounded":                       {[]string{"Total|120.02", "Rounding|-0.02", "Total payable|120.00"}, "", "", false},
		"they do not fit":               {[]string{"Total|120.00", "Amount paid|50.00", "Amount due|60.00"}, "60", "", false},
		"the payment in two labels":     {[]string{"Total|120.00", "Total payable|120.00"}, "120", "", true},
		"nothing is paid":               {[]string{"Total|120.00", "Amount paid|0.00", "Amount due|120.00"}, "120", "0", true},
		"nothing, and totals alone":     {[]string{"Total|120.00", "Amount paid|0.00", "Total payable|120.00"}, "120", "0", true},
		"a minus behind the payment":    {[]string{"Kwota końcowa|6 400,00", "Zaliczka|1 500,00-", "Do zapłaty|4 900,00"}, "4900", "1500", true},
		"all paid, under unknown words": {[]string{"Total|120.00", "Brakunta|-120.00", "Balance due|0.00"}, "0", "120", true},
		"nothing is due, nor paid":      {[]string{"Total|120.00", "Brakunta|120.00", "Balance due|0.00"}, "0", "", false},
		"credits beside charges":        {[]string{"Total|120.00|120.00", "Balance due|0.00"}, "0", "120", true},
		"by a card":                     {[]string{"Total|120.00", "Brakunta 12 May, Mastercard|-50.00", "Balance due|70.00"}, "70", "50", true},
		"thanks for the payment":        {[]string{"Total|120.00", "Received with thanks|50.00"}, "", "50", false},
		"a rounding between":            {[]string{"Total|120.03", "Rounding|-0.03", "Amount due|120.00"}, "120", "", true},
	} {
		due, paid, proven := settled(t, totalOf(c.rows[0]), c.rows...)
		if paid != "" && d(paid).IsNegative() {
			paid = d(paid).Abs().String()
		}
		if due != c.due || paid != c.paid && c.paid != "" || proven != c.proven {
			t.Errorf("%s: due %q, paid %q, proven %v; want %q, %q, %v", name, due, paid, proven, c.due, c.paid, c.proven)
		}
	}
}

func TestTotalsBeforePayment(t *testing.T) {
	t.Parallel()
	r, m := reading("Amount paid|50.00", "Amount due|70.00")
	all := r.balances(r.ledger(m), m).before()
	if len(all) != 1 || amountOf(&all[0]) != "120" || len(all[0].links) != 2 || all[0].extra != notPrinted {
		t.Errorf("%+v", all)
	}
	for _, rows := range [][]string{{"Amount paid|0.00", "Amount due|70.00"}, {"Amount paid|50.00"}, {"Amount due|70.00"}} {
		r, m := reading(rows...)
		if all := r.balances(r.ledger(m), m).before(); len(all) != 0 {
			t.Errorf("%q: %d totals", rows, len(all))
		}
	}
}

func TestSettlementWithoutATotal(t *testing.T) {
	t.Parallel()
	r, m := reading("Amount paid|50.00", "Amount due|70.00")
	s := r.balances(r.ledger(m), m).best(nil)
	if amountOf(s.due) != "70" || amountOf(s.paid) != "50" || s.proven {
		t.Errorf("%+v", s)
	}
	r, m = reading("Brakunta|70.00")
	if s := r.balances(r.ledger(m), m).alone(); s.due != nil || s.paid != nil {
		t.Errorf("%+v", s)
	}
}

func TestSharedAmountsOfSettlements(t *testing.T) {
	t.Parallel()
	a, b, c := sure("1", 0), sure("2", 0), sure("3", 0)
	s := amountDue{due: &a, paid: &b}
	for name, x := range map[string]struct {
		net, tax *sum
		want     float64
	}{
		"the net amount is due":  {&a, &c, sharedFault},
		"the tax is due":         {&c, &a, sharedFault},
		"the net amount is paid": {&b, nil, sharedFault},
		"the tax is paid":        {nil, &b, sharedFault},
		"all are others":         {&c, &c, 0},
		"neither":                {nil, nil, 0},
	} {
		if got := s.sharing(x.net, x.tax); got != x.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	better := amountDue{logOdds: 1, proven: true}
	better.better(amountDue{logOdds: 0.5})
	if !better.proven {
		t.Error("the less likely settlement was kept")
	}
}

// Added payments cite all parts and have the lowest probability of them.
func TestInstalments(t *testing.T) {
	t.Parallel()
	paid := []sum{sure("10", 2), sure("-20", 1), sure("30", 3)}
	want := map[string]float64{"30": 1, "40": 2, "50": 1, "60": 1}
	for _, s := range instalments(paid) {
		odds, ok := want[amountOf(&s)]
		if !ok || s.logOdds != odds || len(s.links) < 2 || s.minus {
			t.Errorf("%s: %+v", amountOf(&s), s)
		}
		delete(want, amountOf(&s))
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
	if got := instalments(paid[:1]); len(got) != 0 {
		t.Errorf("of one payment: %d", len(got))
	}
	if one := together(paid[1]); amountOf(&one) != "20" || len(one.links) != 1 {
		t.Errorf("%+v", one)
	}
}

func TestPayables(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want int
	}{
		"both":                 {[]string{"Total|120.00", "Total payable|120.00"}, 1},
		"one":                  {[]string{"Total|120.00"}, 0},
		"both speak of it":     {[]string{"Total payable|120.00", "Total payable|120.00"}, 0},
		"of different sums":    {[]string{"Total|120.00", "Total payable|130.00"}, 0},
		"neither speaks of it": {[]string{"Total|120.00", "Grand total|120.00"}, 0},
	} {
		r, m := reading(c.rows...)
		if got := payables(r.sumsOf(m, lexicon.Total, 0)); len(got) != c.want {
			t.Errorf("%s: %d, want %d", name, len(got), c.want)
		}
	}
}

func TestBelow(t *testing.T) {
	t.Parallel()
	rows := make([]string, 14)
	for i := range rows {
		rows[i] = "Vrimmel|" + money(int64(100+i))
	}
	lay := sheettest.Rows(rows...)
	at := func(row int) *sum {
		for _, s := range lay.Segments {
			if s.Row == row {
				return &sum{links: []link.Link{{Value: link.Candidate{Segment: s}}}}
			}
		}
		return nil
	}
	for row, want := range map[int]bool{2: false, 3: false, 4: true, 3 + tailRows: true, 4 + tailRows: false} {
		if got := below(at(row), at(3)); got != want {
			t.Errorf("row %d: %v", row, got)
		}
	}
}

func TestTotalsByCash(t *testing.T) {
	t.Parallel()
	total := func(rows ...string) string {
		r, m := reading(rows...)
		r.taxIncluded = true
		all := r.settleByCash(m, r.sumsOf(m, lexicon.Total, 0))
		top := bestSums(all)
		if len(top) == 0 {
			return ""
		}
		return amountOf(&top[0])
	}
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"confirmed":                    {[]string{"Total|12.40", "Cash|20.00", "Change|7.60"}, "12.4"},
		"of two the one":               {[]string{"Total|12.40", "Total|11.40", "Cash|20.00", "Change|8.60"}, "11.4"},
		"what was given is none":       {[]string{"Total|12.40", "Cash|20.00", "Change|7.60", "Vrimmel|20.00"}, "12.4"},
		"rounded":                      {[]string{"Total|12.42", "Rounding|-0.02", "Vrimmel|12.40"}, "12.4"},
		"a rounding that fits nothing": {[]string{"Total|12.42", "Rounding|-0.02"}, "12.42"},
		"no total, but its amount":     {[]string{"Cash|20.00", "Change|7.60", "Vrimmel|12.40"}, "12.4"},
		"no cash":                      {[]string{"Total|12.40"}, "12.4"},
		"nothing":                      {[]string{"Vrimmel|12.40"}, ""},
	} {
		if got := total(c.rows...); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestSumsAsValues(t *testing.T) {
	t.Parallel()
	r, m := reading("Total|12.40", "Total|7.60")
	all := r.sumsOf(m, lexicon.Total, 0)
	if len(all) < 2 {
		t.Fatalf("%d totals", len(all))
	}
	added := together(all[0], all[1])
	added.logOdds = 1
	set := value.New()
	r.putSum(set, "total", &added)
	r.putSum(set, "subtotal", nil)
	unlikely := all[0]
	unlikely.logOdds = -5
	r.putSum(set, "amountDue", &unlikely)
	sheettest.Expect(t, "sums", set, "total=20.00")
	if v := set.Scalars["total"]; v.Source != "derived" || v.Raw != "12.40 + 7.60" && v.Raw != "7.60 + 12.40" {
		t.Errorf("%+v", v)
	}
	less := sum{amount: d("4.80"), logOdds: 1, links: added.links, minus: true}
	if v := r.sumValue(&less); v.Raw != "12.40 - 7.60" && v.Raw != "7.60 - 12.40" {
		t.Errorf("%+v", v)
	}
}

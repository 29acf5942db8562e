package statement

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/layout"
)

// A ledger has one amount column or two for debit and credit, each meaning at most once.
func TestMeaningsTried(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{0: 0, 1: 3, 2: 14, 3: 39, 4: 84} {
		seen := 0
		eachMeaning(make([]ledgerColumn, n), 0, func(m []ledgerColumn) {
			seen++
			for c := ledgerDebit; c <= ledgerBalance; c++ {
				if i := slices.Index(m, c); i >= 0 && slices.Contains(m[i+1:], c) {
					t.Errorf("%v: twice the same", m)
				}
			}
			if !sensible(m) {
				t.Errorf("%v makes no sense", m)
			}
		})
		if seen != want {
			t.Errorf("%d columns: %d meanings, want %d", n, seen, want)
		}
	}
}

func TestSensibleColumns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		columns []ledgerColumn
		want    bool
	}{
		{[]ledgerColumn{ledgerAmount}, true},
		{[]ledgerColumn{ledgerDebit}, true},
		{[]ledgerColumn{ledgerCredit, ledgerBalance}, true},
		{[]ledgerColumn{ledgerDebit, ledgerCredit, ledgerBalance}, true},
		{[]ledgerColumn{ledgerBalance}, false},
		{[]ledgerColumn{ledgerOther, ledgerBalance}, false},
		{[]ledgerColumn{ledgerAmount, ledgerDebit}, false},
		{[]ledgerColumn{ledgerAmount, ledgerDebit, ledgerCredit}, false},
		{nil, false},
	} {
		if got := sensible(c.columns); got != c.want {
			t.Errorf("%v: %v", c.columns, got)
		}
	}
}

// Each row has the better interpretation first.
func TestHeadsAndOrderOfColumns(t *testing.T) {
	t.Parallel()
	none := make([]ledgerColumn, 3)
	for name, c := range map[string]struct{ better, worse, heads []ledgerColumn }{
		"what the heads say": {
			[]ledgerColumn{ledgerCredit, ledgerDebit, ledgerBalance}, []ledgerColumn{ledgerDebit, ledgerCredit, ledgerBalance},
			[]ledgerColumn{ledgerCredit, ledgerDebit, ledgerBalance},
		},
		"debits stand left": {
			[]ledgerColumn{ledgerDebit, ledgerCredit, ledgerBalance}, []ledgerColumn{ledgerCredit, ledgerDebit, ledgerBalance},
			none,
		},
		"balances stand right": {
			[]ledgerColumn{ledgerDebit, ledgerCredit, ledgerBalance}, []ledgerColumn{ledgerBalance, ledgerDebit, ledgerCredit},
			none,
		},
		"all columns mean something": {
			[]ledgerColumn{ledgerDebit, ledgerCredit, ledgerBalance}, []ledgerColumn{ledgerOther, ledgerAmount, ledgerBalance},
			none,
		},
		"a head is not overruled": {
			[]ledgerColumn{ledgerOther, ledgerAmount, ledgerBalance}, []ledgerColumn{ledgerDebit, ledgerCredit, ledgerBalance},
			[]ledgerColumn{ledgerOther, ledgerAmount, ledgerBalance},
		},
	} {
		if b, w := headScore(c.better, c.heads), headScore(c.worse, c.heads); b <= w {
			t.Errorf("%s: %v is not above %v", name, b, w)
		}
	}
}

func TestMovementOfARow(t *testing.T) {
	t.Parallel()
	row := &ledgerRow{sums: []ledgerSum{{value: sum("-40"), column: 0}, {value: sum("100"), column: 2}}}
	for name, c := range map[string]struct {
		columns []ledgerColumn
		amount  string
		balance bool
		ok      bool
	}{
		"what is taken off is negative": {[]ledgerColumn{ledgerDebit, ledgerCredit, ledgerBalance}, "-40", true, true},
		"a credit keeps its sign":       {[]ledgerColumn{ledgerCredit, ledgerDebit, ledgerBalance}, "-40", true, true},
		"an amount keeps its sign":      {[]ledgerColumn{ledgerAmount, ledgerOther, ledgerOther}, "-40", false, true},
		"a debit printed positive":      {[]ledgerColumn{ledgerOther, ledgerOther, ledgerDebit}, "-100", false, true},
		"nothing but a balance":         {[]ledgerColumn{ledgerOther, ledgerAmount, ledgerBalance}, "0", true, false},
	} {
		m, ok := moveOf(row, c.columns)
		if ok != c.ok || ok && !m.amount.Equal(sum(c.amount)) || (m.balance != nil) != c.balance {
			t.Errorf("%s: %s, balance %v, %v", name, m.amount, m.balance, ok)
		}
	}
}

func TestRunningBalancesAreChecked(t *testing.T) {
	t.Parallel()
	opened := balanceEnds{openings: linksTo("100 1")}
	both := balanceEnds{openings: linksTo("100 1"), closings: linksTo("130 1")}
	for name, c := range map[string]struct {
		moves        []string
		ends         balanceEnds
		held, failed int
	}{
		"every row":                       {[]string{"50 150", "-20 130"}, opened, 2, 0},
		"the first has nothing before it": {[]string{"50 150", "-20 130"}, balanceEnds{}, 1, 0},
		"one balance for two movements":   {[]string{"50", "-20 130"}, opened, 1, 0},
		"the sign is told by the balance": {[]string{"50 150", "20 130"}, opened, 2, 0},
		"a wrong balance":                 {[]string{"50 150", "-20 131"}, opened, 1, 1},
		"a cent is too much":              {[]string{"50 150.01"}, opened, 0, 1},
		"both ends":                       {[]string{"50", "-20"}, both, 1, 0},
		"both ends and a wrong amount":    {[]string{"50", "-21"}, both, 0, 1},
		"movements behind the balance":    {[]string{"50 150", "-20"}, both, 2, 0},
		"the end is not counted twice":    {[]string{"50 150", "-20 130"}, both, 2, 0},
		"nothing to go by":                {[]string{"50", "-20"}, balanceEnds{}, 0, 0},
		"unsure balances are not used":    {[]string{"50 150"}, balanceEnds{openings: linksTo("7 0.1")}, 0, 0},
	} {
		p := plan(c.moves...)
		if held, failed := p.check(c.ends); held != c.held || failed != c.failed {
			t.Errorf("%s: %d held, %d failed", name, held, failed)
		}
	}
}

// A printed sign remains, even if the balance would agree without it.
func TestPrintedSignsStay(t *testing.T) {
	t.Parallel()
	p := plan("20 80")
	p.moves[0].sum.signed = true
	if held, failed := p.check(balanceEnds{openings: linksTo("100 1")}); held != 0 || failed != 1 {
		t.Errorf("%d held, %d failed", held, failed)
	}
	if got := printed(p); got != "20.00 80.00" {
		t.Error(got)
	}
}

func TestSameSums(t *testing.T) {
	t.Parallel()
	for pair, want := range map[[2]string]bool{
		{"1.00", "1"}: true, {"1.00", "1.009"}: true, {"1.00", "1.01"}: false, {"1.00", "-1.00"}: false,
		{"0", "-0.005"}: true,
	} {
		if got := sameSum(sum(pair[0]), sum(pair[1])); got != want {
			t.Errorf("%v: %v", pair, got)
		}
	}
}

func TestHeadOverAColumn(t *testing.T) {
	t.Parallel()
	places := []layout.Box{{X0: 0.4, X1: 0.5}, {X0: 0.8, X1: 0.9}}
	for name, c := range map[string]struct {
		x0, x1 float64
		want   int
	}{
		"right over it":       {41, 48, 0},
		"wider than it":       {70, 99, 1},
		"over the most of it": {49, 84, 1},
		"a little aside":      {32, 36, 0},
		"between":             {60, 70, -1},
		"far left":            {5, 20, -1},
	} {
		if got := columnUnder(layout.Box{X0: c.x0, X1: c.x1}, 100, places); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// Amounts may have any alignment; a fifth column with the fewest belongs to texts.
func TestColumnsAreWhereAmountsOverlap(t *testing.T) {
	t.Parallel()
	rows := ledger(
		"03.03.2031|Miete|1.650,00||550,00", "05.03.2031|Gas|9,00||541,00", "06.03.2031|Lohn||2.000,00|2.541,00",
	).ledgerRows(period{})
	places := setColumns(rows)
	var got []int
	for _, l := range rows {
		for _, s := range l.sums {
			got = append(got, s.column)
		}
	}
	if len(places) != 3 || !slices.Equal(got, []int{0, 2, 0, 2, 1, 2}) {
		t.Errorf("%d columns: %v", len(places), got)
	}
	if places := setColumns(nil); places != nil {
		t.Errorf("no rows have columns %v", places)
	}
}

func TestSparseColumnsAreLeftOut(t *testing.T) {
	t.Parallel()
	rowOf := func(columns ...float64) ledgerRow {
		var l ledgerRow
		page := &layout.Page{Width: 100}
		for _, x := range columns {
			s := ledgerSum{box: layout.Box{X0: x, X1: x + 5}}
			s.Segment = &layout.Segment{Page: page}
			l.sums = append(l.sums, s)
		}
		return l
	}
	rows, places := fullestColumns([]ledgerRow{rowOf(10, 30, 50, 70), rowOf(10, 30, 50, 70), rowOf(20), rowOf(30)})
	if len(places) != 4 || len(rows) != 3 || len(rows[2].sums) != 1 || rows[2].sums[0].column != 1 {
		t.Errorf("%d columns, %d rows", len(places), len(rows))
	}
	if _, places = fullestColumns([]ledgerRow{rowOf(10, 30), rowOf(20, 40), rowOf(60, 80)}); places != nil {
		t.Errorf("columns that are as full as others are told apart: %v", places)
	}
	if rows, places = fullestColumns([]ledgerRow{rowOf(10, 30), rowOf(50)}); len(places) != 3 || len(rows) != 2 {
		t.Errorf("%d columns, %d rows", len(places), len(rows))
	}
}

// Headings may be some rows above the first movement; the row with the most headings counts.
func TestHeadsAreSoughtAbove(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want []ledgerColumn
	}{
		"right above": {[]string{"Datum|Text|Soll|Haben|Saldo"}, []ledgerColumn{ledgerDebit, ledgerCredit, ledgerBalance}},
		"a row between": {
			[]string{"Datum|Text|Soll|Haben|Saldo", "|in Euro"}, []ledgerColumn{ledgerDebit, ledgerCredit, ledgerBalance},
		},
		"the fullest row": {
			[]string{"Datum|Text|Soll|Haben|Saldo", "|||Betrag|"}, []ledgerColumn{ledgerDebit, ledgerCredit, ledgerBalance},
		},
		"none":          {[]string{"Wir sind für Sie da"}, make([]ledgerColumn, 3)},
		"over the text": {[]string{"Haben"}, make([]ledgerColumn, 3)},
		"nine rows above": {
			[]string{"Datum|Text|Soll|Haben|Saldo", "a", "b", "c", "d", "e", "f", "g", "h"}, make([]ledgerColumn, 3),
		},
	} {
		r := ledger(append(c.rows, "03.03.2031|Miete|650,00||550,00", "06.03.2031|Lohn||2.000,00|2.550,00")...)
		rows, places := fullestColumns(r.ledgerRows(period{}))
		if len(rows) != 2 || len(places) != 3 {
			t.Fatalf("%s: %d rows, %d columns", name, len(rows), len(places))
		}
		if got := r.headsOver(rows, places); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

package statement

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result/value"
)

// bare returns a row with the given amounts, one in each column; "" is an empty cell.
func bare(amounts ...string) ledgerRow {
	var l ledgerRow
	for i, a := range amounts {
		if a != "" {
			l.sums = append(l.sums, ledgerSum{value: sum(a), column: i})
		}
	}
	return l
}

// Each pair has the better interpretation of some rows first.
func TestTheBetterReading(t *testing.T) {
	t.Parallel()
	opened := balanceEnds{openings: linksTo("100 1")}
	agreeing := []ledgerRow{bare("50", "150"), bare("-20", "130")}
	sides := []ledgerRow{bare("20", ""), bare("", "50")}
	type reading struct {
		columns []ledgerColumn
		reverse bool
	}
	for name, c := range map[string]struct {
		rows          []ledgerRow
		ends          balanceEnds
		better, worse reading
	}{
		"balances that agree": {
			agreeing, opened, reading{[]ledgerColumn{ledgerAmount, ledgerBalance}, false},
			reading{[]ledgerColumn{ledgerBalance, ledgerAmount}, false},
		},
		"the order in which they agree": {
			[]ledgerRow{agreeing[1], agreeing[0]}, opened,
			reading{[]ledgerColumn{ledgerAmount, ledgerBalance}, true},
			reading{[]ledgerColumn{ledgerAmount, ledgerBalance}, false},
		},
		"no row is left out": {
			sides, balanceEnds{}, reading{[]ledgerColumn{ledgerDebit, ledgerCredit}, false},
			reading{[]ledgerColumn{ledgerDebit, ledgerOther}, false},
		},
		"oldest first, where nothing tells": {
			sides, balanceEnds{}, reading{[]ledgerColumn{ledgerDebit, ledgerCredit}, false},
			reading{[]ledgerColumn{ledgerDebit, ledgerCredit}, true},
		},
		"some movements, and not none": {
			sides[:1], balanceEnds{}, reading{[]ledgerColumn{ledgerDebit, ledgerCredit}, false},
			reading{[]ledgerColumn{ledgerOther, ledgerCredit}, false},
		},
	} {
		b, w := planOf(c.rows, c.better.columns, c.better.reverse, c.ends),
			planOf(c.rows, c.worse.columns, c.worse.reverse, c.ends)
		if b.score <= w.score {
			t.Errorf("%s: %v is not above %v", name, b.score, w.score)
		}
	}
}

// One balance in six may disagree.
func TestBalancesThatMostlyAgree(t *testing.T) {
	t.Parallel()
	columns := []ledgerColumn{ledgerAmount, ledgerBalance}
	rows := []ledgerRow{bare("1", "100")}
	for _, balance := range []string{"101", "102", "103", "104", "105", "999"} {
		rows = append(rows, bare("1", balance))
	}
	if p := planOf(rows, columns, false, balanceEnds{}); !p.balanced {
		t.Error("five of six that agree prove nothing")
	}
	if p := planOf(append(rows[:5:5], rows[6]), columns, false, balanceEnds{}); p.balanced {
		t.Error("four of five that agree prove the ledger")
	}
	if p := planOf(rows[:1], columns, false, balanceEnds{}); p.balanced {
		t.Error("a single balance proves the ledger")
	}
}

// A long ledger is interpreted by its first rows and read to its end.
func TestLongLedgers(t *testing.T) {
	t.Parallel()
	rows := make([]string, 0, maxSampleRows+40)
	for range maxSampleRows + 40 {
		rows = append(rows, "03.03.2031 Gas 1,00")
	}
	r := lines(rows...)
	set := value.New()
	r.putLedger(set)
	if n := len(set.Lists["transactions"]); n != maxSampleRows+40 {
		t.Errorf("%d movements", n)
	}
}

func TestAmountsOfMovementsAreNoBalances(t *testing.T) {
	t.Parallel()
	rows := []string{"Datum|Text||Betrag|Saldo", "03.03.2031|Lohn||75,00|150,00", "05.03.2031|Bonus||30,00|180,00"}
	set := value.New()
	ledger(rows...).putLedger(set)
	if got := set.Text("openingBalance"); got != "" {
		t.Errorf("%q", got)
	}
	set = value.New()
	ledger(append(rows, "|Stand|||75,00")...).putLedger(set)
	if got := set.Text("openingBalance"); got != "75.00" {
		t.Errorf("%q", got)
	}
}

// Periods closer to the top of the first page are more certain.
func TestPeriodsAtTheHead(t *testing.T) {
	t.Parallel()
	first, second := sheettest.A4(), sheettest.A4()
	for _, y := range []float64{60, 700} {
		first.Put(50, y, 9, "01.03.2031 - 31.03.2031")
	}
	second.Put(50, 60, 9, "01.03.2031 - 31.03.2031")
	r := finderOf(sheettest.Bind(first, second))
	var scores []float64
	for _, s := range r.Layout.Segments {
		scores = append(scores, r.spanScore(link.Candidate{Segment: s}))
	}
	if len(scores) != 3 || scores[0] <= scores[1] || scores[0] <= scores[2] {
		t.Errorf("%v", scores)
	}
}

func TestEndsOnOnePage(t *testing.T) {
	t.Parallel()
	first, second := sheettest.A4(), sheettest.A4()
	first.Put(50, 60, 9, "Start date: 01/03/2031")
	second.Put(50, 60, 9, "End date: 31/03/2031")
	set := value.New()
	finderOf(sheettest.Bind(first, second)).putStatementPeriod(set)
	if set.Has("periodStart") {
		t.Errorf("from %s", set.Text("periodStart"))
	}
}

func TestHoldersStandInTheUpperHalf(t *testing.T) {
	t.Parallel()
	for _, lines := range [][]string{
		{"Erika Beispiel", "Lindenweg 4", "31582 Nienburg"}, {"Ada Finch", "7 Orchard Close", "Nowhere in particular"},
	} {
		for y, want := range map[float64]string{200: lines[0], 600: ""} {
			s := sheettest.A4()
			s.Put(50, 40, 10, "Kontoauszug")
			s.Column(50, y, 10, lines...)
			set := value.New()
			finderOf(sheettest.Bind(s)).putHolder(set)
			if got := set.Text("accountHolder"); got != want {
				t.Errorf("at %v: %q, want %q", y, got, want)
			}
		}
	}
}

func TestNumbersInsideMoney(t *testing.T) {
	t.Parallel()
	r := lines("Konto EUR 1.234,50 und 4711 und 12,5")
	for word, want := range []bool{false, true, true, false, false, false, false} {
		if got := r.insideMoney(r.first(), link.Candidate{First: word, Last: word}); got != want {
			t.Errorf("%q: %v", r.first().Words[word], got)
		}
	}
}

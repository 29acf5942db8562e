package statement

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/result/value"
)

func TestTheSurestBalanceStands(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		links []string
		want  string
	}{
		"the surest":         {[]string{"10 0.5", "20 1.5", "30 1"}, "20"},
		"the first of equal": {[]string{"10 1", "20 1"}, "10"},
		"none is sure":       {[]string{"10 0.2", "20 -3"}, ""},
		"none":               {nil, ""},
	} {
		got := ""
		if l, ok := topBalance(linksTo(c.links...)); ok {
			got = l.sum.value.String()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestProofRaisesABalance(t *testing.T) {
	t.Parallel()
	links := linksTo("10 1", "20 -1", "20.005 -1.5")
	creditBalance(links, sum("20"))
	if top, ok := topBalance(links); !ok || !top.sum.value.Equal(sum("20")) {
		t.Errorf("%s, %v", top.sum.value, ok)
	}
	if links[0].z != 1 || links[2].z != 1.5 {
		t.Errorf("%v and %v", links[0].z, links[2].z)
	}
}

// Of the pairs with the right difference only the most likely is raised.
func TestPairsOfBalances(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		openings, closings []string
		open, close        string // expected balances
	}{
		"the pair that agrees":  {[]string{"10 1", "100 0"}, []string{"150 0", "99 2"}, "100", "150"},
		"the likelier of two":   {[]string{"100 0", "200 1"}, []string{"150 0", "250 1"}, "200", "250"},
		"none agrees":           {[]string{"10 1", "100 0"}, []string{"149 0", "99 2"}, "10", "99"},
		"there is no other end": {[]string{"10 1"}, nil, "10", ""},
	} {
		ends := balanceEnds{openings: linksTo(c.openings...), closings: linksTo(c.closings...)}
		creditPair(ends, sum("50"))
		if from, _ := ends.opening(); from.String() != c.open {
			t.Errorf("%s: from %s", name, from)
		}
		if to, ok := ends.closing(); ok != (c.close != "") || ok && to.String() != c.close {
			t.Errorf("%s: to %s", name, to)
		}
	}
}

func TestEndsOfALedger(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		moves         []string
		reverse       bool
		before, after string
	}{
		"a balance on each row":      {[]string{"50 150", "-20 130"}, false, "100", "130"},
		"the first row has none":     {[]string{"50", "-20 130"}, false, "100", "130"},
		"movements behind the last":  {[]string{"50 150", "-20"}, false, "100", "130"},
		"the newest movement first":  {[]string{"-20 130", "50 150"}, true, "100", "130"},
		"a single balance is enough": {[]string{"5", "50 150", "-20"}, false, "95", "130"},
	} {
		p := plan(c.moves...)
		p.reverse = c.reverse
		before, after, known := p.ends()
		if !known || !before.Equal(sum(c.before)) || !after.Equal(sum(c.after)) {
			t.Errorf("%s: %s to %s, %v", name, before, after, known)
		}
	}
	unbalanced := plan("50 150")
	unbalanced.balanced = false
	if _, _, known := unbalanced.ends(); known {
		t.Error("balances that agree with nothing tell the ends")
	}
	plain := plan("50", "-20")
	if _, _, known := plain.ends(); known {
		t.Error("a ledger without balances tells its ends")
	}
}

func TestSumAndLastBalanceOfALedger(t *testing.T) {
	t.Parallel()
	p := plan("50 150", "-20.25 129.75")
	if got := p.total(); !got.Equal(sum("29.75")) {
		t.Errorf("total %s", got)
	}
	if b := p.lastBalance(); b == nil || !b.value.Equal(sum("129.75")) {
		t.Errorf("last balance %v", b)
	}
	p.reverse = true
	if b := p.lastBalance(); b == nil || !b.value.Equal(sum("150")) {
		t.Errorf("newest first: %v", b)
	}
	open := plan("50 150", "-20")
	if b := open.lastBalance(); b != nil {
		t.Errorf("a movement without a balance: %s", b.value)
	}
}

func TestBalancesNamedByTheirDay(t *testing.T) {
	t.Parallel()
	for phrase, want := range map[string]bool{
		"solde au": true, "saldo per": true, "saldo al": true, "balance as of": true, "saldo na dzien": true,
		"kontostand am": true,
		"neuer saldo":   false, "closing balance": false, "au": false, "": false,
	} {
		if got := onlyDated(phrase); got != want {
			t.Errorf("%q: %v", phrase, got)
		}
	}
}

// A balance with only a date is the one closer to it; another keeps the meaning of its label.
func TestEndsByLabelAndDay(t *testing.T) {
	t.Parallel()
	march := period{"2031-03-01", "2031-03-31"}
	for row, want := range map[string]string{
		"Solde au 28/02/2031 120,50":        "opening",
		"Solde au 01/03/2031 120,50":        "opening",
		"Solde au 31/03/2031 120,50":        "closing",
		"Saldo per 28.02.2031 120,50":       "opening",
		"Balance as of 31/03/2031 120.50":   "closing",
		"Closing balance 28/02/2031 120.50": "closing",
		"Ancien solde au 31/03/2031 120,50": "opening",
		"Neuer Saldo 120,50":                "closing",
		"Alter Saldo 120,50":                "opening",
		"Überziehungslimit 120,50":          "",
		"Neuer Saldo 120 Punkte":            "",
		"Summe Haben 120,50":                "",
		"Neuer Saldo EUR 120":               "closing", // a currency is enough instead of cents
		"Saldo na dzień 28.02.2031 120,50":  "opening",
		"Saldo vorig afschrift 120,50":      "opening",
	} {
		ends := lines(row).balanceLinks(march)
		got := ""
		if _, ok := ends.opening(); ok {
			got = "opening"
		}
		if _, ok := ends.closing(); ok {
			got = strings.TrimSpace(got + " closing")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", row, got, want)
		}
	}
}

// The balances must be printed outside the ledger's rows.
func TestBalancesThatNoLabelTells(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows           []string
		opening, close string
	}{
		"both are printed": {
			[]string{"|Stand|||100,00", "03.03.2031|Miete||-40,00|60,00", "05.03.2031|Lohn||75,00|135,00", "|Stand|||135,00"},
			"100.00", "135.00",
		},
		"the last row's balance is the closing one": {
			[]string{"03.03.2031|Miete||-40,00|60,00", "05.03.2031|Lohn||75,00|135,00"}, "", "135.00",
		},
		"the opening one is not made up": {
			[]string{"|Stand|||101,00", "03.03.2031|Miete||-40,00|60,00", "05.03.2031|Lohn||75,00|135,00"}, "", "135.00",
		},
		"balances that do not agree tell nothing": {
			[]string{"03.03.2031|Miete||-40,00|60,00", "05.03.2031|Lohn||75,00|137,00"}, "", "",
		},
	} {
		set := value.New()
		ledger(append([]string{"Datum|Text||Betrag|Saldo"}, c.rows...)...).putLedger(set)
		if got := set.Text("openingBalance"); got != c.opening {
			t.Errorf("%s: from %q, want %q", name, got, c.opening)
		}
		if got := set.Text("closingBalance"); got != c.close {
			t.Errorf("%s: to %q, want %q", name, got, c.close)
		}
	}
}

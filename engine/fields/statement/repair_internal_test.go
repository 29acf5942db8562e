package statement

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

// scanned marks the sums of a plan as recognized text.
func scanned(p ledgerPlan, source document.Source) ledgerPlan {
	for i := range p.moves {
		for _, s := range []*ledgerSum{p.moves[i].sum, p.moves[i].balance} {
			if s != nil {
				s.Segment = &layout.Segment{Tokens: []layout.Token{{Source: source}}}
			}
		}
	}
	return p
}

// One digit of the amount is corrected if the next row starts from this row's balance, or else of the balance.
func TestRepair(t *testing.T) {
	t.Parallel()
	opened := balanceEnds{openings: linksTo("1200 1")}
	for name, c := range map[string]struct {
		moves []string
		ends  balanceEnds
		want  string
	}{
		"an amount": {
			[]string{"-660 550", "2300 2850"}, opened, "-650.00 550.00; 2300.00 2850.00",
		},
		"a balance": {
			[]string{"-650 556", "2300 2850"}, opened, "-650.00 550.00; 2300.00 2850.00",
		},
		"a lost digit": {
			[]string{"-650 550", "230 2850", "-50 2800"}, opened, "-650.00 550.00; 2300.00 2850.00; -50.00 2800.00",
		},
		"the last balance": {
			[]string{"-650 550", "2300 2860"}, opened, "-650.00 550.00; 2300.00 2850.00",
		},
		"two digits are no slip": {
			[]string{"-666 550", "2300 2850"}, opened, "-666.00 550.00; 2300.00 2850.00",
		},
		"nothing tells the balance before": {
			[]string{"-660 550", "2300 2850"}, balanceEnds{}, "-660.00 550.00; 2300.00 2850.00",
		},
		"a row without a balance": {
			[]string{"-660", "2300 2850"}, opened, "-660.00; 2300.00 2850.00",
		},
		"all agrees": {
			[]string{"-650 550", "2300 2850"}, opened, "-650.00 550.00; 2300.00 2850.00",
		},
	} {
		p := scanned(plan(c.moves...), document.SourceOCR)
		p.repair(c.ends)
		if got := printed(p); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestPrintedTextIsNotRepaired(t *testing.T) {
	t.Parallel()
	p := scanned(plan("-660 550", "2300 2850"), document.SourceText)
	p.repair(balanceEnds{openings: linksTo("1200 1")})
	if got := printed(p); got != "-660.00 550.00; 2300.00 2850.00" {
		t.Error(got)
	}
}

// A repaired balance is a copy; its row keeps the printed value.
func TestRepairLeavesTheRowAlone(t *testing.T) {
	t.Parallel()
	p := scanned(plan("-650 556"), document.SourceOCR)
	read := p.moves[0].balance
	p.repair(balanceEnds{openings: linksTo("1200 1")})
	if !read.value.Equal(sum("556")) || !p.moves[0].balance.value.Equal(sum("550")) {
		t.Errorf("read %s, repaired %s", read.value, p.moves[0].balance.value)
	}
}

func TestConfirmedBalances(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		moves []string
		want  bool
	}{
		"the next row starts from it": {[]string{"1 550", "2300 2850"}, true},
		"it does not":                 {[]string{"1 556", "2300 2850"}, false},
		"the next row has no balance": {[]string{"1 550", "2300"}, false},
		"it is the last":              {[]string{"1 550"}, false},
	} {
		p := plan(c.moves...)
		if got := confirms(p.oldestFirst()); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

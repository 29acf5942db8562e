package statement

import (
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// A bank's label replaces those that it covers, except longer ones.
func TestOverlay(t *testing.T) {
	t.Parallel()
	at := func(first, last int) *annotate.Label { return &annotate.Label{First: first, Last: last} }
	for name, c := range map[string]struct {
		hits []*annotate.Label
		h    *annotate.Label
		want string
	}{
		"into nothing":        {nil, at(1, 1), "1-1"},
		"before":              {[]*annotate.Label{at(2, 3)}, at(0, 1), "0-1 2-3"},
		"between":             {[]*annotate.Label{at(0, 0), at(4, 5)}, at(2, 3), "0-0 2-3 4-5"},
		"behind":              {[]*annotate.Label{at(0, 0)}, at(2, 3), "0-0 2-3"},
		"instead of an equal": {[]*annotate.Label{at(0, 1), at(3, 3)}, at(1, 2), "1-2 3-3"},
		"instead of two":      {[]*annotate.Label{at(0, 1), at(2, 3)}, at(1, 2), "1-2"},
		"a longer one stays":  {[]*annotate.Label{at(0, 2)}, at(1, 2), "0-2"},
	} {
		var got []string
		for _, h := range overlay(c.hits, c.h) {
			got = append(got, fmt.Sprintf("%d-%d", h.First, h.Last))
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%s: %q, want %q", name, g, c.want)
		}
	}
}

// labelsAs formats the labels of the first line that have one of the roles, as "phrase".
func labelsAs(r *finder, roles ...lexicon.Role) string {
	var out []string
	for _, h := range r.LabelsIn[r.first()] {
		for _, role := range roles {
			if _, ok := h.As(role); ok {
				out = append(out, h.Phrase)
				break
			}
		}
	}
	return strings.Join(out, "; ")
}

func TestLabelsOfStatements(t *testing.T) {
	t.Parallel()
	ends := []lexicon.Role{lexicon.Opening, lexicon.Closing}
	for row, c := range map[string]struct {
		roles []lexicon.Role
		want  string
	}{
		"Closing balance: 12.50":           {ends, "closing balance"},
		"Old page Closing balance 12.50":   {ends, "closing balance"}, // several words are a label within a line as well
		"Ancien solde 12,50":               {ends, "ancien solde"},
		"03.03.2031 Alter Saldo 12,50":     {ends, "alter saldo"},
		"03.03.2031 Transport 12,50":       {[]lexicon.Role{lexicon.OtherAmount}, "transport"}, // after its date
		"Kosten Transport 12,50":           {[]lexicon.Role{lexicon.OtherAmount}, ""},
		"Kontoinhaber: Ada Finch":          {[]lexicon.Role{lexicon.Holder}, "kontoinhaber"},
		"Ditta Rapporto":                   {[]lexicon.Role{lexicon.AccountNumber}, ""}, // a single word is not
		"From 01/03/2031":                  {[]lexicon.Role{lexicon.PeriodStart}, "from"},
		"From":                             {[]lexicon.Role{lexicon.PeriodStart}, "from"},
		"From Ada Finch":                   {[]lexicon.Role{lexicon.PeriodStart}, ""},
		"Start date : 01/03/2031":          {[]lexicon.Role{lexicon.PeriodStart}, "start date"},
		"03.03.2031 Rapporto 4711|||12,50": {[]lexicon.Role{lexicon.AccountNumber}, ""}, // free text of the ledger
		"Rapporto 4711":                    {[]lexicon.Role{lexicon.AccountNumber}, "rapporto"},
		"Data N. conto Dare Avere":         {[]lexicon.Role{lexicon.AccountNumber}, ""}, // its headings
	} {
		if got := labelsAs(lines(row), c.roles...); got != c.want {
			t.Errorf("%s: %q, want %q", row, got, c.want)
		}
	}
}

// Only letters from text recognition are corrected.
func TestMisreadLabels(t *testing.T) {
	t.Parallel()
	sheet := sheettest.RowsPage("Kontoinhaher: Ada Finch", "Closing balamce: 12.50")
	doc := &document.Document{Pages: []document.Page{sheet}}
	if set := lines("Kontoinhaher: Ada Finch"); labelsAs(set, lexicon.Holder) != "" {
		t.Error("a printed text is corrected")
	}
	r := finderOf(sheettest.Scanned(doc, 0.9))
	if got := labelsAs(r, lexicon.Holder); got != "kontoinhaber" {
		t.Errorf("%q", got)
	}
	words := []string{"closing", "balamce", "4711"}
	got := bankCorrected(r.Layout.Segments[1], words, []int{0, 1, 2})
	if strings.Join(got, " ") != "closing balance 4711" || words[1] != "balamce" {
		t.Errorf("%v from %v", got, words)
	}
}

func TestRowsWithADayAndAnAmount(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]bool{
		"03.03.2031|Miete|||650,00":       true,
		"03.03.2031 Miete 650,00":         true,
		"03.03.2031|Miete|||650":          false,
		"03.03.2031|Miete|||":             false,
		"Miete|03.03.2031|||650,00":       false,
		"|Alter Saldo|||650,00":           false,
		"am 03.03.2031|Miete|||650,00":    false,
		"03.03.2031|650,00|||Miete März":  false,
		"03.03.2031 05.03.2031 Gas 12,00": true,
	} {
		r := ledger(row)
		if got := r.datedRow(r.row(0)); got != want {
			t.Errorf("%s: %v", row, got)
		}
	}
}

func TestNothingButDatesBeforeAWord(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]int{ // the word before which there are only dates
		"03.03.2031 Saldo": 1, "03.03.2031 04.03.2031 Saldo": 2, "3 March 2031 Saldo": 3, "Saldo 03.03.2031": -1,
		"am 03.03.2031 Saldo": -1,
	} {
		r := lines(row)
		got := -1
		for i := range r.first().Words {
			if r.onlyDates(r.first(), i) {
				got = i
			}
		}
		if got != want {
			t.Errorf("%s: %d, want %d", row, got, want)
		}
	}
}

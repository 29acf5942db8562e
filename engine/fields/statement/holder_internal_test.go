package statement

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result/value"
)

func TestNamesOfHolders(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Ada Finch": true, "Frau Erika Beispiel": true, "Orchard Foods Ltd": true, "De Groot & Smit BV": true,
		"Gesellschaft für Bau und Pflege von Obst mbH": true, // longer than a person's name
		"4711 2031": false, "12,50": false, "": false,
	} {
		if got := holderName(strings.Fields(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestHeadsAreNoNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"Paid out": true, "Saldo": true, "zu Ihren Lasten": true, "Ada Finch": false,
		"Paid out today": false} {
		if got := headWords(strings.Fields(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestHoldersInALine(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Kontoinhaber: Ada Finch":         "Ada Finch",
		"Titular : Ana Vidal":             "Ana Vidal",
		"Ada Finch,":                      "Ada Finch",
		"Account holder":                  "",
		"Naam / Omschrijving":             "",
		"Name: Saldo":                     "",
		"Kontoinhaber: 12 High Road 4711": "",
	} {
		r := lines(row)
		got := ""
		for _, c := range r.holderValues(r.first()) {
			got = c.Text
		}
		if got != want {
			t.Errorf("%q: %q, want %q", row, got, want)
		}
	}
}

func TestStreetsWithANumber(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]bool{
		"12 High Road": true, "Hauptstraße 7": true, "Calle Mayor 12 3 B": true, "ul. Lipowa 4/6": true,
		"High Road": false, "12": false, "Kundennummer 4711471": false, "3 March 2031": false, "12 14": false,
		"In all we have had 12 of them so far": false,
	} {
		r := lines(row)
		if got := houseNumbered(r.first()); got != want {
			t.Errorf("%q: %v", row, got)
		}
	}
}

// The bank's lines are those that name it and the one directly below.
func TestLinesOfTheBank(t *testing.T) {
	t.Parallel()
	r := lines("Volksbank Auetal", "Filiale Nord", "Postfach neun", "Lindenau & Cie", "Haus am Markt")
	for i, want := range []bool{true, true, false, true, true} {
		if got := r.ofBank(r.Layout.Segments[i], "Lindenau & Cie"); got != want {
			t.Errorf("%q: %v", r.Layout.Segments[i].Text(), got)
		}
	}
	if r.ofBank(r.Layout.Segments[3], "") {
		t.Error("a name is the bank's though none is known")
	}
}

func TestTheHeadEndsWhereTheLedgerBegins(t *testing.T) {
	t.Parallel()
	for want, rows := range map[int][]string{
		2: {"Volksbank Auetal", "Ada Finch", "03.03.2031|Miete|||650,00", "04.03.2031|Gas|||50,00"},
		3: {"Volksbank Auetal", "Ada Finch", "03.03.2031"},
		0: {"03.03.2031|Miete|||650,00"},
	} {
		if got := ledger(rows...).headEnd(); got != want {
			t.Errorf("%d, want %d", got, want)
		}
	}
	if got := finderOf(sheettest.Bind()).headEnd(); got != 0 {
		t.Errorf("of no page: %d", got)
	}
}

// holder returns the stored holder of a page with a block of lines for each text, separated by '/'.
func holder(bank string, blocks ...string) string {
	s := sheettest.A4()
	y := 40.0
	for _, b := range blocks {
		y = s.Column(50, y, 10, strings.Split(b, "/")...) + 20
	}
	set := value.New()
	if bank != "" {
		set.Scalars["bankName"] = value.Value{Value: bank}
	}
	finderOf(sheettest.Bind(s)).putHolder(set)
	return set.Text("accountHolder")
}

func TestWhoseAccountItIs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		bank   string
		blocks []string
		want   string
	}{
		"behind its label": {"", []string{"Volksbank Auetal", "Kontoinhaber: Ada Finch", "Kontoauszug"}, "Ada Finch"},
		"the address": {
			"Volksbank Auetal", []string{"Volksbank Auetal", "Erika Beispiel/Lindenweg 4/31582 Nienburg", "Kontoauszug"},
			"Erika Beispiel",
		},
		"not the bank's own address": {
			"Volksbank Auetal", []string{"Volksbank Auetal/Marktplatz 1/31749 Auetal",
				"Erika Beispiel/Lindenweg 4/31582 Nienburg"}, "Erika Beispiel",
		},
		"close under the bank's address": {
			"Volksbank Auetal", []string{"Volksbank Auetal/Marktplatz 1/31749 Auetal/Erika Beispiel/Lindenweg 4/31582 Nienburg"},
			"Erika Beispiel",
		},
		"an address without a known post code": {
			"Harbour Trust", []string{"Harbour Trust", "Ada Finch/7 Orchard Close/Nowhere in particular"}, "Ada Finch",
		},
		"the bank alone": {"Volksbank Auetal", []string{"Volksbank Auetal/Marktplatz 1/31749 Auetal", "Kontoauszug"}, ""},
		"nobody":         {"", []string{"Kontoauszug", "Neuer Saldo 12,50"}, ""},
	} {
		if got := holder(c.bank, c.blocks...); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestTheAddressConfirmsTheHolder(t *testing.T) {
	t.Parallel()
	score := func(name string) float64 {
		s := sheettest.A4()
		y := s.Column(50, 40, 10, name, "Lindenweg 4", "31582 Nienburg") + 20
		s.Put(50, y, 10, "Kunde")
		s.Put(250, y, 10, "Erika Beispiel")
		set := value.New()
		finderOf(sheettest.Bind(s)).putHolder(set)
		if got := set.Text("accountHolder"); got != "Erika Beispiel" {
			t.Errorf("%q", got)
		}
		return set.Scalars["accountHolder"].Score
	}
	if same, other := score("ERIKA BEISPIEL"), score("Jonas Muster"); same < 0.95 || other >= same {
		t.Errorf("%v, and %v where another is addressed", same, other)
	}
}

package statement

import (
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
)

func TestASignIsTakenFromAnAmountWithCents(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"3.004,09+": "3.004,09 false", "1120,33-": "1120,33 true", "12.50−": "12.50 true", "-12,50-": "-12,50 true",
		"-R$": "R$ true", "-€": "€ true", "-EUR": "EUR true",
		// No cents, no sign, and words that open or end in a dash.
		"12-": "", "2031-": "", "12,5-": "", "12,50": "", "-12,50": "", "B-": "", "-Miete": "", "-": "", "+": "", "": "",
	} {
		got := ""
		if plain, negative, ok := withoutSign(word); ok {
			got = fmt.Sprint(plain, " ", negative)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestWordsBehindAnAmountTellItsSign(t *testing.T) {
	t.Parallel()
	for want, words := range map[int][]string{
		-1: {"-", "−", "–", "S", "Soll", "DR", "Dr", "D.", "dt", "OD", "Debe", "dare", "Wn", "af", "débit"},
		1:  {"+", "H", "Haben", "CR", "Cr.", "ct", "haber", "avere", "Ma", "bij"},
		0:  {"", "EUR", "Miete", "SH", "*", "12,50", "Saldo", "/"},
	} {
		for _, w := range words {
			if got := signOf(w); got != want {
				t.Errorf("%q: %d, want %d", w, got, want)
			}
		}
	}
}

func TestSignsOfSums(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Saldo 12,50":      "12.50 false",
		"Saldo -12,50":     "-12.50 true",
		"Saldo +12,50":     "12.50 true",
		"Saldo 12,50-":     "-12.50 true",
		"Saldo 12,50 -":    "-12.50 true",
		"Saldo 12,50 S":    "-12.50 true",
		"Saldo -12,50 S":   "-12.50 true", // stated twice
		"Saldo 12,50 H":    "12.50 true",
		"Saldo 12,50 Haus": "12.50 false",
		"Saldo -R$ 12,50":  "-12.50 true",
	} {
		r := lines(row)
		amounts := r.AmountValues(r.first())
		if len(amounts) != 1 {
			t.Errorf("%s: %d amounts", row, len(amounts))
			continue
		}
		s := r.signedSum(amounts[0])
		if got := fmt.Sprint(s.value.StringFixed(2), " ", s.signed); got != want {
			t.Errorf("%s: %s, want %s", row, got, want)
		}
	}
}

// A mark in a separate narrow column counts, one further away does not.
func TestAMarkMayStandApart(t *testing.T) {
	t.Parallel()
	for gap, want := range map[float64]string{24: "-12.50", 60: "12.50"} {
		s := sheettest.A4()
		s.End(400, 60, 9, "12,50")
		s.Put(400+gap, 60, 9, "S")
		r := finderOf(sheettest.Bind(s))
		if n := len(r.row(0).Segments); n != 2 {
			t.Fatalf("%v: %d segments", gap, n)
		}
		if got := r.signedSum(r.AmountValues(r.first())[0]); got.value.StringFixed(2) != want {
			t.Errorf("%v: %s, want %s", gap, got.value.StringFixed(2), want)
		}
	}
}

func TestTheMarkIsCited(t *testing.T) {
	t.Parallel()
	r := lines("Saldo 12,50 S")
	s := r.signedSum(r.AmountValues(r.first())[0])
	if s.First != 1 || s.Last != 2 || s.box != r.first().SpanBox(1, 2) {
		t.Errorf("words %d to %d at %v", s.First, s.Last, s.box)
	}
}

func TestHeadsOfColumns(t *testing.T) {
	t.Parallel()
	names := map[ledgerColumn]string{ledgerDebit: "debit", ledgerCredit: "credit", ledgerAmount: "amount",
		ledgerBalance: "balance"}
	for text, want := range map[string]string{
		"Money out Money in Balance":   "debit credit balance",
		"Paid out":                     "debit",
		"Running balance":              "balance",
		"Soll Haben":                   "debit credit",
		"Betrag in EUR":                "amount",
		"zu Ihren Lasten":              "debit",
		"Débit Crédit":                 "debit credit",
		"Saldo po operacji":            "balance",
		"Bedrag af Bedrag bij":         "debit credit",
		"Movimenti dare":               "debit",
		"Date Description":             "",
		"Límite de crédito":            "", // inside a longer name
		"Crédito":                      "credit",
		"Kontoauszug Nr. 3 Seite zwei": "",
	} {
		r := lines(text)
		var got []string
		for _, h := range headsOf(r.first()) {
			got = append(got, names[h.column])
		}
		if g := strings.Join(got, " "); g != want {
			t.Errorf("%s: %q, want %q", text, g, want)
		}
	}
}

// A heading row names two amounts, or a date and one amount.
func TestHeadingRows(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]bool{
		"Date|Details|Paid out|Paid in|Balance": true,
		"Text||Soll|Haben":                      true,
		"Datum|Text|||Betrag":                   true,
		"Fecha|Concepto|||Importe":              true,
		"Text|Zweck|||Betrag":                   false, // one amount, no date
		"Datum|Text":                            false,
		"Date|Payments of 2031|Debit|Credit":    false, // holds digits
		"Datum|Betrag|||Hinweis":                false, // ends in another column
		"Datum|Betrag|||Betrag":                 true,
	} {
		r := ledger(row)
		if got := r.headingRow(r.row(0)); got != want {
			t.Errorf("%s: %v", row, got)
		}
	}
}

func TestColumnsOfDays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Date": true, "Buchungstag": true, "Valuta": true, "Fecha operación": true, "Data operacji": true, "Boekdatum": true,
		"Posting text": true, "Text": false, "Amount": false, "2031": false,
	} {
		r := lines(text)
		if got := opensWithDay(r.first()); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

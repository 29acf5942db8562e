package statement_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/statement"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// find reads a page with a row for each text by the weights set by hand.
func find(rows ...string) *value.Set {
	return statement.Find(sheettest.Linker(result.TypeBankStatement, rows...))
}

func TestStatementHeaders(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, want []string }{
		"in English": {
			[]string{
				"Harbour Credit Union", "Account holder: Ada Finch", "Account number: 31926819",
				"Statement period: 1 March 2031 to 31 March 2031", "Opening balance|100.00", "Closing balance|250.00",
			},
			[]string{
				"bankName=Harbour Credit Union", "accountHolder=Ada Finch", "accountNumber=31926819",
				"periodStart=2031-03-01", "periodEnd=2031-03-31", "openingBalance=100.00", "closingBalance=250.00",
			},
		},
		"in Polish": {
			[]string{
				"Bank Spółdzielczy w Pile", "Posiadacz rachunku: Ewa Nowicka", "Numer rachunku: 31926819",
				"Za okres od 01.03.2031 do 31.03.2031", "Saldo początkowe|100,00 PLN", "Saldo końcowe|250,00 PLN",
			},
			[]string{
				"bankName=Bank Spółdzielczy w Pile", "accountHolder=Ewa Nowicka", "accountNumber=31926819", "currency=PLN",
				"periodStart=2031-03-01", "periodEnd=2031-03-31", "openingBalance=100.00", "closingBalance=250.00",
			},
		},
		"in Italian": {
			[]string{
				"Cassa Rurale Lodi", "Intestatario: Ugo Ferri", "Movimenti dal 01/03/2031 al 31/03/2031",
				"Saldo iniziale|€ 100,00", "Saldo finale|€ 250,00",
			},
			[]string{
				"bankName=Cassa Rurale Lodi", "accountHolder=Ugo Ferri", "currency=EUR",
				"periodStart=2031-03-01", "periodEnd=2031-03-31", "openingBalance=100.00", "closingBalance=250.00",
			},
		},
		"in Dutch": {
			[]string{
				"Bank van Assen", "Rekeninghouder: Saar Bakker", "Rekeningnummer: 31926819",
				"Periode: 01-03-2031 t/m 31-03-2031", "Beginsaldo|100,00 EUR", "Eindsaldo|250,00 EUR",
			},
			[]string{
				"bankName=Bank van Assen", "accountHolder=Saar Bakker", "accountNumber=31926819", "currency=EUR",
				"periodStart=2031-03-01", "periodEnd=2031-03-31", "openingBalance=100.00", "closingBalance=250.00",
			},
		},
		"nothing": {[]string{"Kind regards", "Your team"}, nil},
	} {
		sheettest.Expect(t, name, find(c.rows...), c.want...)
	}
}

// The headings are repeated, and the sums at the page break are not movements.
func TestLedgerOverTwoPages(t *testing.T) {
	t.Parallel()
	edges := []float64{460, 545}
	first := ledgerSheet([]string{"Volksbank Auetal", "Zeitraum 01.03.2031 - 31.03.2031"}, edges, [][]string{
		{"Datum", "Text", "Betrag", "Saldo"},
		{"", "Alter Saldo", "", "1.200,00"},
		{"03.03.", "Miete", "-650,00", "550,00"},
		{"", "Übertrag", "", "550,00"},
	})
	second := ledgerSheet([]string{"Volksbank Auetal"}, edges, [][]string{
		{"Datum", "Text", "Betrag", "Saldo"},
		{"", "Übertrag", "", "550,00"},
		{"15.03.", "Gehalt", "2.300,00", "2.850,00"},
		{"", "Neuer Saldo", "", "2.850,00"},
	})
	doc := sheettest.Bind(first, second)
	set := read(doc)
	if got, want := movements(set), "2031-03-03 -650.00 550.00; 2031-03-15 2300.00 2850.00"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if rows := set.Lists["transactions"]; len(rows) == 2 && rows[1]["amount"].Page != 2 {
		t.Errorf("the second movement is cited from page %d", rows[1]["amount"].Page)
	}
	sheettest.Holds(t, set, map[string]string{"openingBalance": "1200.00", "closingBalance": "2850.00"})
	sheettest.Cites(t, doc, set)
}

func TestTransactionsOverNewYear(t *testing.T) {
	t.Parallel()
	doc := sheettest.Bind(ledgerSheet([]string{"Volksbank Auetal", "Zeitraum 15.12.2030 - 14.01.2031"},
		[]float64{460, 545}, [][]string{
			{"Datum", "Text", "Betrag", "Saldo"},
			{"", "Alter Saldo", "", "1.200,00"},
			{"28.12.", "Miete", "-650,00", "550,00"},
			{"03.01.", "Gehalt", "2.300,00", "2.850,00"},
		}))
	if got, want := movements(read(doc)), "2030-12-28 -650.00 550.00; 2031-01-03 2300.00 2850.00"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestBalancesOverHeadings(t *testing.T) {
	t.Parallel()
	doc := sheettest.Bind(ledgerSheet([]string{"Harbour Credit Union", "Opening balance 1,200.00"},
		[]float64{380, 460, 545}, [][]string{
			{"Date", "Details", "Credit", "Debit", "Balance"}, // swapped
			{"03/03/2031", "Rent", "650.00", "", "550.00"},
			{"15/03/2031", "Salary", "", "2,300.00", "2,850.00"},
			{"16/03/2031", "Gas", "50.00", "", "2,800.00"},
		}))
	want := "2031-03-03 -650.00 550.00; 2031-03-15 2300.00 2850.00; 2031-03-16 -50.00 2800.00"
	if got := movements(read(doc)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The signs of the balances are after them.
func TestOverdrawnAccount(t *testing.T) {
	t.Parallel()
	doc := sheettest.Bind(ledgerSheet([]string{"Volksbank Auetal", "Kontoauszug"}, []float64{440, 545}, [][]string{
		{"Datum", "Text", "Betrag", "Saldo"},
		{"", "Alter Saldo", "", "200,00 H"},
		{"03.03.2031", "Miete", "650,00 S", "450,00 S"},
		{"15.03.2031", "Gehalt", "300,00 H", "150,00 S"},
	}))
	set := read(doc)
	if got, want := movements(set), "2031-03-03 -650.00 -450.00; 2031-03-15 300.00 -150.00"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	sheettest.Holds(t, set, map[string]string{"openingBalance": "200.00", "closingBalance": "-150.00"})
	sheettest.Cites(t, doc, set)
}

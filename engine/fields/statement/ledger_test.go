package statement_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result/value"
)

// ledgerSheet draws the head of a statement and a ledger below: date, text and right-aligned columns.
func ledgerSheet(head []string, edges []float64, rows [][]string) *sheettest.Sheet {
	s := sheettest.A4()
	y := s.Column(50, 40, 10, head...) + 12
	for _, cells := range rows {
		s.Put(50, y, 9, cells[0])
		s.Put(130, y, 9, cells[1])
		for i, c := range cells[2:] {
			s.End(edges[i], y, 9, c)
		}
		y += 15
	}
	return s
}

func movements(set *value.Set) string {
	var out []string
	for _, r := range set.Lists["transactions"] {
		out = append(out, strings.Trim(fmt.Sprint(r["date"].Value, " ", r["amount"].Value, " ", r["balance"].Value), " "))
	}
	return strings.Join(out, "; ")
}

func TestStatementPeriods(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"Statement period: 1 March 2031 to 31 March 2031", "1 March to 31 March 2031", "For the period 1 - 31 March 2031",
		"March 1, 2031 through March 31, 2031", "Zeitraum 01.03. bis 31.03.2031", "Kontoauszug vom 01.03.2031 – 31.03.2031",
		"Umsätze vom 01.03.2031 bis zum 31.03.2031", "Relevé du 1er au 31 mars 2031", "Période du 01/03/2031 au 31/03/2031",
		"Movimientos del 01/03/2031 al 31/03/2031", "Movimenti dal 01/03/2031 al 31/03/2031", "Dal 01/03/2031 – 31/03/2031",
		"Afschriftperiode 01-03-2031 t/m 31-03-2031", "Za okres od 01.03.2031 do 31.03.2031",
		"Movimentos de 01/03/2031 até 31/03/2031",
		"Von 01.03.2031 Bis 31.03.2031",
	} {
		doc := sheettest.Bind(ledgerSheet([]string{"Bank Lindenau", "IBAN DE89 3704 0044 0532 0130 00", line, "EUR 12.50"},
			nil, nil))
		set := read(doc)
		if from, to := set.Text("periodStart"), set.Text("periodEnd"); from != "2031-03-01" || to != "2031-03-31" {
			t.Errorf("%s: %s to %s", line, from, to)
		}
		sheettest.Cites(t, doc, set)
	}
}

func TestValueDateNotPeriod(t *testing.T) {
	t.Parallel()
	doc := sheettest.Bind(ledgerSheet([]string{"Bank Lindenau", "Kontoauszug"}, []float64{460}, [][]string{
		{"Buchung", "Wert", "Betrag"}, {"01.03.2031", "03.03.2031 Miete", "-650,00"},
	}))
	if set := read(doc); set.Has("periodStart") {
		t.Errorf("period from %s", set.Text("periodStart"))
	}
}

func TestBankNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Crédit Rural Aurillac", "Kasa Oszczędności Opole", "Mill Lane Building Society", "Harbour Credit Union",
		"Caisse d'Epargne de Rodez",
		"Banco Vidal", "Bank van Assen", "De Groot & Smit Bankiers", "Stadtsparkasse Gera", "BCC Lodi",
		"Bank Spółdzielczy w Pile",
	} {
		doc := sheettest.Bind(ledgerSheet([]string{name, "12 High Road", "Statement", "Closing balance 12.50"}, nil, nil))
		if got := read(doc).Text("bankName"); got != name {
			t.Errorf("%q, want %q", got, name)
		}
	}
}

func TestBalanceSigns(t *testing.T) {
	t.Parallel()
	for printed, want := range map[string]string{
		"2.314,21-": "-2314.21", "2.314,21+": "2314.21", "1 120,33-": "-1120.33", "-R$ 314,51": "-314.51",
		"314,51 S": "-314.51", "314,51 Dare": "-314.51",
		"314,51 H": "314.51", "314.51 DR": "-314.51", "314.51 CR": "314.51", "314,51 -": "-314.51", "-148,30 €": "-148.30",
	} {
		doc := sheettest.Bind(ledgerSheet([]string{"Bank Lindenau", "Kontoauszug", "Konto", "Neuer Saldo: " + printed}, nil,
			nil))
		set := read(doc)
		sheettest.Holds(t, set, map[string]string{"closingBalance": want, "accountNumber": ""})
		sheettest.Cites(t, doc, set)
	}
}

func TestAccountNumbersInGroups(t *testing.T) {
	t.Parallel()
	for _, number := range []string{"123 305 7341", "9 74092 08041 2", "4567-1234-12", "31926819"} {
		doc := sheettest.Bind(ledgerSheet([]string{"Bank Lindenau", "Account number: " + number, "Closing balance 12.50"},
			nil, nil))
		if got := read(doc).Text("accountNumber"); got != number {
			t.Errorf("%q, want %q", got, number)
		}
	}
}

// The holder is directly below the bank's address; dates are printed once for all movements of a day.
func TestLetterStatement(t *testing.T) {
	t.Parallel()
	s := ledgerSheet([]string{
		"Mill Lane Building Society", "62 Mill Lane", "Leeds LS1 4AP", "Ada Finch", "7 Orchard Close", "York YO1 7HH",
		"Statement: 1 March 2031 to 31 March 2031",
	}, []float64{380, 460, 545}, [][]string{
		{"Date", "Details", "Paid out", "Paid in", "Balance"},
		{"", "Balance brought forward", "", "", "1,200.00"},
		{"3 Mar", "Rent", "650.00", "", ""},
		{"", "Card payment Northgate", "50.00", "", "500.00"},
		{"15 Mar", "Salary", "", "2,300.00", ""},
		{"", "Gas", "100.00", "", "2,700.00"},
	})
	doc := sheettest.Bind(s)
	set := read(doc)
	sheettest.Holds(t, set, map[string]string{
		"bankName": "Mill Lane Building Society", "accountHolder": "Ada Finch", "periodStart": "2031-03-01",
		"openingBalance": "1200.00", "closingBalance": "2700.00",
	})
	want := "2031-03-03 -650.00; 2031-03-03 -50.00 500.00; 2031-03-15 2300.00; 2031-03-15 -100.00 2700.00"
	if got := movements(set); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	sheettest.Cites(t, doc, set)
}

// The newest movement is first and amounts have no signs: the running balances determine them.
func TestNewestFirst(t *testing.T) {
	t.Parallel()
	doc := sheettest.Bind(ledgerSheet([]string{"Harbour Credit Union", "Account activity 03/01/2031 - 03/31/2031",
		"Beginning balance $1,200.00"}, []float64{460, 545}, [][]string{
		{"Date", "Description", "Amount", "Balance"},
		{"03/28/2031", "Gas", "$100.00", "$2,700.00"},
		{"03/15/2031", "Salary", "$2,300.00", "$2,800.00"},
		{"03/03/2031", "Rent", "$700.00", "$500.00"},
	}))
	set := read(doc)
	if got, want := movements(set), "2031-03-28 -100.00 2700.00; 2031-03-15 2300.00 2800.00; 2031-03-03 -700.00 500.00"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	sheettest.Holds(t, set, map[string]string{"closingBalance": "2700.00"})
}

// Balances give columns their meaning, and dates distinguish the balances.
func TestColumnsByBalance(t *testing.T) {
	t.Parallel()
	doc := sheettest.Bind(ledgerSheet([]string{
		"Crédit Rural Aurillac", "Relevé de compte", "Période du 01/03/2031 au 31/03/2031",
		"02/04/2031 Découvert autorisé 300,00",
		"Solde au 28/02/2031 1.200,00", "Solde au 31/03/2031 2.850,00",
	}, []float64{380, 460}, [][]string{
		{"Date", "Nature", "Débit", "Crédit"},
		{"03/03/2031", "Loyer", "650,00", ""},
		{"15/03/2031", "Salaire", "", "2.300,00"},
	}))
	set := read(doc)
	sheettest.Holds(t, set, map[string]string{"openingBalance": "1200.00", "closingBalance": "2850.00"})
	if got, want := movements(set), "2031-03-03 -650.00; 2031-03-15 2300.00"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// "Naam / Omschrijving" heads a column.
//
//nolint:misspell // words of other languages
func TestHeaderNotHolder(t *testing.T) {
	t.Parallel()
	doc := sheettest.Bind(ledgerSheet([]string{"Bank van Assen", "Rekeningafschrift"}, []float64{460, 545}, [][]string{
		{"Datum", "Naam / Omschrijving", "Bedrag", "Saldo"}, {"01-03-2031", "Salaris", "2.300,00", "2.850,00"},
	}))
	if got := read(doc).Text("accountHolder"); got != "" {
		t.Errorf("holder %q", got)
	}
}

// "lei" at the end of a Portuguese sentence is not a currency.
func TestProseNotCurrency(t *testing.T) {
	t.Parallel()
	doc := sheettest.Bind(ledgerSheet([]string{"Banco Vidal", "Extrato de conta", "Saldo final 12,50",
		"Os depósitos estão garantidos nos limites da lei."}, nil, nil))
	if got := read(doc).Text("currency"); got != "" {
		t.Errorf("currency %q", got)
	}
}

// The running balances correct a misread digit.
func TestMisreadAmount(t *testing.T) {
	t.Parallel()
	doc := sheettest.Bind(ledgerSheet([]string{"Harbour Credit Union", "Statement"}, []float64{460, 545}, [][]string{
		{"Date", "Details", "Amount", "Balance"},
		{"", "Opening balance", "", "1,200.00"},
		{"03/03/2031", "Rent", "-660.00", "550.00"},
		{"15/03/2031", "Salary", "2,300.00", "2,850.00"},
		{"17/03/2031", "Gas", "-100.00", "2,760.00"},
		{"18/03/2031", "Water", "-50.00", "2,700.00"},
	}))
	for i := range doc.Pages[0].Lines {
		for j := range doc.Pages[0].Lines[i].Words {
			doc.Pages[0].Lines[i].Words[j].Source = document.SourceOCR
		}
	}
	set := read(doc)
	want := "2031-03-03 -650.00 550.00; 2031-03-15 2300.00 2850.00; 2031-03-17 -100.00 2750.00; 2031-03-18 -50.00 2700.00"
	if got := movements(set); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

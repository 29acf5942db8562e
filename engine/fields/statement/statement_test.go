package statement_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/statement"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// account is a bank statement of one country.
type account struct {
	name, bank, title     string
	holder, holderName    string
	number, numberValue   string // account number or IBAN as printed
	period                string
	head                  []string // date, text, then amount or debit and credit, then the balance
	opening, closing      string
	openingText, lastText string // balances as printed
	rows                  [][]string
	field, value          string // of the account's number
	want                  [][3]string
}

//nolint:misspell // words of other languages
func accounts() []account {
	return []account{
		{
			name: "British", bank: "Northern Shire Bank plc", title: "Account statement", holder: "Account holder",
			holderName: "Ms Ada Finch", number: "Account number",
			numberValue: "31926819", period: "Statement period: 1 March 2031 to 31 March 2031",
			head:    []string{"Date", "Details", "Paid out", "Paid in", "Balance"},
			opening: "Opening balance", closing: "Closing balance", openingText: "1,200.00", lastText: "2,850.00",
			rows: [][]string{{"03 Mar 2031", "Rent", "650.00", "", "550.00"},
				{"15 Mar 2031", "Salary", "", "2,300.00", "2,850.00"}}, field: "accountNumber", value: "31926819",
			want: [][3]string{{"2031-03-03", "-650.00", "550.00"}, {"2031-03-15", "2300.00", "2850.00"}},
		},
		{
			name: "German", bank: "Sparkasse Wesertal", title: "Kontoauszug", holder: "Kontoinhaber",
			holderName: "Erika Beispiel", number: "IBAN",
			numberValue: "DE89 3704 0044 0532 0130 00", period: "Zeitraum: 01.03.2031 - 31.03.2031",
			head:    []string{"Buchungstag", "Verwendungszweck", "", "Betrag EUR", "Saldo"},
			opening: "Alter Saldo", closing: "Neuer Saldo", openingText: "1.200,00", lastText: "2.850,00",
			rows:  [][]string{{"03.03.", "Miete", "", "-650,00", "550,00"}, {"15.03.", "Gehalt", "", "2.300,00", "2.850,00"}},
			field: "iban", value: "DE89370400440532013000",
			want: [][3]string{{"2031-03-03", "-650.00", "550.00"}, {"2031-03-15", "2300.00", "2850.00"}},
		},
		{
			name: "French", bank: "Banque du Littoral", title: "Relevé de compte", holder: "Titulaire du compte",
			holderName: "Jeanne Exemple", number: "IBAN",
			numberValue: "FR14 2004 1010 0505 0001 3M02 606", period: "Période du 01/03/2031 au 31/03/2031",
			head:    []string{"Date", "Libellé", "Débit", "Crédit", "Solde"},
			opening: "Ancien solde", closing: "Nouveau solde", openingText: "1 200,00", lastText: "2 850,00",
			rows: [][]string{{"03/03/2031", "Loyer", "650,00", "", "550,00"},
				{"15/03/2031", "Salaire", "", "2 300,00", "2 850,00"}},
			field: "iban", value: "FR1420041010050500013M02606",
			want: [][3]string{{"2031-03-03", "-650.00", "550.00"}, {"2031-03-15", "2300.00", "2850.00"}},
		},
		{
			name: "Spanish", bank: "Caja Rural de Ronda", title: "Extracto de cuenta", holder: "Titular",
			holderName: "Juan Ejemplo", number: "IBAN",
			numberValue: "ES91 2100 0418 4502 0005 1332", period: "Periodo: 01/03/2031 - 31/03/2031",
			head:    []string{"Fecha", "Concepto", "", "Importe", "Saldo"},
			opening: "Saldo anterior", closing: "Saldo final", openingText: "1.200,00", lastText: "2.850,00",
			rows: [][]string{{"03/03/2031", "Alquiler", "", "-650,00", "550,00"},
				{"15/03/2031", "Nómina", "", "2.300,00", "2.850,00"}}, field: "iban",
			value: "ES9121000418450200051332",
			want:  [][3]string{{"2031-03-03", "-650.00", "550.00"}, {"2031-03-15", "2300.00", "2850.00"}},
		},
	}
}

func (a account) draw() *document.Document {
	s := sheettest.A4()
	s.Put(50, 40, 15, a.bank)
	s.Put(50, 80, 13, a.title)
	s.Put(50, 110, 9, a.holder+": "+a.holderName)
	s.Put(50, 124, 9, a.number+": "+a.numberValue)
	s.Put(50, 138, 9, a.period)
	row := func(y float64, cells []string) {
		s.Put(50, y, 9, cells[0])
		s.Put(130, y, 9, cells[1])
		s.End(380, y, 9, cells[2])
		s.End(460, y, 9, cells[3])
		s.End(545, y, 9, cells[4])
	}
	row(180, a.head)
	row(196, []string{"", a.opening, "", "", a.openingText})
	for i, r := range a.rows {
		row(212+16*float64(i), r)
	}
	row(250, []string{"", a.closing, "", "", a.lastText})
	return sheettest.Bind(s)
}

func TestStatements(t *testing.T) {
	t.Parallel()
	for _, a := range accounts() {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			doc := a.draw()
			set := read(doc)
			sheettest.Holds(t, set, map[string]string{
				a.field: a.value, "bankName": a.bank, "accountHolder": a.holderName, "periodStart": "2031-03-01",
				"periodEnd":      "2031-03-31",
				"openingBalance": "1200.00", "closingBalance": "2850.00",
			})
			rows := set.Lists["transactions"]
			if len(rows) != len(a.want) {
				t.Fatalf("%d transactions: %v", len(rows), rows)
			}
			for i, w := range a.want {
				if r := rows[i]; r["date"].Value != w[0] || r["amount"].Value != w[1] || r["balance"].Value != w[2] ||
					r["description"].Value != a.rows[i][1] {
					t.Errorf("transaction %d: %v, want %v", i, r, w)
				}
			}
			sheettest.Cites(t, doc, set)
		})
	}
}

func read(doc *document.Document) *value.Set {
	return statement.Find(sheettest.Read(doc, result.TypeBankStatement))
}

package header_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// The due date is above a list of installments, the date of a direct debit, or in a line of terms.
func TestDueDateLabels(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"under the heading of instalments": {[]string{"Data: 2/5/2031", "SCADENZE", "31/05/2031 € 610,00"}, "2031-05-31"},
		"at the latest": {[]string{"Factuurdatum: 2-5-2031", "Uiterlijk betalen op 16-05-2031"},
			"2031-05-16"},
		"of a direct debit": {[]string{"Invoice date: 2 May 2031", "Direct debit date: 19 May 2031"},
			"2031-05-19"},
		"behind that of a discount": {[]string{"Datum: 02.05.2031", "Zahlungsbedingungen:",
			"Bis 16.05.2031 erhalten Sie 2,000 % Skonto", "Bis 01.06.2031 ohne Abzug"}, "2031-06-01"},
		"until a day": {[]string{"Invoice date: 2 May 2031", "Payable until: 19 May 2031"}, "2031-05-19"},
		"in a sentence about the sum": {[]string{"Datum: 02.05.2031",
			"Der Rechnungsbetrag ist bis zum 19.05.2031 fällig."}, "2031-05-19"},
		"a day in a row about payment": {[]string{"Data wystawienia: 02-05-2031", "Forma płatności|Termin|Kwota",
			"przelew|19-05-2031|610,00"}, "2031-05-19"},
		"behind that of a discount in a sentence": {[]string{"Datum: 02.05.2031",
			"Zahlbar bis 12.05.2031 mit 2 % Skonto, bis 01.06.2031 rein netto."}, "2031-06-01"},
		"under that of a discount": {[]string{"Invoice date: 2 May 2031", "Pay by 12 May 2031 to take a discount of 2%",
			"Due date: 1 June 2031"}, "2031-06-01"},
		"without deduction": {[]string{"Datum: 02.05.2031", "Zahlbar bis 01.06.2031 ohne Abzug",
			"Die Bürgschaft endet, fällig am 31.12.2031"}, "2031-06-01"},
		"beside the day of a law": {[]string{"Invoice date: 2 May 2031", "Due: 19 May 2031",
			"Late payments bear interest under the Act due 11 June 1998"}, "2031-05-19"},
	} {
		set := header.Find(sheettest.Linker(result.TypeInvoice, c.rows...))
		if got := set.Text("dueDate"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Days of a discount, of complaints or from the end of a month are not counted.
func TestDueDateFromPaymentDays(t *testing.T) {
	t.Parallel()
	for terms, want := range map[string]string{
		"Payable within 30 days":     "2031-06-01",
		"Terms: Net 30":              "2031-06-01",
		"Paiement dans les 3o jours": "2031-06-01",
		"Payment terms|14 days":      "2031-05-16",
		"Paiement exigible dans les 30 jours de la date de la facture. Les comptes en souffrance portent intérêt au taux de " +
			"1,5 % par mois.": "2031-06-01",
		"Zahlbar innert 30 Tagen netto. Bei Zahlungsverzug nach 60 Tagen werden 5% Zins belastet.": "2031-06-01",
		"8 Tage 2% Skonto, Zahlung 30 Tage netto":                                                  "2031-06-01",
		"Zahlbar innerhalb von 30 Tagen ohne Abzug.":                                               "2031-06-01",
		"Terms: 2% 10 Net 30":                                                     "2031-06-01",
		"Zahlung mit 2 % Skonto innerhalb 8 Tagen":                                "",
		"Paiement à 45 jours fin de mois":                                         "",
		"Zahlungsziel: 14 Tage nach Rechnungsdatum":                               "2031-05-16",
		"Bitte überweisen Sie den Betrag innerhalb von 14 Tagen auf unser Konto.": "2031-05-16",
		"Pagamento: Bonifico 30 gg. d.f.":                                         "2031-06-01",
		"Pagamento: Bonifico 30 gg. f.m.":                                         "",
		"Goods may be returned within 14 days for a credit of the payment":        "",
		"Please contact us within 7 days":                                         "",
		"Payment is late after 30 days":                                           "",
		"Payable within 400 days":                                                 "",
		"Payment terms|30 days|Due date|9 May 2031":                               "2031-05-09",
	} {
		rows := []string{"Invoice No.: A-1713", "Invoice date: 2 May 2031", terms}
		set := header.Find(sheettest.Linker(result.TypeInvoice, rows...))
		if got := set.Text("dueDate"); got != want {
			t.Errorf("%s: %q, want %q", terms, got, want)
		}
		if v := set.Scalars["dueDate"]; want == "2031-06-01" && v.Source != document.SourceDerived {
			t.Errorf("%s: the day is of %q", terms, v.Source)
		}
	}
	set := header.Find(sheettest.Linker(result.TypeInvoice, "Payable within 30 days"))
	if set.Has("dueDate") {
		t.Error("counted from no day")
	}
}

package header_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// The day to pay stands over a list of instalments, in the day that a sum is taken from
// an account, or in a line of terms.
func TestDaysToPay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"under the heading of instalments": {[]string{"Data: 2/5/2031", "SCADENZE", "31/05/2031 € 610,00"}, "2031-05-31"},
		"at the latest":                    {[]string{"Factuurdatum: 2-5-2031", "Uiterlijk betalen op 16-05-2031"}, "2031-05-16"},
		"of a direct debit":                {[]string{"Invoice date: 2 May 2031", "Direct debit date: 19 May 2031"}, "2031-05-19"},
		"behind that of a discount": {[]string{"Datum: 02.05.2031", "Zahlungsbedingungen:",
			"Bis 16.05.2031 erhalten Sie 2,000 % Skonto", "Bis 01.06.2031 ohne Abzug"}, "2031-06-01"},
		"until a day": {[]string{"Invoice date: 2 May 2031", "Payable until: 19 May 2031"}, "2031-05-19"},
		"in a sentence about the sum": {[]string{"Datum: 02.05.2031",
			"Der Rechnungsbetrag ist bis zum 19.05.2031 fällig."}, "2031-05-19"},
		"a day in a row about payment": {[]string{"Data wystawienia: 02-05-2031", "Forma płatności|Termin|Kwota",
			"przelew|19-05-2031|610,00"}, "2031-05-19"},
		"beside the day of a law": {[]string{"Invoice date: 2 May 2031", "Due: 19 May 2031",
			"Late payments bear interest under the Act due 11 June 1998"}, "2031-05-19"},
	} {
		set := header.Find(header.Input{Linker: sheettest.Linker(result.TypeInvoice, c.rows...)})
		if got := set.Text("dueDate"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

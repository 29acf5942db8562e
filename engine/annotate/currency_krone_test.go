package annotate_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/internal/sheettest"
)

func TestSharedCurrency(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rows []string
		want string
	}{
		{[]string{"Å betale|kr 1 250,00", "Forfallsdato|1.3.2031", "merverdiavgift|kr 250,00"}, "NOK"},
		{[]string{"Att betala|1 250,00 kr", "Förfallodatum|2031-03-01", "öresavrundning|0,40 kr"}, "SEK"},
		{[]string{"I alt til betaling|1.250,00 kr.", "forfaldsdato|1. marts 2031", "momsregistreringsnummer CVR"}, "DKK"},
		{[]string{"Total|kr 1 250,00", "NO 974 760 673 MVA"}, "NOK"},
		{[]string{"Total|kr 1 250,00", "All amounts in DKK"}, "DKK"},
		{[]string{"Total|1 250,00 EUR"}, "EUR"},
	} {
		doc := annotate.New(sheettest.Rows(c.rows...))
		if doc.Currency != c.want {
			t.Errorf("%q: %q, want %s", c.rows, doc.Currency, c.want)
		}
		for _, s := range doc.Layout.Segments {
			for _, a := range doc.Spans[s].Amounts {
				if a.Currency != "" && a.Currency != c.want {
					t.Errorf("%q: an amount in %s, want %s", c.rows, a.Currency, c.want)
				}
			}
			for i := range s.Words {
				if code, ok := doc.CurrencyAt(s.Words, i); ok && code != c.want {
					t.Errorf("%q: %s is read as %s, want %s", c.rows, s.Words[i], code, c.want)
				}
			}
		}
	}
}

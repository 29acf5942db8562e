package header_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// Numbers may have a series letter or look like dates; other text near a title is not a number.
func TestInvoiceNumberFormats(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"a letter of the series":        {[]string{"Rechnung Nr. K 31-0815"}, "K 31-0815"},
		"a letter of the series beside": {[]string{"Rechnungs-Nr.|K 815/2031", "Datum|14.05.2031"}, "K 815/2031"},
		"a letter of the series below":  {[]string{"Rechnungs-Nr.|Datum", "K 815/2031|14.05.2031"}, "K 815/2031"},
		"a letter under a heading":      {[]string{"Rechnungs-Nr.|Datum", "4711|14.05.2031", "Haus|B 17"}, "4711"},
		"an abbreviation of \"number\"": {[]string{"Facture N 2031-17"}, "2031-17"},
		"a letter in a sentence":        {[]string{"Rechnung Nr. 4711 Haus B 17"}, "4711"},
		"counted by month":              {[]string{"Faktura nr 7/05/2031", "Data wystawienia: 2031-05-20"}, "7/05/2031"},
		"a day behind the title":        {[]string{"Invoice 12/05/2031", "Invoice number: A-17"}, "A-17"},
		"a day with dots":               {[]string{"Rechnung Nr. 12.05.2031"}, ""},
		"a series like a currency":      {[]string{"Fatura|FT 31B/0772", "Data: 14.05.2031"}, "FT 31B/0772"},
		"a currency":                    {[]string{"Invoice number|EUR 4711"}, "4711"},
		"a code in brackets": {
			[]string{"Tipo documento|Numero|Data", "Fattura (TD01)|612|31/07/2031"}, "612",
		},
	} {
		set := header.Find(sheettest.Linker(result.TypeInvoice, c.rows...))
		if got := set.Text("invoiceNumber"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestNumberBelowTwoPartTitle(t *testing.T) {
	t.Parallel()
	for _, company := range []string{"ID No.: 04938275", "Company ID: 04938275"} {
		l := sheettest.Linker(result.TypeInvoice, "Marlow Optics s.r.o.", company, "Invoice – tax document", "E20310019")
		sheettest.Expect(t, company, header.Find(l), "invoiceNumber=E20310019")
	}
}

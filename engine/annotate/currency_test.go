package annotate_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/libs/assert"
)

// A dollar sign alone means the dollar of the invoice's country, if there is evidence of one.
func TestDollarCurrencies(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"a code in brackets":          {[]string{"Amount due (CAD): $12.50", "Subtotal|$11.90"}, "CAD"},
		"a Canadian post code":        {[]string{"Tully Ltd", "12 King Street", "Kitchener, ON N2G 1A7", "Total|$12.50"}, "CAD"},
		"French Canada":               {[]string{"Tully inc.", "Blainville (Québec) J7C 2L1", "Total|12,50 $"}, "CAD"},
		"a Canadian tax":              {[]string{"Tully Ltd", "HST 13%|$1.50", "Total|$12.50"}, "CAD"},
		"two Canadian taxes":          {[]string{"Tully Ltd", "TPS/TVQ|1,50 $", "Total|12,50 $"}, "CAD"},
		"a Canadian number":           {[]string{"Tully Ltd", "GST 123456782 RT0001|$0.50", "Total|$12.50"}, "CAD"},
		"an Australian number":        {[]string{"Tully Ltd", "ABN 51 824 753 556", "Total|$12.50"}, "AUD"},
		"an Australian state":         {[]string{"Tully Ltd", "Dalby QLD 4405", "Total|$12.50"}, "AUD"},
		"New Zealand":                 {[]string{"Tully Ltd", "Whangarei 0110", "NEW ZEALAND", "Total|$12.50"}, "NZD"},
		"a name behind a comma":       {[]string{"Tully Ltd", "Auckland 1010, New Zealand", "Total|$12.50"}, "NZD"},
		"a name before a post code":   {[]string{"Tully Ltd", "Singapore 390309", "Total|$12.50"}, "SGD"},
		"a name in a line":            {[]string{"Tully Ltd", "Flight to Canada", "Total|$12.50"}, "USD"},
		"a state of America":          {[]string{"Tully Ltd", "Santa Fe, New Mexico", "Total|$12.50"}, "USD"},
		"one address each":            {[]string{"Austin, TX 78701", "Kitchener, ON N2G 1A7", "Total|$12.50"}, "USD"},
		"one each and a Canadian tax": {[]string{"Austin, TX 78701", "Halifax, NS B3H 4R2", "HST 14%|$1.50", "Total|$12.50"}, "CAD"},
		"spelled out":                 {[]string{"Kitchener, ON N2G 1A7", "All prices in USD", "Total|$12.50"}, "USD"},
		"US dollars":                  {[]string{"Kitchener, ON N2G 1A7", "Total|US$12.50"}, "USD"},
		"nowhere":                     {[]string{"Tully Ltd", "Total|$12.50"}, "USD"},
		"Canadian dollars":            {[]string{"Tully Ltd", "Total|CA$12.50"}, "CAD"},
		"a number of New Zealand":     {[]string{"Tully Ltd", "GST no.: 93-771-214", "Total|$12.50"}, "NZD"},
		"in words, Canadian":          {[]string{"Austin, TX 78701", "Prices in Canadian dollars", "Total|$12.50"}, "CAD"},
		"a site of New Zealand":       {[]string{"Tully Ltd", "www.tully.co.nz", "Total|$12.50"}, "NZD"},
		"mail to Canada":              {[]string{"Tully Ltd", "office@tully.ca", "Total|$12.50"}, "CAD"},
		"sites of two countries":      {[]string{"Tully Ltd", "office@tully.ca", "www.tully.co.nz", "Total|$12.50"}, "USD"},
		"a site of anybody":           {[]string{"Tully Ltd", "www.tully.co", "Total|$12.50"}, "USD"},
		"a number of Argentina":       {[]string{"Tully SRL", "C.U.I.T.: 30-70918842-5", "Total|$12.50"}, "ARS"},
		"numbers of two countries":    {[]string{"30-70918842-5", "900.417.338-1", "Total|$12.50"}, "USD"},
		"rands":                       {[]string{"Tully (Pty) Ltd", "Total|R12.50"}, "ZAR"},
		"rands in South Africa":       {[]string{"Tully Ltd", "Durban 4001", "South Africa", "Total|R 1 212.50"}, "ZAR"},
		"rupees that look like rands": {[]string{"Tully Ltd", "Alwar 448647", "India", "Total|R12.50"}, "INR"},
		"a number of India":           {[]string{"Tully Ltd", "29BFDGD4707A1Z8", "Total|R12.50"}, "INR"},
		"rands in India":              {[]string{"Tully Ltd", "India", "All prices in ZAR", "Total|R12.50"}, "ZAR"},
		"euros in Canada":             {[]string{"Kitchener, ON N2G 1A7", "Total|€12.50"}, "EUR"},
	} {
		doc := annotate.New(sheettest.Rows(c.rows...))
		assert.Equal(t, doc.Currency, c.want, name)
		for _, s := range doc.Layout.Segments {
			for _, a := range doc.Spans[s].Amounts {
				if a.Currency != "" && a.Currency != c.want {
					t.Errorf("%s: an amount in %s", name, a.Currency)
				}
			}
		}
	}
}

// A line with only a currency name is the currency of sums without a sign.
func TestCurrencyOnSeparateLine(t *testing.T) {
	t.Parallel()
	rows := []string{"Tully Ltd", "Hose|150.0000 FT|3.48|522.00", "Total|522.00", "U.S. Dollars"}
	assert.Equal(t, annotate.New(sheettest.Rows(rows...)).Currency, "USD")
}

// A currency is spelled out by its code in any word, or by an unambiguous sign.
func TestCurrencyCodesInText(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Total|$12.50": "", "Total|USD 12.50": "USD", "Amount due (CAD)|$12.50": "CAD", "Total|12.50EUR": "EUR", "Total|US$12.50": "USD",
		"Total|CA$12.50": "CAD", "Total|€12.50": "EUR", "Total|12,50 kr": "", "Canadian dollars|12.50": "CAD",
	} {
		doc := annotate.New(sheettest.Rows("Tully Ltd", row))
		for _, code := range []string{"USD", "CAD", "EUR", "SEK", "DKK"} {
			assert.Equal(t, doc.SpelledOut(code), code == want, row, code, "spelled out")
		}
	}
}

// Without a printed currency, the country of all numbers and addresses decides.
func TestUnnamedCurrencies(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"an account":     {[]string{"IBAN DE89 3704 0044 0532 0130 00", "Total|12.50"}, "EUR"},
		"two accounts":   {[]string{"IBAN DE89 3704 0044 0532 0130 00", "IBAN CH93 0076 2011 6238 5295 7", "Total|12.50"}, ""},
		"American":       {[]string{"Tully Inc.", "Austin, TX 78701", "Total|12.50"}, "USD"},
		"Canadian":       {[]string{"Tully Ltd", "Kitchener, ON N2G 1A7", "Total|12.50"}, "CAD"},
		"of two":         {[]string{"Austin, TX 78701", "Kitchener, ON N2G 1A7", "Total|12.50"}, ""},
		"of nowhere":     {[]string{"Tully Ltd", "Total|12.50"}, ""},
		"a wrong number": {[]string{"VAT No. DE111111111", "Total|12.50"}, ""},
	} {
		doc := annotate.New(sheettest.Rows(c.rows...))
		got := doc.CurrencyOfCountry()
		assert.True(t, got == c.want && doc.Currency == "", name, got, "want", c.want, doc.Currency, "is printed")
	}
}

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
		assert.Equal(t, doc.Currency, c.want, c.rows)
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

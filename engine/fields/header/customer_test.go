package header_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// Names and numbers of others are not customer numbers.
func TestCustomerNumbers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"behind its label":     {[]string{"Date: 2 May 2031|Customer no.: 10472"}, "10472"},
		"letters":              {[]string{"Customer ID|MARLOWFB"}, "MARLOWFB"},
		"letters under it":     {[]string{"Invoice date|Customer ID", "2 May 2031|MARLOWFB"}, "MARLOWFB"},
		"letters behind it":    {[]string{"Customer code: MARLOWFB"}, "MARLOWFB"},
		"no currency":          {[]string{"Customer code: EUR"}, ""},
		"a customer":           {[]string{"Kunde|10472", "Datum|02.05.2031"}, "10472"},
		"in a line":            {[]string{"Client 10472", "Date : 02.05.2031"}, "10472"},
		"sold to":              {[]string{"Sold to: 10472", "Date : 02.05.2031"}, "10472"},
		"in two languages":     {[]string{"Compte / Account|MARLOW", "Date : 02.05.2031"}, "MARLOW"},
		"an account":           {[]string{"Account|MAR001", "Date : 02.05.2031"}, "MAR001"},
		"an account of a bank": {[]string{"Account|10472118", "Date : 02.05.2031"}, ""},
		"in a row of headings": {[]string{"Factura|Fecha|Cliente", "A-1713|02-05-2031|10472"}, "10472"},
		"a debtor":             {[]string{"Debiteur|Factuurdatum", "10472|02-05-2031"}, "10472"},
		"a name under it":      {[]string{"Fecha|Cliente", "02-05-2031|10 Quay Street"}, ""},
		"a name":               {[]string{"Kunde|MARLOW", "Datum|02.05.2031"}, ""},
		"an address":           {[]string{"Client|10 Quay Street", "Date : 02.05.2031"}, ""},
		"far from the data":    {[]string{"Date : 02.05.2031", "a", "b", "c", "d", "e", "f", "Kunde|10472"}, ""},
		"that of the document": {[]string{"Date : 02.05.2031", "Kunde|A-1713"}, ""},
		"in a row with the order and the terms": {
			[]string{"a", "b", "c", "d", "e", "Account|Your order no.|Terms", "MAR001|PO-881|30 days"}, "MAR001",
		},
		"in a row with the order":     {[]string{"a", "b", "c", "d", "e", "Account|Your order no.", "MAR001|PO-881"}, ""},
		"an account of debtors":       {[]string{"A/R account|MAR001", "a", "b"}, "MAR001"},
		"a guest's":                   {[]string{"Gast-Nr.|G10472"}, "G10472"},
		"before an address beside it": {[]string{"Kundennummer|7712|5036 Muhen"}, "7712"},
	} {
		l := sheettest.Linker(result.TypeInvoice, append([]string{"Invoice No.: A-1713"}, c.rows...)...)
		if got := header.Find(l).Text("customerId"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

package fields_test

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

func TestTotalByCashAndChange(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"no total":               {[]string{"Haddock 9.50", "TOTAL b emo", "CASH 20.00", "CHANGE 10.50"}, "9.50"},
		"printed with an item":   {[]string{"2 x 95.00 190.00", "Items: 1", "CASH 200.00", "CHANGE 10.00"}, "190.00"},
		"a legible total stands": {[]string{"Haddock 9.50", "TOTAL 9.50", "CASH 70.00", "CHANGE 10.50"}, "9.50"},
		"a misread currency":     {[]string{"Haddock FM9.50", "TOTAL FM9.50"}, "9.50"},
	} {
		s := sheettest.Till(300)
		s.Column(12, 20, 9, append([]string{"Marlow Fish Bar", "6 Quay Street"}, c.lines...)...)
		doc := sheettest.Scanned(sheettest.Bind(s), 0.9)
		set := extract(doc, result.TypeReceipt)
		if got := set.Text("total"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		sheettest.Cites(t, doc, set)
	}
}

// The name is corrected but not its raw text, and the rest of the legal form is not a currency.
func TestMisreadLegalForm(t *testing.T) {
	t.Parallel()
	s := sheettest.Till(200)
	s.Column(12, 20, 9, "KEDAI BUKU MAJU SON BHD", "12 JALAN BESAR", "TOTAL 19.50")
	doc := sheettest.Scanned(sheettest.Bind(s), 0.9)
	set := extract(doc, result.TypeReceipt)
	if v, ok := set.Scalars["currency"]; ok {
		t.Errorf("currency %q from %q", v.Value, v.Raw)
	}
	if v := set.Scalars["vendorName"]; v.Value != "KEDAI BUKU MAJU SDN BHD" || v.Raw != "KEDAI BUKU MAJU SON BHD" {
		t.Errorf("vendor %q from %q", v.Value, v.Raw)
	}
	sheettest.Cites(t, doc, set)
}

func TestInvoiceTermsPeriodAndAccount(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  map[string]string
	}{
		"terms without a label":  {[]string{"Payable within 21 days"}, map[string]string{"paymentTerms": "Payable within 21 days"}},
		"terms in a box":         {[]string{"TERMS Net 60"}, map[string]string{"paymentTerms": "Net 60"}},
		"complaints":             {[]string{"Complaints within 8 days of the invoice"}, map[string]string{"paymentTerms": ""}},
		"a period by its form":   {[]string{"Consumption 1/10/2031 – 31/10/2031"}, map[string]string{"servicePeriodStart": "2031-10-01", "servicePeriodEnd": "2031-10-31"}},
		"a period of two lines":  {[]string{"Service from: 2031-10-01", "Service to: 2031-10-31"}, map[string]string{"servicePeriodStart": "2031-10-01", "servicePeriodEnd": "2031-10-31"}},
		"nights of a stay":       {[]string{"Check in 1/10/2031 – 3/10/2031"}, map[string]string{"servicePeriodStart": ""}},
		"an account that fails":  {[]string{"Bank Account: US1234567890"}, map[string]string{"iban": "US1234567890"}},
		"a valid one goes first": {[]string{"Bank Account: US1234567890", "DE89 3704 0044 0532 0130 00"}, map[string]string{"iban": "DE89370400440532013000"}},
	} {
		s := sheettest.A4()
		s.Column(50, 40, 10, "INVOICE", "Invoice Number: A-1001", "Invoice Date: 2031-11-05")
		s.Column(50, 140, 10, c.lines...)
		doc := sheettest.Bind(s)
		set := extract(doc, result.TypeInvoice)
		for field, want := range c.want {
			if got := set.Text(field); got != want {
				t.Errorf("%s: %s = %q, want %q", name, field, got, want)
			}
		}
		sheettest.Cites(t, doc, set)
	}
}

// Without tax the net amount is the total, even if no total is printed.
func TestNetAmountWithoutTax(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Column(50, 40, 10, "INVOICE", "Invoice Number: A-1001", "Invoice Date: 2031-11-05")
	for i, row := range [][2]string{{"Total tax", "$0.00"}, {"Invoice total", "$4.11"}} {
		y := 560 + 16*float64(i)
		s.Put(350, y, 10, row[0])
		s.End(540, y, 10, row[1])
	}
	doc := sheettest.Bind(s)
	set := extract(doc, result.TypeInvoice)
	sheettest.Holds(t, set, map[string]string{"subtotal": "4.11", "taxTotal": "0.00", "total": "4.11"})
	sheettest.Cites(t, doc, set)
}

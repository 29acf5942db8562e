package header_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

func TestCustomerAndVendorReferences(t *testing.T) {
	t.Parallel()
	for label, yours := range map[string]bool{
		"V/ Ref.": true, "Vossa referência": true, "S/ Ref.": true, "Su referencia": true, "Vos réf.": true,
		"V/Réf.": true, "Vs. rif.": true, "Uw kenmerk": true, "Your Ref.": true, "Er ref.": true,
		"N/ Ref.": false, "Nossa referência": false, "Nuestra referencia": false, "N/Réf.": false, "Nos références": false,
		"Ns. rif.": false, "Ons kenmerk": false, "Our Ref.": false, "Vår Ref.": false, "Unsere Referenz": false,
	} {
		want := []string{"invoiceNumber=F-7031"}
		if yours {
			want = append(want, "purchaseOrderNumber=KT-9120")
		}
		l := sheettest.Linker(result.TypeInvoice, label+": KT-9120", "Invoice number: F-7031")
		sheettest.Expect(t, label, header.Find(l), want...)
	}
}

// A quoted invoice number, digits alone, or the reference of an account far below is a payment reference.
func TestUnqualifiedReferences(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"beside it":            {[]string{"Invoice number|F-7031", "Invoice date|14.05.2031", "Reference|HL-0442"}, "HL-0442"},
		"under it":             {[]string{"Factuurnummer|Referentie", "F-7031|HL-0442"}, "HL-0442"},
		"behind a colon":       {[]string{"Rechnungsnummer: F-7031", "Referenz: HL-0442"}, "HL-0442"},
		"beside an order":      {[]string{"Invoice number|F-7031", "Purchase order|BX-17", "Reference|HL-0442"}, "BX-17"},
		"of the invoice":       {[]string{"Invoice number|F-7031", "Reference|C220-F-7031"}, ""},
		"digits alone":         {[]string{"Invoice number|F-7031", "Reference|20440442"}, ""},
		"of a creditor":        {[]string{"Invoice number|F-7031", "Reference|RF18539007547034"}, ""},
		"a person":             {[]string{"Invoice number|F-7031", "Reference|Hanna"}, ""},
		"far from number":      {[]string{"Invoice number|F-7031", "Dear all", "we thank", "you for", "the kind", "order", "Reference|HL-0442"}, ""},
		"of a line of details": {[]string{"Invoice number|F-7031", "Reference for payments HL-0442"}, ""},
	} {
		l := sheettest.Linker(result.TypeInvoice, c.rows...)
		if got := header.Find(l).Text("purchaseOrderNumber"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

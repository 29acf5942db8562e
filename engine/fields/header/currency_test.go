package header_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

func TestItemCurrency(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Charges|Currency", "Ocean freight|USD 2,850.00", "Total GBP 2,246.93",
		"Paid by transfer in GBP")
	l.ItemRows[l.Layout.Pages[0].Rows[1]] = true
	if got := header.Find(l).Text("currency"); got != "GBP" {
		t.Errorf("%q", got)
	}
}

// The currency is that of the total, or else that of the country if none is printed.
func TestDocumentCurrency(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
		from document.Source
	}{
		"in the total's label": {[]string{"Ocean freight USD 2,850.00", "Surcharge USD 310.00", "Fees USD 45.00",
			"Total GBP 2,246.93"}, "GBP", document.SourceText},
		"beside the total": {[]string{"Ocean freight USD 2,850.00", "Surcharge USD 310.00", "Fees USD 45.00",
			"Amount due|GBP 2,246.93"}, "GBP", document.SourceText},
		"two totals": {[]string{"Freight USD 2,850.00", "Total USD 2,850.00", "Total GBP 2,246.93"}, "USD", document.SourceText},
		"unnamed, with the country's taxes": {[]string{"CGST 9%|1,963.85", "SGST 9%|1,963.85", "Total|25,748.00"}, "INR",
			document.SourceDerived},
		"in words": {[]string{"Total|25,748.00", "Indian Rupees Twenty Five Thousand Only"}, "INR", document.SourceText},
		"unnamed":  {[]string{"Tully Inc.", "Austin, TX 78701", "Total|12.50"}, "USD", document.SourceDerived},
	} {
		set := header.Find(sheettest.Linker(result.TypeInvoice, c.rows...))
		if v := set.Scalars["currency"]; v.Value != c.want || v.Source != c.from {
			t.Errorf("%s: %q from %q, want %q", name, v.Value, v.Source, c.want)
		}
	}
}

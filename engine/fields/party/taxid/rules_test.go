package taxid

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// Numbers whose check digits are right.
const taxID, otherTaxID = "DE136695976", "ATU13585627"

// printed is the value of the first segment with a text; nothing if there is none.
func printed(l *link.Linker, text string) value.Value {
	for _, s := range l.Layout.Segments {
		if s.Text() == text {
			return value.Cite(text, s, 0, len(s.Words)-1, 1)
		}
	}
	return value.Value{}
}

func TestTaxNumbers(t *testing.T) {
	t.Parallel()
	vendor := []string{"Brückner Pumpen GmbH", "Hafenstr. 4", "20457 Hamburg", "", ""}
	buyer := []string{"Rechnung an:", "Weber OHG", "Lindenallee 27", "80333 München"}
	page := func(tail ...string) []string { return append(append(append([]string{}, vendor...), buyer...), tail...) }
	for name, c := range map[string]struct {
		kind       result.DocumentType
		rows, want []string
	}{
		"the vendor's": {
			result.TypeInvoice, []string{"Brückner Pumpen GmbH", "USt-IdNr.: " + taxID}, []string{"vendorTaxId=" + taxID},
		},
		"a national number under a label": {
			result.TypeInvoice, []string{"Brückner Pumpen GmbH", "Steuernummer: 22/456/78901"},
			[]string{"vendorTaxId=22/456/78901"},
		},
		"a valid number without a label": {
			result.TypeInvoice, []string{"Brückner Pumpen GmbH", taxID}, []string{"vendorTaxId=" + taxID},
		},
		"a wrong number without a label": {result.TypeInvoice, []string{"Brückner Pumpen GmbH", "DE136695977"}, nil},
		"the customer's by its label": {
			result.TypeInvoice, []string{"USt-IdNr.: " + taxID, "Customer VAT No.: " + otherTaxID},
			[]string{"vendorTaxId=" + taxID, "customerTaxId=" + otherTaxID},
		},
		"the customer's by its block": {
			result.TypeInvoice, page("VAT No.: " + otherTaxID), []string{"customerTaxId=" + otherTaxID},
		},
		"far under the customer's block": {
			result.TypeInvoice,
			page("", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "VAT No.: "+taxID),
			[]string{"vendorTaxId=" + taxID},
		},
		"one number of both is the vendor's": {
			result.TypeInvoice, []string{"USt-IdNr.: " + taxID, "Customer VAT No.: " + taxID}, []string{"vendorTaxId=" + taxID},
		},
		"a shop's": {result.TypeReceipt, []string{"Corner Deli", "VAT No.: " + taxID}, []string{"vendorTaxId=" + taxID}},
		"broken between two lines": {
			result.TypeInvoice, []string{"Marlow Ltd, 7 Quay Street, GST/HST No. 12345 6782", "RT0001"},
			[]string{"vendorTaxId=123456782RT0001"},
		},
		"the customer's, broken between two lines": {
			result.TypeInvoice, []string{"Marlow Ltd, 7 Quay Street, Customer VAT No. 12345 6782", "RT0001"}, nil,
		},
		"in a delivery's block": {
			result.TypeInvoice, []string{"Deliver to:", "Tully Depot", "9 Canal Road", "Hull HU1 2AB", "VAT No.: 123456789"},
			nil,
		},
		"the buyer's letterhead of an order": {
			result.TypePurchaseOrder, []string{"Brückner Pumpen GmbH", "VAT No.: " + taxID}, []string{"customerTaxId=" + taxID},
		},
		"the supplier's on an order": {
			result.TypePurchaseOrder,
			[]string{"Supplier:", "Weber OHG", "Lindenallee 27", "80333 München", "VAT No.: " + otherTaxID},
			[]string{"vendorTaxId=" + otherTaxID},
		},
	} {
		l := sheettest.Linker(c.kind, c.rows...)
		sheettest.Expect(t, name, Find(Input{Linker: l}), c.want...)
	}
}

// What stands under the customer's name is the customer's, without a heading, too; what
// stands beside it or far below is not.
func TestNumbersUnderTheCustomersName(t *testing.T) {
	t.Parallel()
	const number = "USt-IdNr.: " + taxID
	for name, c := range map[string]struct{ rows, want []string }{
		"right under it":      {[]string{"Weber OHG", number}, []string{"customerTaxId=" + taxID}},
		"under its address":   {[]string{"Weber OHG", "Lindenallee 27", "80333 München", number}, []string{"customerTaxId=" + taxID}},
		"in the other column": {[]string{"Weber OHG|Rechnung", "Lindenallee 27|" + number}, []string{"vendorTaxId=" + taxID}},
		"over it":             {[]string{number, "Weber OHG"}, []string{"vendorTaxId=" + taxID}},
		"far below":           {[]string{"Weber OHG", "", "", "", "", "", "", "", "", "", number}, []string{"vendorTaxId=" + taxID}},
		"one each": {
			[]string{"Weber OHG", "USt-IdNr.: " + otherTaxID, "", "", "", "", "", "", "", "", "", number},
			[]string{"customerTaxId=" + otherTaxID, "vendorTaxId=" + taxID},
		},
	} {
		l := sheettest.Linker(result.TypeInvoice, c.rows...)
		sheettest.Expect(t, name, Find(Input{Linker: l, Customer: printed(l, "Weber OHG")}), c.want...)
		if len(c.rows) == 2 && c.rows[0] == "Weber OHG" {
			sheettest.Expect(t, name+", of nobody", Find(Input{Linker: l}), "vendorTaxId="+taxID)
		}
	}
}

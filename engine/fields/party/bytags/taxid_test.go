package bytags_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/bytags"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// Numbers whose check digits are right.
const taxID, otherTaxID = "DE136695976", "ATU13585627"

func TestTaxIDs(t *testing.T) {
	t.Parallel()
	const vendor, customer = tag.VendorTaxID, tag.CustomerTaxID
	at := func(y float64, text string, class tag.Class, odds float64) line {
		return sheettest.One(50, y, text, class, odds)
	}
	for name, c := range map[string]struct {
		lines []line
		want  []string
	}{
		"one each": {
			[]line{at(100, taxID, vendor, sure), at(200, otherTaxID, customer, sure)},
			[]string{"vendorTaxId=" + taxID, "customerTaxId=" + otherTaxID},
		},
		"the same number twice": {
			[]line{at(100, taxID, vendor, sure), sheettest.One(300, 200, "again "+taxID, customer, 0.5)}, []string{"vendorTaxId=" + taxID},
		},
		"no known form":     {[]line{at(100, "22/456/78901", vendor, sure)}, []string{"vendorTaxId=22/456/78901"}},
		"too few digits":    {[]line{at(100, "22/45", vendor, sure)}, nil},
		"too long":          {[]line{at(100, "No 22 456 78901 22 456 78901 77", vendor, sure)}, nil},
		"an unlikely one":   {[]line{at(100, "4000001123", vendor, 0.02)}, nil},
		"a mail address":    {[]line{at(100, "a123456@marlow.test", vendor, sure)}, nil},
		"Swiss mark below":  {[]line{at(100, "CHE-123.456.788", vendor, sure), at(113, "MWST", tag.Other, sure)}, []string{"vendorTaxId=CHE123456788MWST"}},
		"Swiss, town below": {[]line{at(100, "CHE-123.456.788", vendor, sure), at(113, "Bern", tag.Other, sure)}, []string{"vendorTaxId=CHE123456788"}},
		"below the customer": {
			[]line{at(100, "Marlow Ltd", tag.VendorName, sure), sheettest.One(300, 100, "Weber OHG", tag.CustomerName, sure), sheettest.One(300, 126, taxID, vendor, sure)},
			[]string{"customerTaxId=" + taxID},
		},
		"far below the customer": {
			[]line{at(100, "Marlow Ltd", tag.VendorName, sure), sheettest.One(300, 100, "Weber OHG", tag.CustomerName, sure), sheettest.One(300, 400, taxID, vendor, sure)},
			[]string{"vendorTaxId=" + taxID},
		},
	} {
		l := link.New(page(t, c.lines), result.TypeInvoice, link.Scorer{})
		p := bytags.Find(l.Document, false)
		sheettest.Expect(t, name, bytags.TaxIDs(l, p.Vendor.Name, p.Customer.Name), c.want...)
	}
	l := link.New(page(t, []line{at(100, taxID, vendor, sure)}), result.TypeInvoice, link.Scorer{})
	sheettest.Expect(t, "without names", bytags.TaxIDs(l, value.Value{}, value.Value{}), "vendorTaxId="+taxID)
}

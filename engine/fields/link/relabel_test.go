package link_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/libs/assert"
)

// The bare word for a number means the party's number only directly below the party's heading.
func TestNumbersUnderPartyHeadings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		texts []put
		want  string
	}{
		"of the buyer":           {[]put{{50, 100, "Buyer"}, {50, 114, "Number: 88213"}}, ""},
		"of the seller":          {[]put{{50, 100, "Seller"}, {50, 114, "No.: 88213"}}, ""},
		"set in":                 {[]put{{50, 100, "Buyer"}, {80, 114, "Number: 88213"}}, ""},
		"set in by far":          {[]put{{50, 100, "Buyer"}, {150, 114, "Number: 88213"}}, "88213"},
		"far below":              {[]put{{50, 100, "Buyer"}, {50, 150, "Number: 88213"}}, "88213"},
		"in another column":      {[]put{{50, 100, "Buyer"}, {300, 114, "Number: 88213"}}, "88213"},
		"left of the heading":    {[]put{{100, 100, "Buyer"}, {50, 114, "Number: 88213"}}, "88213"},
		"second under it":        {[]put{{50, 100, "Buyer"}, {50, 114, "Rose Field"}, {50, 128, "Number: 88213"}}, "88213"},
		"of the invoice":         {[]put{{50, 100, "Buyer"}, {50, 114, "Invoice number: 88213"}}, "88213"},
		"under a name":           {[]put{{50, 100, "Rose Field"}, {50, 114, "Number: 88213"}}, "88213"},
		"under another heading":  {[]put{{50, 100, "Ship to"}, {50, 114, "Number: 88213"}}, "88213"},
		"under a heading's name": {[]put{{50, 100, "Buyer Rose Field"}, {50, 114, "Number: 88213"}}, "88213"},
		"behind other words":     {[]put{{50, 100, "Buyer"}, {50, 114, "Rose Field Number 88213"}}, "88213"},
		"in the first line":      {[]put{{50, 100, "Number: 88213"}}, "88213"},
	} {
		l := drawn(result.TypeInvoice, c.texts...)
		assert.Equal(t, best(l, l.Link(l.IdentifierValues, lexicon.InvoiceNumber), lexicon.InvoiceNumber), c.want, name)
		other := best(l, l.Link(l.IdentifierValues, lexicon.OtherNumber), lexicon.OtherNumber)
		if c.want == "" && other != "88213" || c.want != "" && other != "" {
			t.Errorf("%s: another number is %q", name, other)
		}
	}
}

// The document's number next to the parties and the labels of the original document are unchanged.
func TestRelabelingCopy(t *testing.T) {
	t.Parallel()
	l := drawn(result.TypeInvoice, put{50, 60, "Invoice No. A-1713"}, put{50, 100, "Buyer"}, put{50, 114, "Number: 88213"})
	assert.Equal(t, best(l, l.Link(l.IdentifierValues, lexicon.InvoiceNumber), lexicon.InvoiceNumber), "A-1713", "number")
	doc := annotate.New(sheettest.Rows("Total 6% supplies: 8.40", "Total|99.00"))
	link.New(doc, result.TypeInvoice, link.Scorer{})
	kept := slices.Concat(doc.Labels, doc.LabelsIn[doc.Layout.Segments[0]])
	for _, h := range kept {
		_, taken := h.As(lexicon.OtherAmount)
		assert.False(t, taken, h)
	}
}

// A total of one tax rate is that of the document only if it is the only total.
func TestRateTotals(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]bool{
		"Total 6% supplies: 8.40":  true,
		"Total 6% VAT 8.40":        false, // no colon ends the words
		"Total: 6% discount: 8.40": false, // the label has one itself
		"Total 6%: 8.40":           false,
		"Total supplies: 8.40":     false,
		"Total % supplies: 8.40":   false,
		"Total 6 supplies: 8.40":   false, // a quantity
	} {
		taken := slices.ContainsFunc(sheettest.Linker(result.TypeInvoice, row, "Total|99.00").Labels, func(h *annotate.Label) bool {
			_, other := h.As(lexicon.OtherAmount)
			return other
		})
		assert.Equal(t, taken, want, row, "is of a rate")
	}
	got, _ := total(sheettest.Linker(result.TypeInvoice, "Total 6% supplies: 8.40"))
	assert.Equal(t, got, "8.40", "the only one")
	got, _ = total(sheettest.Linker(result.TypeInvoice, "Total 6% supplies: 8.40", "Total 0% supplies: 3.10"))
	assert.Equal(t, got, "", "of two rates")
	got, _ = total(sheettest.Linker(result.TypeInvoice, "Total 6% supplies: 8.40", "Total|99.00"))
	assert.Equal(t, got, "99.00", "beside the document's own")
}

// A tax among the words of a subtotal is not a tax; after an amount it is one.
func TestTaxesInSubtotalLabels(t *testing.T) {
	t.Parallel()
	for row, want := range map[string][2]string{
		"Subtotal, to which VAT is added: 120.00": {"", "120.00"}, "VAT: 24.00": {"24.00", ""},
		"Subtotal 120.00 VAT 24.00": {"24.00", "120.00"},
	} {
		l := sheettest.Linker(result.TypeInvoice, row)
		m := l.Link(l.AmountValues, lexicon.Tax, lexicon.Subtotal)
		assert.Equal(t, [2]string{best(l, m, lexicon.Tax), best(l, m, lexicon.Subtotal)}, want, row)
	}
}

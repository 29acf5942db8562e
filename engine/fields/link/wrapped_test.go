package link_test

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/lexicon"
)

func TestWrappedLabels(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want map[lexicon.Role]string
	}{
		"in headings": {
			[]string{"Invoice|Customer|Purchase", "Number|Number|Order No.", "A-1713|10472|PO-88"},
			map[lexicon.Role]string{lexicon.InvoiceNumber: "A-1713", lexicon.CustomerID: "10472", lexicon.OrderNumber: "PO-88"},
		},
		"beside values": {
			[]string{"Invoice number|A-1713", "Customer|10472", "Order number|88120"},
			map[lexicon.Role]string{lexicon.InvoiceNumber: "A-1713", lexicon.CustomerID: "10472", lexicon.OrderNumber: "88120"},
		},
		"with a day": {
			[]string{"Invoice No. / Date: A-1713 / 02.05.2031"}, map[lexicon.Role]string{lexicon.InvoiceNumber: "A-1713"},
		},
		"with a day, right": {
			[]string{"Rechnungs-Nr./Datum|A-1713 / 02.05.2031"}, map[lexicon.Role]string{lexicon.InvoiceNumber: "A-1713"},
		},
	} {
		l := sheettest.Linker(result.TypeInvoice, c.rows...)
		m := l.Link(l.IdentifierValues, lexicon.InvoiceNumber, lexicon.CustomerID, lexicon.OrderNumber)
		for role, want := range c.want {
			if got, _ := m.Best(role); got.Value.Text != want {
				t.Errorf("%s: %s is %q, want %q", name, role, got.Value.Text, want)
			}
		}
	}
}

package labelposition_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals/labelposition"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/libs/assert"
)

// At least two sums must have their labels after them, and a label before an amount claims it first.
func TestLabelsAfterAmounts(t *testing.T) {
	t.Parallel()
	roles := []lexicon.Role{lexicon.Subtotal, lexicon.Tax, lexicon.Total, lexicon.AmountDue}
	for name, c := range map[string]struct {
		rows []string
		want map[lexicon.Role]string
	}{
		"a column of sums": {
			[]string{"How to pay|200.00|Net amount", "Bank transfer|40.00|VAT 20%", "240.00|Invoice total", "£240.00 Amount due"},
			map[lexicon.Role]string{lexicon.Subtotal: "200", lexicon.Tax: "40", lexicon.Total: "240", lexicon.AmountDue: "240"},
		},
		"labels under their amounts": {
			[]string{"200.00|40.00|£240.00", "net amount|VAT 20%|to pay"},
			map[lexicon.Role]string{lexicon.Subtotal: "200", lexicon.Tax: "40", lexicon.AmountDue: "240"},
		},
		"labels between amounts": {
			[]string{"7.00|8.00|9.00", "Net amount|VAT 20%|To pay", "200.00|40.00|240.00"},
			map[lexicon.Role]string{lexicon.Subtotal: "200", lexicon.Tax: "40", lexicon.AmountDue: "240"},
		},
		"one alone":       {[]string{"Oak shelf|240.00|Total", "Pine shelf|20.00"}, map[lexicon.Role]string{lexicon.Total: ""}},
		"labels in front": {[]string{"Subtotal|200.00|VAT", "40.00|Total"}, map[lexicon.Role]string{lexicon.Total: ""}},
	} {
		l := sheettest.Linker(result.TypeInvoice, c.rows...)
		m := l.Link(l.AmountValues, roles...)
		labelposition.Read(l, m, roles)
		for role, want := range c.want {
			got := ""
			if top, ok := m.Best(role); ok && top.LogOdds > 0 {
				got = l.Amount(top.Value).Value(l.Style).String()
			}
			assert.Equal(t, got, want, name, role)
		}
	}
}

func TestTwoLineHeadings(t *testing.T) {
	t.Parallel()
	roles := []lexicon.Role{lexicon.Subtotal, lexicon.TaxTotal, lexicon.Total}
	headings := []string{"Total|VAT|Total", "excl. VAT|amount|incl. VAT"}
	for want, rows := range map[int][]string{1: {"420.00|84.00|504.00"}, 0: {"420.00|84.00|504.00", "10.00|2.00|12.00"}} {
		l := sheettest.Linker(result.TypeInvoice, append(headings, rows...)...)
		m := &link.Set{Links: map[lexicon.Role][]link.Link{}}
		labelposition.Read(l, m, roles)
		for _, role := range roles {
			assert.Equal(t, len(m.Links[role]), want, len(rows), "rows", "links of", role)
		}
	}
}

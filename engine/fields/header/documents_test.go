package header_test

import (
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

func TestPeriodBoundaries(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, want []string }{
		"a stay": {[]string{"Arrival 01.05.2031 - 04.05.2031"}, nil},
		"a due date in the line": {
			[]string{"Due date 01.05.2031 - 04.05.2031"}, nil,
		},
		"three dates":         {[]string{"01.05.2031 - 04.05.2031 - 05.05.2031"}, nil},
		"a word that is none": {[]string{"01.05.2031 and 04.05.2031"}, nil},
		"far apart":           {[]string{"01.05.2031|04.05.2031"}, nil},
		"behind a label": {[]string{"Period: 01.05.2031 to 04.05.2031"}, []string{"servicePeriodStart=2031-05-01",
			"servicePeriodEnd=2031-05-04"}},
		"in a column under it": {[]string{"Billing period", "01.05.2031 - 04.05.2031"},
			[]string{"servicePeriodStart=2031-05-01", "servicePeriodEnd=2031-05-04"}},
	} {
		set := find(result.TypeInvoice, append([]string{"Invoice date: 02.06.2031"}, c.rows...)...)
		delete(set.Scalars, "issueDate")
		delete(set.Scalars, "dueDate")
		sheettest.Expect(t, name, set, c.want...)
	}
}

func TestItemRowsIgnored(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Invoice date: 02.06.2031", "Rent 01.05.2031 - 31.05.2031",
		"Payable within 21 days")
	for _, row := range l.Layout.Pages[0].Rows[1:] {
		l.ItemRows[row] = true
	}
	sheettest.Expect(t, "items", header.Find(l), "issueDate=2031-06-02")
}

// Property: every value is printed at its position, and the result is deterministic.
func TestRandomHeaders(t *testing.T) {
	t.Parallel()
	scraps := strings.Split("Invoice No.:,A-1713,Date,03.05.2031,3 May 2031,-,bis,"+
		"Due date:,Payment terms:,Net 30,"+
		"Currency,EUR,$ 5.00,|,PO number,4500017,Period,Customer No.,Rechnung Nr.,vom,12,Payable within 21 days,Delivery date:", ",")
	kinds := []result.DocumentType{result.TypeInvoice, result.TypePurchaseOrder, result.TypeReceipt, result.TypeGeneric}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		rows := make([]string, r.IntN(8))
		for i := range rows {
			for range 1 + r.IntN(5) {
				rows[i] += " " + scraps[r.IntN(len(scraps))]
			}
		}
		doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(rows...)}}
		kind := kinds[r.IntN(len(kinds))]
		set := header.Find(sheettest.Read(doc, kind))
		sheettest.Cites(t, doc, set)
		again := header.Find(sheettest.Read(doc, kind))
		if !maps.Equal(set.Scalars, again.Scalars) {
			t.Errorf("%q: %v, then %v", rows, set.Scalars, again.Scalars)
		}
		if a, b := set.Text("servicePeriodStart"), set.Text("servicePeriodEnd"); a > b || (a == "") != (b == "") {
			t.Errorf("%q: a period from %q to %q", rows, a, b)
		}
	}
}

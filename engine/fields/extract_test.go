package fields_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

func TestScalars(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind result.DocumentType
		rows []string
		want map[string]string // "" for a field that must be absent
	}{
		"qualified sums": {
			result.TypeInvoice,
			[]string{"Total excl. VAT|100.00", "VAT 19%|19.00", "Total (incl. VAT)|119.00"},
			map[string]string{"subtotal": "100.00", "taxTotal": "19.00", "total": "119.00"},
		},
		"arithmetic decides between totals": {
			result.TypeInvoice,
			[]string{"Subtotal|100.00", "Tax|10.00", "Total|110.00", "Previous unpaid balance|500.00", "Amount due|610.00"},
			map[string]string{"subtotal": "100.00", "taxTotal": "10.00", "total": "110.00", "amountDue": "610.00"},
		},
		"discount between subtotal and total": {
			result.TypeInvoice,
			[]string{"Subtotal|100.00", "Discount|10.00", "Tax|9.00", "Total|99.00"},
			map[string]string{"subtotal": "100.00", "discountTotal": "10.00", "taxTotal": "9.00", "total": "99.00"},
		},
		"taxes of two rates are added up": {
			result.TypeInvoice,
			[]string{"Netto|30,00 €", "7% MwSt. auf 10,00|0,70 €", "19% MwSt. auf 20,00|3,80 €", "Brutto|34,50 €"},
			map[string]string{"subtotal": "30.00", "taxTotal": "4.50", "total": "34.50", "currency": "EUR"},
		},
		"nothing is invented": {
			result.TypeInvoice,
			[]string{"Dear Sir,", "thank you for the invoice that we spoke of."},
			map[string]string{"total": "", "invoiceNumber": "", "issueDate": "", "iban": "", "taxTotal": "", "currency": ""},
		},
		"due date is not the issue date": {
			result.TypeInvoice,
			[]string{"Invoice Date: 03/20/2024", "Due Date: 04/05/2024", "Order placed: 03/01/2024"},
			map[string]string{"issueDate": "2024-03-20", "dueDate": "2024-04-05"},
		},
		"cash and change confirm the total": {
			result.TypeReceipt,
			[]string{"Total qty|3", "Total|8.50", "Total savings|1.20", "Cash|10.00", "Change|1.50"},
			map[string]string{"total": "8.50"},
		},
		"a wrong IBAN is told": {
			result.TypeInvoice, []string{"IBAN: DE89 3704 0044 0532 0130 01"}, map[string]string{"iban": "DE89370400440532013001"},
		},
	} {
		set := read(annotate.New(sheettest.Rows(c.rows...)), c.kind)
		for field, want := range c.want {
			if got := set.Text(field); got != want {
				t.Errorf("%s: %s = %q, want %q", name, field, got, want)
			}
		}
	}
}

func TestValueWordCitations(t *testing.T) {
	t.Parallel()
	set := read(annotate.New(sheettest.Rows("Invoice No.|A-17", "Total|1.234,50 €")), result.TypeInvoice)
	v := set.Scalars["total"]
	if v.Value != "1234.50" || v.Raw != "1.234,50 €" || v.Page != 1 || v.Source != document.SourceText || v.Box.X0 < 0.5 {
		t.Errorf("%+v", v)
	}
}

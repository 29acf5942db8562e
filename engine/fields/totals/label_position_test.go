package totals_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/totals"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

func TestSumsBeforeLabels(t *testing.T) {
	t.Parallel()
	expectAll(t, map[string]sheet{
		"with a payment": {
			[]string{"How to pay|795.13|Excluding GST", "Internet banking|119.27|GST 15%", "914.40|Invoice total",
				"-300.00|Paid, thank you", "Return unused medicines|$614.40 To pay"},
			[]string{"subtotal=795.13", "taxTotal=119.27", "total=914.40", "amountPaid=300.00", "amountDue=614.40"},
		},
	})
}

func TestSumsAboveLabels(t *testing.T) {
	t.Parallel()
	expectAll(t, map[string]sheet{
		"side by side": {
			[]string{"420.00|84.00|504.00", "Goods value|VAT|Total due"},
			[]string{"subtotal=420.00", "taxTotal=84.00", "total=504.00"},
		},
	})
}

func TestLabelAndAmountColumns(t *testing.T) {
	t.Parallel()
	texts := []string{"420.00", "Net", "84.00", "VAT 20%", "504.00", "Total"}
	for name, c := range map[string]struct {
		texts []string
		gaps  [2]float64 // after an even and an odd text
	}{
		"under": {texts, [2]float64{10, 20}},
		"over":  {[]string{"Net", "420.00", "VAT 20%", "84.00", "Total", "504.00"}, [2]float64{10, 20}},
	} {
		s, y := sheettest.A4(), 400.0
		for i, text := range c.texts {
			s.End(540, y, 9, text)
			y += c.gaps[i%2]
		}
		got := totals.Find(sheettest.Read(sheettest.Bind(s), result.TypeInvoice), false)
		delete(got.Lists, "taxes")
		sheettest.Expect(t, name, got, "subtotal=420.00", "taxTotal=84.00", "total=504.00")
	}
}

func TestTwoLineLabels(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	for x, words := range map[float64][2]string{50: {"Total", "excl. VAT"}, 200: {"VAT", "amount"}, 400: {"Total", "incl. VAT"}} {
		s.Column(x, 400, 9, words[:]...)
	}
	for x, amount := range map[float64]string{140: "420.00", 290: "84.00", 490: "504.00"} {
		s.End(x, 426, 9, amount)
	}
	got := totals.Find(sheettest.Read(sheettest.Bind(s), result.TypeInvoice), false)
	sheettest.Expect(t, "in boxes", got, "subtotal=420.00", "taxTotal=84.00", "total=504.00")
}

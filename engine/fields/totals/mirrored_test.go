package totals_test

import "testing"

// Labels may stand behind the amounts; what is in front of them are notes.
func TestSumsInFrontOfTheirLabels(t *testing.T) {
	t.Parallel()
	expectAll(t, map[string]sheet{
		"with a payment": {
			[]string{"How to pay|795.13|Excluding GST", "Internet banking|119.27|GST 15%", "914.40|Invoice total",
				"-300.00|Paid, thank you", "Return unused medicines|$614.40 To pay"},
			[]string{"subtotal=795.13", "taxTotal=119.27", "total=914.40", "amountPaid=300.00", "amountDue=614.40"},
		},
	})
}

// Labels may stand under their amounts, in small print.
func TestSumsOverTheirLabels(t *testing.T) {
	t.Parallel()
	expectAll(t, map[string]sheet{
		"side by side": {
			[]string{"420.00|84.00|504.00", "Goods value|VAT|Total due"},
			[]string{"subtotal=420.00", "taxTotal=84.00", "total=504.00"},
		},
	})
}

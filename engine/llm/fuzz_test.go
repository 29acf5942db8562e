package llm_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/engine/validate"
)

// FuzzMerge checks that values consist of words on the page, that no additional check fails, and that values that
// pass stay.
func FuzzMerge(f *testing.F) {
	for _, seed := range []string{
		`{"total":"144.00","vendorName":"Harrow Haulage Ltd"}`, `{"total":["144.00"],"lineItems":"x","issueDate":{"a":[]}}`,
		`{"lineItems":[{"description":"oak beams","amount":"20.00"},{"description":"oak beams","amount":20}],` +
			`"taxTotal":1e999}`,
		`{"paymentTerms":"` + strings.Repeat("oak ", 90) + `","dueDate":"18 March 2031 18 March 2031"}`,
		`{"iban":"GB82 WEST 1234 5698 7654 32"}`,
	} {
		f.Add([]byte(seed))
	}
	lay := layout.Analyze(letter())
	text := recognize.Compact(letter().Text())
	f.Fuzz(func(t *testing.T, data []byte) {
		answers, err := llm.ParseAnswers(data)
		if err != nil {
			return
		}
		for _, kind := range []result.DocumentType{result.TypeInvoice, result.TypeReceipt, result.TypePurchaseOrder,
			result.TypeBankStatement} {
			set := with(map[string]string{"subtotal": "120.00", "vendorName": "Harrow Haulage Ltd"})
			llm.Merge(set, lay, kind, answers)
			for name, v := range set.Scalars {
				onPage(t, name, v, text)
			}
			for _, row := range set.Lists["lineItems"] {
				for name, v := range row {
					onPage(t, name, v, text)
				}
			}
			for _, o := range validate.Run(set) {
				if !o.Passed {
					t.Errorf("check %s fails: %s", o.Name, o.Detail)
				}
			}
			if set.Text("subtotal") != "120.00" || set.Text("vendorName") != "Harrow Haulage Ltd" {
				t.Errorf("values were replaced: %+v", set.Scalars)
			}
		}
	})
}

func onPage(t *testing.T, name string, v value.Value, text string) {
	t.Helper()
	if v.Source != document.SourceModel {
		return
	}
	if v.Value == "" || v.Page != 1 || v.Box.Empty() || !strings.Contains(text, recognize.Compact(v.Raw)) {
		t.Errorf("%s: %+v is not on the page", name, v)
	}
}

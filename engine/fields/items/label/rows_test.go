package label_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/assert"
)

func TestRowLabels(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ sum, total, goods, paid bool }{
		"Subtotal 12.00":                   {sum: true, total: true},
		"Goods in total 12.00":             {total: true, goods: true},
		"VAT 2.40":                         {sum: true},
		"Oak board 12.00":                  {goods: true},
		"Gift card 12.00":                  {goods: true},
		"To DE75 5121 0800 1245 1261 99":   {goods: true, paid: true},
		"Shipping and handling cost 12.00": {},
	} {
		s := sheettest.A4()
		s.Put(50, 200, 9, text)
		doc := sheettest.Read(sheettest.Bind(s), result.TypeInvoice).Document
		row := doc.Layout.Pages[0].Rows[0]
		assert.Equal(t, label.OpensSum(doc, row), want.sum, text, "opens a sum")
		assert.Equal(t, label.Total(doc, row), want.total, text, "a total")
		assert.Equal(t, label.Goods(doc, row), want.goods, text, "goods")
		assert.Equal(t, label.Paid(doc, row), want.paid, text, "paid")
	}
}

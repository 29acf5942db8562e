package party_test

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

func TestCountryAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range sheettest.Cases(t, "testdata/countries.txt") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			vendor, buyer := c.Rows[:3], append([]string{c.Options["heading"]}, c.Rows[3:]...)
			title, number := block{50, 300, 14, []string{c.Options["title"]}}, block{50, 330, 9, []string{"A-1713"}}
			over := draw(block{50, 40, 12, vendor}, block{50, 130, 9, buyer}, title, number)
			sheettest.Expect(t, "over", find(t, result.TypeInvoice, over), c.Want...)
			beside := draw(block{50, 80, 9, buyer}, block{350, 40, 11, vendor}, title, number)
			sheettest.Expect(t, "beside", find(t, result.TypeInvoice, beside), c.Want...)
			note := draw(block{50, 40, 12, vendor}, block{50, 130, 9, buyer}, block{50, 300, 14, []string{"Credit note"}})
			sheettest.Expect(t, "credit note", find(t, result.TypeCreditNote, note), c.Want...)
		})
	}
}

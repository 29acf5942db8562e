package link_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// boxed returns the linker of a row of labels and a row below whose amounts end at the right edges of their boxes.
func boxed(labels, amounts map[float64]string) *link.Linker {
	s := sheettest.A4()
	for x, label := range labels {
		s.Put(x, 600, 8, label)
	}
	for right, amount := range amounts {
		s.End(right, 614, 8, amount)
	}
	s.End(540, 640, 8, "777.77")
	return sheettest.LinkerOf(result.TypeInvoice, sheettest.Read(sheettest.Bind(s), result.TypeInvoice).Layout)
}

func TestAmountsInBoxes(t *testing.T) {
	t.Parallel()
	l := boxed(map[float64]string{50: "Subtotal", 190: "Discount %", 310: "Shipping", 430: "Total"},
		map[float64]string{175: "480.00", 295: "2.00", 415: "12.50", 540: "492.50"})
	m := l.Link(l.AmountValues, lexicon.Subtotal, lexicon.Discount, lexicon.Shipping, lexicon.Total)
	for role, want := range map[lexicon.Role]string{
		lexicon.Subtotal: "480.00", lexicon.Shipping: "12.50", lexicon.Total: "492.50", lexicon.Discount: "",
	} {
		if got := best(l, m, role); got != want {
			t.Errorf("%s: %q, want %q", role, got, want)
		}
	}
}

// An empty box has no amount, and one with two amounts is ambiguous.
func TestEmptyBoxes(t *testing.T) {
	t.Parallel()
	l := boxed(map[float64]string{50: "Subtotal", 190: "Shipping", 430: "Total"},
		map[float64]string{130: "480.00", 182: "12.50", 540: "492.50"})
	m := l.Link(l.AmountValues, lexicon.Subtotal, lexicon.Shipping, lexicon.Total)
	for role, want := range map[lexicon.Role]string{lexicon.Subtotal: "", lexicon.Shipping: "", lexicon.Total: "492.50"} {
		if got := best(l, m, role); got != want {
			t.Errorf("%s: %q, want %q", role, got, want)
		}
	}
}

// The number of words of a rate in the heading does not matter.
func TestBoxedTaxesBelowRate(t *testing.T) {
	t.Parallel()
	for _, heading := range []string{"Moms 25 %", "Moms 25%", "VAT 0 %", "VAT 20,0 %"} {
		l := boxed(map[float64]string{50: "Subtotal", 190: heading, 430: "Total"},
			map[float64]string{175: "480.00", 295: "120.00", 540: "600.00"})
		m := l.Link(l.AmountValues, lexicon.Subtotal, lexicon.Tax, lexicon.Total)
		if got := best(l, m, lexicon.Tax); got != "120.00" {
			t.Errorf("%s: %q", heading, got)
		}
	}
}

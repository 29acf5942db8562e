package announced

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// Of two blocks side by side without headings, the sender's is the one with a mail address
// that is made of its own name, whatever the network says.
func TestMailUnderItsOwnName(t *testing.T) {
	t.Parallel()
	block := func(x, y float64, name, address, taxID tag.Class, texts ...string) []sheettest.Line {
		out := []sheettest.Line{sheettest.One(x, y, texts[0], name, 0.9), sheettest.One(x, y+13, texts[1], address, 0.9),
			sheettest.One(x, y+26, texts[2], taxID, 0.9)}
		return append(out, sheettest.Down(x, y+39, tag.Other, 0.99, texts[3:]...)...)
	}
	hollis := []string{"Hollis Joinery S.L.", "Calle Mayor 12", "B11223344"}
	marlow := []string{"Bombas del Valle S.L.", "Calle Real 4", "B55667788"}
	told := func(kind result.DocumentType, more []string, y float64, rest ...sheettest.Line) string {
		lines := block(50, 100, tag.VendorName, tag.VendorAddress, tag.VendorTaxID, hollis...)
		lines = append(lines, block(350, y, tag.CustomerName, tag.CustomerAddress, tag.CustomerTaxID,
			append(marlow[:len(marlow):len(marlow)], more...)...)...)
		doc := sheettest.Tagged(t, append(lines, rest...)...)
		tags := Correct(Input{Document: doc, Kind: kind})
		for i := range tags.Units {
			u := &tags.Units[i]
			if own := u.Segment.Box.X0 > 300; u.Best() == tag.VendorName && own {
				return "right"
			}
		}
		return "left"
	}
	mail := []string{"pedidos@bombas-valle.test"}
	for what, c := range map[string]struct {
		kind result.DocumentType
		more []string
		y    float64
		rest []sheettest.Line
		want string
	}{
		"under the second name":     {result.TypeInvoice, mail, 100, nil, "right"},
		"on an order":               {result.TypePurchaseOrder, mail, 100, nil, "left"},
		"of nobody's name":          {result.TypeInvoice, []string{"hello@mail.test"}, 100, nil, "left"},
		"beside one of another":     {result.TypeInvoice, append(mail, "ada@tully.test"), 100, nil, "left"},
		"in a block under the rest": {result.TypeInvoice, mail, 200, nil, "left"},
		"the other name in the foot": {result.TypeInvoice, mail, 100,
			[]sheettest.Line{sheettest.One(50, 700, "Hollis Joinery S.L. since 1950", tag.Other, 0.99)}, "left"},
		"under a heading": {result.TypeInvoice, mail, 100,
			[]sheettest.Line{sheettest.One(350, 87, "Cliente", tag.Other, 0.99)}, "left"},
	} {
		if got := told(c.kind, c.more, c.y, c.rest...); got != c.want {
			t.Errorf("%s: the %s block sells, want the %s", what, got, c.want)
		}
	}
}

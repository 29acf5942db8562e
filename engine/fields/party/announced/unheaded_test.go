package announced

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// Whoever stands above the headed block of the customer is the vendor, whatever the network holds.
func TestWhoStandsOverTheCustomersBlock(t *testing.T) {
	t.Parallel()
	const name, place, other = tag.CustomerName, tag.CustomerAddress, tag.Other
	top := func(first string) []sheettest.Line {
		return append(sheettest.Down(320, 60, name, 0.95, first), sheettest.Down(320, 73, place, 0.9, "4 Quay Street", "Leeds LS1 4AP")...)
	}
	block := func(heading string, y float64) []sheettest.Line {
		return append(sheettest.Down(50, y, other, 0.9, heading, "Hollis Joinery"),
			sheettest.Down(50, y+26, place, 0.9, "9 Canal Road", "York YO1 7HH")...)
	}
	for what, c := range map[string]struct {
		lines []sheettest.Line
		kind  result.DocumentType
		name  string
		place string
	}{
		"a letterhead": {append(top("Marlow Pumps"), block("Invoice to", 200)...), result.TypeInvoice, "Marlow Pumps", "4 Quay Street Leeds LS1 4AP"},
		"a house":      {append(top("Marlow Yard"), block("Invoice to", 200)...), result.TypeInvoice, "", "Marlow Yard 4 Quay Street Leeds LS1 4AP"},
		"an order":     {append(top("Marlow Pumps"), block("Invoice to", 200)...), result.TypePurchaseOrder, "", ""},
		"no heading":   {append(top("Marlow Pumps"), block("Dear sirs", 200)...), result.TypeInvoice, "", ""},
		"a slip":       {append(top("Marlow Pumps"), block("Invoice to", 600)...), result.TypeInvoice, "", ""},
	} {
		tags := Correct(Input{Document: sheettest.Tagged(t, c.lines...), Kind: c.kind})
		got := map[tag.Class][]string{}
		for i := range tags.Units {
			got[tags.Units[i].Best()] = append(got[tags.Units[i].Best()], tags.Units[i].Text())
		}
		for class, want := range map[tag.Class]string{tag.VendorName: c.name, tag.VendorAddress: c.place} {
			if text := strings.Join(got[class], " "); text != want {
				t.Errorf("%s: %v %q, want %q", what, class, text, want)
			}
		}
	}
}

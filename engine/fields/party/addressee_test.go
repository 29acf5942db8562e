package party_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/tag"
)

// Whom a letter goes to is the customer where the tags know none, or are not sure of the name
// and know no address; what they are sure of stays.
func TestAddresseesThatTagsMiss(t *testing.T) {
	t.Parallel()
	vendor := append([]sheettest.Line{sheettest.One(320, 50, "Marlow Pumps Ltd", tag.VendorName, 0.9)},
		sheettest.Down(320, 63, tag.VendorAddress, 0.9, "4 Quay Street", "Leeds LS1 4AP")...)
	for name, c := range map[string]struct {
		who, house tag.Class
		odds       float64
		kind       result.DocumentType
		want       string
	}{
		"nobody":              {tag.Other, tag.Other, 0.9, result.TypeInvoice, "Hollis Farm Partnership"},
		"hardly anybody":      {tag.Other, tag.CustomerName, 0.3, result.TypeInvoice, "Hollis Farm Partnership"},
		"somebody for sure":   {tag.Other, tag.CustomerName, 0.9, result.TypeInvoice, "Tully Barns"},
		"nobody on a receipt": {tag.Other, tag.Other, 0.9, result.TypeReceipt, ""},
	} {
		lines := append([]sheettest.Line{
			sheettest.One(50, 150, "Hollis Farm Partnership", c.who, 0.9), sheettest.One(50, 163, "Tully Barns", c.house, c.odds),
			sheettest.One(50, 176, "12 Mill Lane", tag.Other, 0.9), sheettest.One(50, 189, "York YO1 7HH", tag.Other, 0.9),
			sheettest.One(50, 700, "Thank you very much", tag.Other, 0.9),
		}, vendor...)
		doc := sheettest.Tagged(t, lines...)
		l := sheettest.LinkerOf(c.kind, doc.Layout)
		l.Tags = doc.Tags
		if got := party.Find(party.Input{Linker: l}).Text("customerName"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

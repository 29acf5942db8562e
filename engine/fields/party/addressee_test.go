package party_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
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

// Whom a label names without an address, as a guest, is not the customer where a letter goes to
// somebody else, unless the tags are sure.
func TestGuestsOfThoseWhoPay(t *testing.T) {
	t.Parallel()
	for odds, want := range map[float64]string{0.4: "Hollis Farm Partnership", 0.9: "Tully party"} {
		lines := append(sheettest.Down(320, 150, tag.OtherParty, 0.7, "Hollis Farm Partnership", "12 Mill Lane", "York YO1 7HH"),
			sheettest.Line{X: 50, Y: 163, Pieces: []sheettest.Piece{{Text: "Guest:", Class: tag.Other, Odds: 0.9},
				{Text: "Tully party", Class: tag.CustomerName, Odds: odds}}},
			sheettest.One(50, 50, "Marlow Inns Ltd", tag.VendorName, 0.9))
		doc := sheettest.Tagged(t, append(lines, sheettest.Down(50, 63, tag.VendorAddress, 0.9, "4 Quay Street", "Leeds LS1 4AP")...)...)
		l := sheettest.LinkerOf(result.TypeInvoice, doc.Layout)
		l.Tags = doc.Tags
		got := party.Find(party.Input{Linker: l})
		if got.Text("customerName") != want {
			t.Errorf("%v: %q, want %q", odds, got.Text("customerName"), want)
		}
	}
}

package role

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
)

func TestSidesOfHeadings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		side  Role
		after int
	}{
		"Bill to:": {Customer, 2}, "Bill to: Tully Ltd": {Customer, 2}, "Rechnungsempfänger": {Customer, 1},
		"Fournisseur:": {Vendor, 1},
		"Ship to":      {Shipping, 2}, "Bank details:": {Other, 2}, "Bill to Tully Ltd": {Unknown, 0},
		"Tully: Bill to":  {Unknown, 0},
		"Buyer (Bill to)": {Customer, 3}, "Consignee (Ship to):": {Shipping, 3}, "Buyer (Tully Ltd)": {Unknown, 0}, "Sender:": {Vendor, 1},
		"Adresse du chantier :": {Shipping, 4}, "Fournisseur : Tully": {Vendor, 2}, "Baustelle:": {Shipping, 1},
		"Customer service team": {Unknown, 0}, "Sprzedawca:": {Vendor, 1}, "Afleveradres": {Shipping, 1},
	} {
		got, after := Heading(sheettest.Rows(text).Segments[0])
		if got != want.side || after != want.after {
			t.Errorf("%q: side %d, then word %d", text, got, after)
		}
	}
	for name, want := range map[string]Role{"vendor": Vendor, "customer": Customer, "shipping": Shipping,
		"other": Other, "": Other} {
		if got := Named(name); got != want {
			t.Errorf("%q: %d", name, got)
		}
	}
}

// A heading of some length opens a unit; a preposition, or one inside a line, does not.
func TestHeadingsOfUnits(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Role{
		"Bill to:": Customer, "SELLER: Marlow Ltd": Vendor, "To:": Unknown, "Marlow Ltd": Unknown, "Ship to": Shipping,
	} {
		s := sheettest.Rows(text).Segments[0]
		u := tag.Unit{Part: layout.Part{Segment: s, Last: len(s.Words) - 1}}
		if got, _ := UnitHeading(&u); got != want {
			t.Errorf("%q: %d", text, got)
		}
		if u.First = len(s.Words) - 1; u.First > 0 {
			if got, after := UnitHeading(&u); got != Unknown || after != 0 {
				t.Errorf("%q, from its last word: %d", text, got)
			}
		}
	}
}

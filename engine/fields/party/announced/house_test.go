package announced

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// A house between a name and a street is the address's, whatever the network makes of it.
func TestHousesOverStreets(t *testing.T) {
	t.Parallel()
	type lines = []sheettest.Line
	const name, place = tag.CustomerName, tag.CustomerAddress
	rest := sheettest.Down(50, 126, place, 0.9, "4 Quay Street", "Leeds LS1 4AP")
	half := sheettest.One(50, 113, "Tullymore", place, 0.35)
	for what, c := range map[string]struct {
		lines lines
		name  string
		place string
	}{
		"taken for a second line of the name": {
			lines{sheettest.One(50, 100, "Hollis Joinery Works", name, 0.9), sheettest.One(50, 113, "Brindle House", name, 0.9)},
			"Hollis Joinery Works", "Brindle House",
		},
		"taken for the name": {
			lines{sheettest.One(50, 100, "Mrs Ada Lowe", tag.Other, 0.9), sheettest.One(50, 113, "The Old Vicarage", name, 0.9)},
			"Mrs Ada Lowe", "The Old Vicarage",
		},
		"taken for nothing": {
			lines{sheettest.One(50, 100, "Hollis Lda.", name, 0.9), sheettest.One(50, 113, "Vivenda Boa Vista", tag.Other, 0.9)},
			"Hollis Lda.", "Vivenda Boa Vista",
		},
		"under a desk at the company": {
			lines{sheettest.One(50, 87, "Hollis Joinery Works", name, 0.9), sheettest.One(50, 100, "Accounts payable", tag.Other, 0.9),
				sheettest.One(50, 113, "Brindle House", name, 0.9)},
			"Hollis Joinery Works", "Brindle House",
		},
		"behind the name in its line": {
			lines{{X: 50, Y: 113, Pieces: []sheettest.Piece{{Text: "Hollis Ltd,", Class: name, Odds: 0.9},
				{Text: "Brindle House,", Class: name, Odds: 0.9}, {Text: "Works Yard", Class: place, Odds: 0.9}}}},
			"Hollis Ltd,", "Brindle House, Works Yard",
		},
		"no house by its words, which the network half sees": {
			lines{sheettest.One(50, 100, "Hollis Joinery Works", name, 0.9), half}, "Hollis Joinery Works", "Tullymore",
		},
		"under a heading it is the name": {
			lines{sheettest.One(50, 100, "Bill to:", tag.Other, 0.9), sheettest.One(50, 113, "Brindle House", name, 0.9)}, "Brindle House", "",
		},
		"a name that is not at its end": {
			lines{sheettest.One(50, 100, "Friends of", name, 0.9), sheettest.One(50, 113, "Brindle House", name, 0.9)},
			"Friends of Brindle House", "",
		},
		"a company": {
			lines{sheettest.One(50, 100, "Hollis Joinery Works", name, 0.9), sheettest.One(50, 113, "Brindle House Ltd", name, 0.9)},
			"Hollis Joinery Works Brindle House Ltd", "",
		},
		"over places that are taken for the name, too": {
			append(sheettest.Down(50, 74, name, 0.9, "Ada Lowe & Tom Hollis"),
				sheettest.Down(50, 87, name, 0.7, "Brindle Cottage", "Tullymore", "Kinvara")...),
			"Ada Lowe & Tom Hollis", "Brindle Cottage Tullymore Kinvara",
		},
		"a desk": {
			lines{sheettest.One(50, 100, "Hollis Joinery Works", name, 0.9), sheettest.One(50, 113, "Accounts payable", tag.Other, 0.9)},
			"Hollis Joinery Works", "",
		},
	} {
		doc := sheettest.Tagged(t, append(c.lines, rest...)...)
		tags := Correct(Input{Document: doc, Kind: result.TypeInvoice})
		var names, places []string
		for i := range tags.Units {
			switch u := &tags.Units[i]; u.Best() {
			case name:
				names = append(names, u.Text())
			case place:
				places = append(places, u.Text())
			}
		}
		want := strings.TrimSpace(c.place + " 4 Quay Street Leeds LS1 4AP")
		if got := strings.Join(names, " "); got != c.name {
			t.Errorf("%s: name %q, want %q", what, got, c.name)
		}
		if got := strings.Join(places, " "); got != want {
			t.Errorf("%s: address %q, want %q", what, got, want)
		}
	}
}

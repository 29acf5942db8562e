package announced

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// What a line says of its place among others goes before the tags: an address in a line is one
// party's, "c/o" stands under a name, and names go on over two lines.
func TestLinesOfBlocks(t *testing.T) {
	t.Parallel()
	const (
		seller, sender, buyer, place, other = tag.VendorName, tag.VendorAddress, tag.CustomerName, tag.CustomerAddress, tag.Other
		sure, likely, wavering              = 0.9, 0.6, 0.4
	)
	at := func(y int, text string, class tag.Class, odds float64) sheettest.Line {
		return sheettest.One(50, float64(100+13*y), text, class, odds)
	}
	for what, c := range map[string]struct {
		lines []sheettest.Line
		want  map[tag.Class]string
	}{
		"an address in one line, its end taken for the customer's": {
			[]sheettest.Line{{X: 50, Y: 100, Pieces: []sheettest.Piece{{Text: "4 Quay Street,", Class: sender, Odds: sure},
				{Text: "Leeds LS1 4AP", Class: place, Odds: likely}}}},
			map[tag.Class]string{sender: "4 Quay Street, Leeds LS1 4AP", place: ""},
		},
		"a rural route between street and town": {
			[]sheettest.Line{{X: 50, Y: 100, Pieces: []sheettest.Piece{{Text: "4 Quay Rd. E.,", Class: sender, Odds: sure},
				{Text: "R.R. #2", Class: other, Odds: sure}, {Text: "Callow, ON P0H 1H0", Class: sender, Odds: sure}}}},
			map[tag.Class]string{sender: "4 Quay Rd. E., R.R. #2 Callow, ON P0H 1H0"},
		},
		"a telephone between pieces of an address": {
			[]sheettest.Line{{X: 50, Y: 100, Pieces: []sheettest.Piece{{Text: "4 Quay Road,", Class: sender, Odds: sure},
				{Text: "0113 496 0018", Class: other, Odds: sure}, {Text: "Leeds LS1 4AP", Class: sender, Odds: sure}}}},
			map[tag.Class]string{sender: "4 Quay Road, Leeds LS1 4AP"},
		},
		"what a vendor does, behind a bar": {
			[]sheettest.Line{{X: 50, Y: 100, Pieces: []sheettest.Piece{{Text: "Marlow Hollis", Class: seller, Odds: sure}}},
				sheettest.One(50+sheettest.LengthOf("Marlow Hollis", 10)+11, 100, "Solicitors & Barristers", buyer, sure)},
			map[tag.Class]string{seller: "Marlow Hollis", buyer: ""},
		},
		"an owners' association at its manager's": {
			[]sheettest.Line{at(0, "WEG Quaiallee 55", place, sure), at(1, "c/o Hausverwaltung Marlow", buyer, sure),
				at(2, "Hafenweg 4", place, sure), at(3, "38100 Braunschweig", place, sure)},
			map[tag.Class]string{buyer: "WEG Quaiallee 55", place: "c/o Hausverwaltung Marlow Hafenweg 4 38100 Braunschweig"},
		},
		"a name that goes on with \"and\"": {
			[]sheettest.Line{at(0, "Marlow Pump Works", other, likely), at(1, "and Castings Ltd", buyer, sure),
				at(2, "4 Quay Street", place, sure), at(3, "Leeds LS1 4AP", place, sure)},
			map[tag.Class]string{buyer: "Marlow Pump Works and Castings Ltd", place: "4 Quay Street Leeds LS1 4AP"},
		},
		"a name whose end the tags waver about": {
			[]sheettest.Line{at(0, "Marlow Borough", buyer, sure),
				{X: 50, Y: 113, Pieces: []sheettest.Piece{{Text: "Social Services", Class: buyer, Odds: wavering}}},
				at(2, "4 Quay Street", place, sure), at(3, "Leeds LS1 4AP", place, sure)},
			map[tag.Class]string{buyer: "Marlow Borough Social Services", place: "4 Quay Street Leeds LS1 4AP"},
		},
		"a name's end with its legal form, taken for the address": {
			[]sheettest.Line{at(0, "Marlow Pump", buyer, sure), at(1, "Castings Ltd", place, likely),
				at(2, "4 Quay Street", place, sure), at(3, "Leeds LS1 4AP", place, sure)},
			map[tag.Class]string{buyer: "Marlow Pump Castings Ltd", place: "4 Quay Street Leeds LS1 4AP"},
		},
		"a house under a name with its legal form": {
			[]sheettest.Line{at(0, "Marlow Pumps Ltd", buyer, sure), at(1, "Anchor Works", other, sure),
				at(2, "4 Quay Street", place, sure), at(3, "Leeds LS1 4AP", place, sure)},
			map[tag.Class]string{buyer: "Marlow Pumps Ltd", place: "Anchor Works 4 Quay Street Leeds LS1 4AP"},
		},
		"a company over its address": {
			[]sheettest.Line{at(0, "SARL LANOIX BÂTIMENT", sender, likely), at(1, "14 rue du Quai", sender, sure),
				at(2, "33000 Bordeaux", sender, sure)},
			map[tag.Class]string{seller: "SARL LANOIX BÂTIMENT", sender: "14 rue du Quai 33000 Bordeaux"},
		},
	} {
		tags := Correct(Input{Document: sheettest.Tagged(t, c.lines...), Kind: result.TypeInvoice})
		got := map[tag.Class][]string{}
		for i := range tags.Units {
			u := &tags.Units[i]
			got[u.Best()] = append(got[u.Best()], u.Text())
		}
		for class, want := range c.want {
			if text := strings.Join(got[class], " "); text != want {
				t.Errorf("%s: %s %q, want %q", what, class, text, want)
			}
		}
	}
}

package announced

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// In a list of labels a line without one goes on from the line above.
func TestListsOfLabels(t *testing.T) {
	t.Parallel()
	type line = sheettest.Line
	type piece = sheettest.Piece
	const name, place = tag.CustomerName, tag.CustomerAddress
	row := func(y float64, label, text string, class tag.Class, odds float64) line {
		return line{X: 50, Y: y, Pieces: []piece{{Text: label, Class: tag.Other, Odds: 0.9}, {Text: text, Class: class, Odds: odds}}}
	}
	number := row(126, "CIF:", "40112233", tag.Other, 0.9)
	for what, c := range map[string]struct {
		lines       []line
		name, place string
	}{
		"a name that goes on": {
			[]line{row(100, "Client:", "Școala cu program", name, 0.9), sheettest.One(50, 113, `prelungit nr. 4 "Izvorul"`, place, 0.9),
				number, row(139, "Adresa:", "Str. Morii nr. 9, Turda", place, 0.9)},
			`Școala cu program prelungit nr. 4 "Izvorul"`, "Str. Morii nr. 9, Turda",
		},
		"no label of the address": {
			[]line{row(100, "Client:", "Școala cu program", name, 0.9), sheettest.One(50, 113, "Str. Morii nr. 9, Turda", place, 0.9), number},
			"Școala cu program", "Str. Morii nr. 9, Turda",
		},
		"an address that the network has half seen": {
			[]line{row(100, "Client:", "Morarul SRL", name, 0.9), number,
				{X: 50, Y: 139, Pieces: []piece{{Text: "Adresa:", Class: tag.Other, Odds: 0.9}, {Text: "Str. Morii nr. 9,", Class: place, Odds: 0.9},
					{Text: "bl. D4,", Class: tag.Other, Odds: 0.9}}},
				{X: 50, Y: 152, Pieces: []piece{{Text: "ap. 7,", Class: tag.Other, Odds: 0.9}, {Text: "Turda, jud.", Class: place, Odds: 0.9}}},
				sheettest.One(50, 165, "Cluj", tag.Other, 0.9)},
			"Morarul SRL", "Str. Morii nr. 9, bl. D4, ap. 7, Turda, jud. Cluj",
		},
		"a label under an address that ends in a comma": {
			[]line{row(100, "Client:", "Morarul SRL", name, 0.9), number, row(139, "Adresa:", "Str. Morii nr. 9,", place, 0.9),
				row(152, "IBAN:", "RO49 AAAA 1B31 0075 9384 0000", tag.Other, 0.9)},
			"Morarul SRL", "Str. Morii nr. 9,",
		},
		"an address at its end": {
			[]line{row(100, "Client:", "Morarul SRL", name, 0.9), number, row(139, "Adresa:", "Str. Morii nr. 9", place, 0.9),
				sheettest.One(50, 152, "Scutit", tag.Other, 0.9)},
			"Morarul SRL", "Str. Morii nr. 9",
		},
		"an address of nobody": {
			[]line{row(100, "Client:", "Morarul SRL", name, 0.9), number, row(139, "Adresa:", "Str. Morii nr. 9", tag.Other, 0.9)}, "Morarul SRL", "",
		},
	} {
		tags := Correct(Input{Document: sheettest.Tagged(t, c.lines...), Kind: result.TypeInvoice})
		var names, places []string
		for i := range tags.Units {
			switch u := &tags.Units[i]; u.Best() {
			case name:
				names = append(names, u.Text())
			case place:
				places = append(places, u.Text())
			}
		}
		if got := strings.Join(names, " "); got != c.name {
			t.Errorf("%s: name %q, want %q", what, got, c.name)
		}
		if got := strings.Join(places, " "); got != c.place {
			t.Errorf("%s: address %q, want %q", what, got, c.place)
		}
	}
}

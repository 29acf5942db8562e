package announced

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// Between a name that shows itself and the post code stands the address.
func TestBlocksOfLetters(t *testing.T) {
	t.Parallel()
	const name, place, other = tag.CustomerName, tag.CustomerAddress, tag.Other
	type line struct {
		text  string
		class tag.Class
	}
	for what, c := range map[string]struct {
		lines       []line
		name, place string
	}{
		"a house and a village under a person": {
			[]line{{"Mrs P Hollis", other}, {"The Forge", name}, {"Much Marlow", name}, {"Quay Lacy", place}, {"LS4 1AP", place}},
			"Mrs P Hollis", "The Forge Much Marlow Quay Lacy LS4 1AP",
		},
		"a village under the house of a company": {
			[]line{{"Hollis Haulage Ltd", name}, {"Marlow Mill", other}, {"Lacy", name}, {"Leeds LS1 4AP", place}},
			"Hollis Haulage Ltd", "Marlow Mill Lacy Leeds LS1 4AP",
		},
		"a company without a legal form under a person": {
			[]line{{"Mme Claire Lanoix", other}, {"Éditions du Vent", name}, {"9, place Neuve", place}, {"33000 Bordeaux", place}},
			"Éditions du Vent", "9, place Neuve 33000 Bordeaux",
		},
		"a person at the company": {
			[]line{{"Dr Ada Hollis", name}, {"Marlow Pumps Ltd", name}, {"4 Quay Street", place}, {"Leeds LS1 4AP", place}},
			"Marlow Pumps Ltd", "4 Quay Street Leeds LS1 4AP",
		},
		"families, at the home of somebody": {
			[]line{{"Familles Lanoix et Brun", other}, {"Chez Mme Lanoix", name}, {"2 impasse Neuve", place}, {"33000 Bordeaux", place}},
			"Familles Lanoix et Brun", "2 impasse Neuve 33000 Bordeaux",
		},
		"a branch of a company": {
			[]line{{"Marlow Pumps Ltd", name}, {"Spare Parts", other}, {"4 Quay Street", place}, {"Leeds LS1 4AP", place}},
			"Marlow Pumps Ltd", "4 Quay Street Leeds LS1 4AP",
		},
	} {
		var lines []sheettest.Line
		for i, l := range c.lines {
			lines = append(lines, sheettest.One(50, float64(100+13*i), l.text, l.class, 0.9))
		}
		tags := Correct(Input{Document: sheettest.Tagged(t, lines...), Kind: result.TypeInvoice})
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

// In a list of labels a house has a label of its own, or is the person that another announces.
func TestListsAreNoLetters(t *testing.T) {
	t.Parallel()
	const place = tag.VendorAddress
	var lines []sheettest.Line
	for i, l := range [][2]string{{"Name:", "Marlow Pumps Ltd"}, {"Contact:", "The Rev Hollis"}, {"Address:", "4 Quay Street"}, {"Town:", "Leeds LS1 4AP"}} {
		y, class := float64(100+13*i), place
		if i < 2 {
			class = tag.VendorName
		}
		lines = append(lines, sheettest.One(50, y, l[0], tag.Other, 0.9), sheettest.One(250, y, l[1], class, 0.9))
	}
	tags := Correct(Input{Document: sheettest.Tagged(t, lines...), Kind: result.TypeInvoice})
	for i := range tags.Units {
		if u := &tags.Units[i]; u.Best() == place && strings.Contains(u.Text(), "Hollis") {
			t.Errorf("%q is a piece of the address", u.Text())
		}
	}
}

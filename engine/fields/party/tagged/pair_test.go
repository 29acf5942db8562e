package tagged

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/party/run"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/tag"
)

// Names clash that are the same or share words.
func TestClash(t *testing.T) {
	t.Parallel()
	of := func(key string, units ...int) *taggedParty {
		return &taggedParty{name: &run.Run{Key: key, Units: units}}
	}
	nameless := &taggedParty{address: &run.Run{Key: "4quaystreet", Units: []int{1}}}
	for name, c := range map[string]struct {
		one, other *taggedParty
		want       bool
	}{
		"one name":      {of("marlow", 1), of("marlow", 7), true},
		"a shared unit": {of("marlow", 1, 2), of("hollis", 2, 3), true},
		"two names":     {of("marlow", 1), of("hollis", 2), false},
		"no name":       {of("marlow", 1), nameless, false},
		"neither":       {nameless, nameless, false},
	} {
		if clash(c.one, c.other) != c.want || clash(c.other, c.one) != c.want {
			t.Errorf("%s: not %v", name, c.want)
		}
	}
}

// An address is a line with a post code, a street, or several lines with a number.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		texts []string
		want  bool
	}{
		"a town":            {[]string{"Leeds LS1 4AP"}, true},
		"a street":          {[]string{"Quay Street"}, true},
		"lines of a number": {[]string{"Dock 4 at the Quay", "Leeds Harbour"}, true},
		"one such line":     {[]string{"Dock 4 at the Quay"}, false},
		"a register":        {[]string{"123456", "654321"}, false},
		"words":             {[]string{"Pumps and valves", "of all kinds"}, false},
	} {
		doc := sheettest.Tagged(t, sheettest.Down(50, 100, tag.VendorAddress, sure, c.texts...)...)
		chooser := &tagged{Document: doc, units: doc.Tags.Units}
		all := run.Find(doc, tag.VendorAddress)
		if len(all) == 0 || chooser.placeLike(&all[0]) != c.want {
			t.Errorf("%s: not %v, of %d runs", name, c.want, len(all))
		}
	}
}

// An address gains by how near it stands under its name.
func TestTogether(t *testing.T) {
	t.Parallel()
	const sameLine, farther, elsewhere = 1.0, 0.5, 0.0
	for name, c := range map[string]struct {
		x, y float64
		want float64
	}{
		"right below":    {50, 113, sameLine},
		"lines below":    {50, 160, farther},
		"far below":      {50, 300, elsewhere},
		"another column": {400, 113, elsewhere},
		"above":          {50, 60, elsewhere},
	} {
		doc := sheettest.Tagged(t, sheettest.One(50, 100, "Marlow Pumps", tag.VendorName, sure),
			sheettest.One(c.x, c.y, "Leeds LS1 4AP", tag.VendorAddress, sure))
		names, places := run.Find(doc, tag.VendorName), run.Find(doc, tag.VendorAddress)
		chooser := &tagged{Document: doc, units: doc.Tags.Units}
		if got := chooser.together(&names[0], &places[0]); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

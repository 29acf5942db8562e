package run

import (
	"math"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
)

type line = sheettest.Line

// piece is a unit of a line, as sheettest has it.
type piece struct {
	text  string
	class tag.Class
	odds  float64
}

// row is a line of several pieces.
func row(x, y float64, pieces ...piece) line {
	out := line{X: x, Y: y}
	for _, p := range pieces {
		out.Pieces = append(out.Pieces, sheettest.Piece{Text: p.text, Class: p.class, Odds: p.odds})
	}
	return out
}

// found are the runs of a class, the units of each parted by " / ".
func found(doc *annotate.Document, c tag.Class) []string {
	out := []string{}
	for _, r := range Find(doc, c) {
		var texts []string
		for _, i := range r.Units {
			texts = append(texts, doc.Tags.Units[i].Text())
		}
		out = append(out, strings.Join(texts, " / "))
	}
	return out
}

// expect compares the runs of a class, likeliest first, with those wanted.
func expect(t *testing.T, what string, doc *annotate.Document, c tag.Class, want ...string) {
	t.Helper()
	if got := found(doc, c); strings.Join(got, "; ") != strings.Join(want, "; ") {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func join(groups ...[]line) (out []line) {
	for _, g := range groups {
		out = append(out, g...)
	}
	return out
}

func TestNames(t *testing.T) {
	t.Parallel()
	const name = tag.VendorName
	for what, c := range map[string]struct {
		lines []line
		want  []string
	}{
		"a line":                   {sheettest.Down(50, 100, name, 0.9, "Marlow Ltd"), []string{"Marlow Ltd"}},
		"hardly a name":            {sheettest.Down(50, 100, name, 0.1, "Marlow Ltd"), nil},
		"rather not a name":        {sheettest.Down(50, 100, name, 0.2, "Marlow Ltd"), []string{"Marlow Ltd"}},
		"two lines":                {sheettest.Down(50, 100, name, 0.9, "Hollis Joinery", "of York"), []string{"Hollis Joinery / of York"}},
		"complete by its form":     {sheettest.Down(50, 100, name, 0.9, "Hollis Joinery Ltd", "Tully"), []string{"Hollis Joinery Ltd", "Tully"}},
		"printed twice":            {sheettest.Down(50, 100, name, 0.9, "Marlow", "Marlow"), []string{"Marlow", "Marlow"}},
		"the second line unlikely": {join(sheettest.Down(50, 100, name, 0.9, "Hollis"), sheettest.Down(50, 113, name, 0.2, "Tully")), []string{"Hollis", "Tully"}},
		"likeliest first": {join(sheettest.Down(50, 100, name, 0.5, "Hollis Ltd"), sheettest.Down(50, 300, name, 0.9, "Tully Ltd")),
			[]string{"Tully Ltd", "Hollis Ltd"}},
		"another column": {join(sheettest.Down(50, 100, name, 0.9, "Hollis Joinery"), sheettest.Down(400, 113, name, 0.9, "Tully Pumps")),
			[]string{"Hollis Joinery", "Tully Pumps"}},
		"pieces of one line": {[]line{row(50, 100, piece{"Hollis Joinery", name, 0.9}, piece{"York", name, 0.12})},
			[]string{"Hollis Joinery / York"}},
		"a piece that is none": {[]line{row(50, 100, piece{"Hollis Joinery", name, 0.9}, piece{"York", name, 0.05})},
			[]string{"Hollis Joinery"}},
		"a label":             {sheettest.Down(50, 100, name, 0.7, "Invoice number"), nil},
		"a title":             {sheettest.Down(50, 100, name, 0.95, "INVOICE"), nil},
		"a heading":           {sheettest.Down(50, 100, name, 0.7, "Bill to"), nil},
		"whose the design is": {sheettest.Down(50, 100, name, 0.95, "© Marlow Ltd"), nil},
		"behind it a colon":   {[]line{row(50, 100, piece{"Nummer", name, 0.95}, piece{": 549910", tag.Other, 0.9})}, nil},
		"beside it a colon": {[]line{sheettest.One(50, 100, "Nummer", name, 0.95), sheettest.One(200, 100, ": 549910", tag.Other, 0.9)},
			nil},
		"a name that is a heading, by a sure tag": {sheettest.Down(50, 100, name, 0.9, "Kunde"), []string{"Kunde"}},
	} {
		expect(t, what, sheettest.Tagged(t, c.lines...), name, c.want...)
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	const place = tag.CustomerAddress
	lines := func(odds float64, texts ...string) []line { return sheettest.Down(50, 100, place, odds, texts...) }
	for what, c := range map[string]struct {
		lines []line
		want  []string
	}{
		"a street and a town": {lines(0.9, "4 Quay Street", "Leeds LS1 4AP"), []string{"4 Quay Street / Leeds LS1 4AP"}},
		"pieces of one line": {[]line{row(50, 100, piece{"4 Quay Street,", place, 0.9}, piece{"Leeds LS1 4AP", place, 0.9})},
			[]string{"4 Quay Street, / Leeds LS1 4AP"}},
		"rather something else": {lines(0.4, "4 Quay Street"), nil},
		"a heading between": {
			join(lines(0.9, "4 Quay Street"), sheettest.Down(50, 113, tag.Other, 0.9, "Ship to:"), sheettest.Down(50, 126, place, 0.9, "9 Canal Road")),
			[]string{"4 Quay Street", "9 Canal Road"},
		},
		"a line of another thing between": {
			join(lines(0.9, "Dock 4 Quay Street"), sheettest.Down(50, 113, tag.Other, 0.9, "Attn Ada Lowe"), sheettest.Down(50, 126, place, 0.9, "Leeds LS1 4AP")),
			[]string{"Dock 4 Quay Street / Leeds LS1 4AP"},
		},
		"the town far below": {
			join(lines(0.9, "4 Quay Street"), sheettest.Down(50, 160, place, 0.9, "Leeds LS1 4AP")), []string{"4 Quay Street", "Leeds LS1 4AP"},
		},
		"a wide gap with the same edge": {
			join(lines(0.9, "4 Quay Street"), sheettest.Down(50, 145, place, 0.9, "Leeds LS1 4AP")), []string{"4 Quay Street / Leeds LS1 4AP"},
		},
		"a wide gap with another edge": {
			join(lines(0.9, "4 Quay Street"), sheettest.Down(65, 145, place, 0.9, "Leeds LS1 4AP")), []string{"4 Quay Street", "Leeds LS1 4AP"},
		},
		"the next piece of the row": {
			[]line{sheettest.One(50, 100, "4 Quay Street,", place, 0.9), sheettest.One(145, 100, "Leeds LS1 4AP", place, 0.9)},
			[]string{"4 Quay Street, / Leeds LS1 4AP"},
		},
	} {
		expect(t, what, sheettest.Tagged(t, c.lines...), place, c.want...)
	}
}

// A run is as likely as its units are on average, and its key are their letters.
func TestWeightOfRuns(t *testing.T) {
	t.Parallel()
	lines := join(sheettest.Down(50, 100, tag.VendorAddress, 0.9, "4 Quay Street"), sheettest.Down(50, 113, tag.VendorAddress, 0.6, "Leeds LS1 4AP"))
	doc := sheettest.Tagged(t, lines...)
	runs := Find(doc, tag.VendorAddress)
	if len(runs) != 1 {
		t.Fatalf("%d runs", len(runs))
	}
	if want := (math.Log(0.9) + math.Log(0.6)) / 2; math.Abs(runs[0].Odds-want) > 1e-6 {
		t.Errorf("odds %v, want %v", runs[0].Odds, want)
	}
	if runs[0].Key != "4quaystreetleedsls14ap" {
		t.Errorf("%q", runs[0].Key)
	}
	if none := Find(doc, tag.ShippingAddress); len(none) != 0 {
		t.Errorf("%v", none)
	}
}

func TestClassesOfAddresses(t *testing.T) {
	t.Parallel()
	want := map[tag.Class]bool{tag.VendorAddress: true, tag.CustomerAddress: true, tag.ShippingAddress: true}
	for c := tag.Other; c < tag.Classes; c++ {
		if Addresses(c) != want[c] {
			t.Errorf("%v: %v", c, Addresses(c))
		}
	}
}

// A run ends with its page.
func TestRunsOfTwoPages(t *testing.T) {
	t.Parallel()
	first, second := sheettest.A4(), sheettest.A4()
	first.Put(50, 800, 10, "4 Quay Street")
	second.Put(50, 30, 10, "Leeds LS1 4AP")
	doc := annotate.New(layout.Analyze(sheettest.Bind(first, second)))
	var units []tag.Unit
	for _, s := range doc.Layout.Segments {
		u := tag.Unit{Part: annotate.Whole(s)}
		for c := range u.Odds {
			u.Odds[c] = -9
		}
		u.Odds[tag.VendorAddress] = -0.1
		units = append(units, u)
	}
	doc.Tags = tag.New(units, [6]float32{})
	expect(t, "two pages", doc, tag.VendorAddress, "4 Quay Street", "Leeds LS1 4AP")
}

// Whose desk a letter is for is no name, and no line of one.
func TestDesksAreNoNames(t *testing.T) {
	t.Parallel()
	const name, sure = tag.CustomerName, 0.9
	doc := sheettest.Tagged(t, sheettest.Down(50, 100, name, sure, "Hollis Joinery Works", "Accounts payable")...)
	expect(t, "a desk below", doc, name, "Hollis Joinery Works")
}

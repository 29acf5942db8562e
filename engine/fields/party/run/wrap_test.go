package run

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
)

// What cannot begin a name is the rest of the line above, and what cannot end one goes on below.
func TestNamesOfTwoLines(t *testing.T) {
	t.Parallel()
	const name, other, sure, missed, hardly = tag.CustomerName, tag.Other, 0.9, 0.02, 0.0001
	two := func(upper string, above float64, lower string, below float64) []line {
		return []line{sheettest.One(50, 100, upper, name, above), sheettest.One(50, 113, lower, name, below),
			sheettest.One(50, 126, "4 Quay Street", other, sure)}
	}
	for what, c := range map[string]struct {
		lines []line
		want  string
	}{
		"the partners":     {two("Tullio Marlow di Hollis Ada", missed, "& C. S.n.c.", sure), "Tullio Marlow di Hollis Ada / & C. S.n.c."},
		"forms of two":     {two("Bauhaus Hollerbach", missed, "GmbH & Co. KG", sure), "Bauhaus Hollerbach / GmbH & Co. KG"},
		"small letters":    {two("Compagnie du Port – Société", missed, "anonyme des quais", sure), "Compagnie du Port – Société / anonyme des quais"},
		"an abbreviation":  {two("Hollis Joinery", missed, "c/o Marlow Pumps", sure), "c/o Marlow Pumps"},
		"the proper name":  {two("Spółdzielnia Ogrodników", sure, "„Jabłoń” w Lesie", missed), "Spółdzielnia Ogrodników / „Jabłoń” w Lesie"},
		"before its form":  {two("Marlow, Hollis and Brothers", sure, "Solicitors LLP", hardly), "Marlow, Hollis and Brothers / Solicitors LLP"},
		"a place below":    {two("EARL Hollis & Cie", missed, "Moulin du Port", sure), "EARL Hollis & Cie"},
		"a desk below":     {two("Marlow water supply,", missed, "Pumps and Valves", sure), "Marlow water supply,"},
		"a name of two":    {two("Ada Lowe,", missed, "Marlow Pumps", sure), "Marlow Pumps"},
		"a person":         {two("Ada Lowe", sure, "Hollis LLP", hardly), "Ada Lowe"},
		"a longer company": {two("Sales and Service Desk", sure, "Marlow Pumps and Valves Ltd", hardly), "Sales and Service Desk"},
	} {
		if got := found(sheettest.Tagged(t, c.lines...), name); len(got) == 0 || got[0] != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

// A person over a company, and a place of the company under its name, are not of the name.
func TestNamesBesideNames(t *testing.T) {
	t.Parallel()
	const name, sure, unlikely = tag.CustomerName, 0.9, 0.2
	for what, c := range map[string]struct {
		lines []line
		want  string
	}{
		"a person over a company": {
			join(sheettest.Down(50, 100, name, unlikely, "Ada Lowe"), sheettest.Down(50, 113, name, sure, "Marlow Pumps Ltd")), "Marlow Pumps Ltd",
		},
		"a name over its form": {
			join(sheettest.Down(50, 100, name, unlikely, "Marlow"), sheettest.Down(50, 113, name, sure, "Pumps Ltd")), "Marlow / Pumps Ltd",
		},
		"a branch under a name":   {sheettest.Down(50, 100, name, sure, "Marlow Pumpen", "Niederlassung Süd"), "Marlow Pumpen"},
		"a branch that is a name": {sheettest.Down(50, 100, name, sure, "Agence Bellerive"), "Agence Bellerive"},
	} {
		if got := found(sheettest.Tagged(t, c.lines...), name); len(got) == 0 || got[0] != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

// Of two lines of other print the upper is a logo or a shop's name, and no name wraps so.
func TestNamesOfOtherPrint(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		upper, lower string
		size, below  float64 // of the lower line, and of its address
		want         string
	}{
		"a trade name over the company": {"The Quay Pantry", "Marlow Foods Ltd", 9, 9, "Marlow Foods Ltd"},
		"what somebody does":            {"Ada Lowe", "Tiles and Mosaics", 9, 9, "Ada Lowe"},
		"one print":                     {"Hollis Brothers", "Tiles of York", 16, 9, "Hollis Brothers / Tiles of York"},
		"a logo of two lines":           {"MARLOW FORK", "INDUSTRIAL SUPPLY LTD", 11, 8, "MARLOW FORK / INDUSTRIAL SUPPLY LTD"},
	} {
		sheet := sheettest.A4()
		sheet.Put(50, 40, 16, c.upper)
		sheet.Put(50, 62, c.size, c.lower)
		sheet.Put(50, 64+1.2*c.size, c.below, "4 Quay Street")
		doc := annotate.New(layout.Analyze(sheettest.Bind(sheet)))
		var units []tag.Unit
		for i, s := range doc.Layout.Segments {
			units = append(units, unit(s, 0, len(s.Words)-1, [...]float64{0.9, 0.9, 0.01}[i]))
		}
		doc.Tags = tag.New(units, [6]float32{})
		if got := found(doc, tag.VendorName); !slices.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

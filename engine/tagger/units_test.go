package tagger_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/libs/assert"
)

// cutLines draws lines below each other and returns the units of each.
func cutLines(lines ...string) []string {
	s := sheettest.A4()
	s.Column(50, 60, 10, lines...)
	o := tagger.Observe(annotate.New(layout.Analyze(sheettest.Bind(s))))
	var out []string
	for i, p := range o.Units {
		if i > 0 && o.Units[i-1].Segment == p.Segment {
			out[len(out)-1] += " ¦ " + p.Text()
		} else {
			out = append(out, p.Text())
		}
	}
	return out
}

func TestUnits(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"Bill to: Alder & Sons GmbH, Lindenweg 4, 10117 Berlin": "Bill to: ¦ Alder & Sons GmbH, ¦ Lindenweg 4, ¦ 10117 Berlin",
		"Marlow Ltd · 6 Quay Street · Leeds LS1 4AP":            "Marlow Ltd ¦ 6 Quay Street ¦ Leeds LS1 4AP",
		"USt-IdNr. DE136695976 Tel. 030 123456":                 "USt-IdNr. ¦ DE136695976 ¦ Tel. 030 123456",
		"Au Pain Croquant SARL":                                 "Au Pain Croquant SARL",
		"Facturé à":                                             "Facturé à",
		"46514 - Gijón":                                         "46514 ¦ Gijón",
		"IBAN DE89 3704 0044 0532 0130 00 BIC COBADEFFXXX":      "IBAN ¦ DE89 3704 0044 0532 0130 00 ¦ BIC COBADEFFXXX",
	} {
		assert.EqualSlices(t, cutLines(line), []string{want}, line)
	}
}

// A wide space in a fixed-pitch font does not split units.
func TestUnitsMonospaced(t *testing.T) {
	t.Parallel()
	const size, wide = 10, 7.5
	s := sheettest.A4()
	s.Put(50, 60, size, "Marlow")
	s.Put(50+sheettest.LengthOf("Marlow", size)+wide, 60, size, "Works")
	for space, want := range map[float64]int{0: 2, 8: 1} {
		lay := layout.Analyze(sheettest.Bind(s))
		for i := range lay.Pages[0].Rows[0].Segments[0].Tokens {
			lay.Pages[0].Rows[0].Segments[0].Tokens[i].Space = space
		}
		assert.Equal(t, len(tagger.Observe(annotate.New(lay)).Units), want, "units where a space is", space, "wide")
	}
}

// Only the first rows of an item table are units, and the text below it.
func TestUnitsInTables(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	put := func(y float64, cells ...string) {
		for i, c := range cells {
			s.Put(50+120*float64(i), y, 10, c)
		}
	}
	put(200, "Description", "Quantity", "Unit price", "Amount")
	for i := range 20 {
		put(216+16*float64(i), "Oak board", "2", "15.00", "30.00")
	}
	put(600, "Marlow Ltd", "6 Quay Street", "Leeds LS1 4AP")
	o := tagger.Observe(annotate.New(layout.Analyze(sheettest.Bind(s))))
	boards, foot := 0, false
	for _, p := range o.Units {
		if strings.HasPrefix(p.Text(), "Oak") {
			boards++
			assert.True(t, p.Table, "an item that is in no table")
		}
		foot = foot || p.Text() == "Marlow Ltd"
	}
	assert.True(t, boards == 3 && foot, boards, "items, foot", foot)
}

// The foot of a page is not a row of the table above, even with a number in its columns.
func TestUnitsFarBelowTables(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	put := func(y float64, cells ...string) {
		for i, c := range cells {
			s.Put(50+120*float64(i), y, 10, c)
		}
	}
	put(200, "Description", "Quantity", "Unit price", "Amount")
	for i := range 4 {
		put(216+16*float64(i), "Oak board", "2", "15.00", "30.00")
	}
	put(780, "Marlow Ltd", "6 Quay Street", "Leeds LS1 4AP", "1931")
	units := tagger.Observe(annotate.New(layout.Analyze(sheettest.Bind(s)))).Units
	n := len(units)
	assert.True(t, n >= 4 && units[n-4].Text() == "Marlow Ltd", "the foot is not looked at", n, "units")
}

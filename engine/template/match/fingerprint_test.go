package match_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/template/match"
)

// identified is a page of lines on A4 or a receipt roll.
func identified(roll bool, lines ...[]string) *annotate.Document {
	sheet := sheettest.A4()
	if roll {
		sheet = sheettest.Till(500)
	}
	for i, parts := range lines {
		for k, text := range parts {
			sheet.Put(10+float64(110*k), 30+14*float64(i), 8, text)
		}
	}
	return annotate.New(layout.Analyze(sheettest.Bind(sheet)))
}

// A vendor is identified by labeled tax IDs of unknown format, and by phone numbers on receipts.
func TestLabeledIdentifiers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines       [][]string
		number      string
		paper, roll bool
	}{
		"a tax number":            {[][]string{{"GST No: 000417735520"}}, "000417735520", true, true},
		"in groups":               {[][]string{{"Tax ID: 417-735 520"}}, "417735520", true, true},
		"with letters":            {[][]string{{"GST No: M2-0417735-5"}}, "m204177355", true, true},
		"beside its label":        {[][]string{{"GST No:", "000417735520"}}, "000417735520", true, true},
		"words behind it":         {[][]string{{"GST No: 000417735520 since May"}}, "000417735520", true, true},
		"a telephone":             {[][]string{{"Tel: 0113-555 0142"}}, "01135550142", false, true},
		"a telephone beside":      {[][]string{{"Tel:", "0113 555 0142"}}, "01135550142", false, true},
		"too short":               {[][]string{{"GST No: 417735"}}, "417735", false, false},
		"an extension":            {[][]string{{"Tel: 0142"}}, "0142", false, false},
		"a number of the bill":    {[][]string{{"Invoice No: 41773552"}}, "41773552", false, false},
		"no number":               {[][]string{{"GST No: pending 000417735520"}}, "000417735520", false, false},
		"a number of no label":    {[][]string{{"417735520"}}, "417735520", false, false},
		"what is under its label": {[][]string{{"GST No:"}, {"000417735520"}}, "000417735520", false, false},
	} {
		id := match.Identifier(c.number)
		for roll, want := range map[bool]bool{false: c.paper, true: c.roll} {
			if got := slices.Contains(match.Vendors(identified(roll, c.lines...)), id); got != want {
				t.Errorf("%s: an identifier on a roll (%v): %v", name, roll, got)
			}
		}
	}
}

// Receipts have no marks; A4 pages do.
func TestFingerprintMarks(t *testing.T) {
	t.Parallel()
	lines := [][]string{{"GST No: 000417735520"}, {"Tel: 0113-555 0142"}, {"Total", "12.00"}}
	if f := match.Fingerprint(identified(false, lines...)); f.Marks == nil || len(f.Keys) == 0 {
		t.Errorf("of paper: %+v", f)
	}
	if f := match.Fingerprint(identified(true, lines...)); f.Marks != nil || len(f.Keys) == 0 {
		t.Errorf("of a roll: %+v", f)
	}
}

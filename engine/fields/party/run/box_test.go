package run

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
)

// A post box belongs to the address whose town stands under or behind it, though the tags
// take it for the label of a number.
func TestPostBoxes(t *testing.T) {
	t.Parallel()
	const place, sure, never = tag.CustomerAddress, 0.9, 0.001
	town := sheettest.One(50, 113, "09004 Chemnitz", place, sure)
	for what, c := range map[string]struct {
		lines []line
		want  string
	}{
		"the word before its number": {
			[]line{row(50, 100, piece{"Postfach", place, 0.3}, piece{"10 02 77", place, sure}), town},
			"Postfach / 10 02 77 / 09004 Chemnitz",
		},
		"the word below a line that the tags take in": {
			[]line{sheettest.One(50, 87, "Haus Lindeneck", place, sure), row(50, 100, piece{"Postfach", place, 0.3}, piece{"10 02 77", place, sure}), town},
			"Haus Lindeneck / Postfach / 10 02 77 / 09004 Chemnitz",
		},
		"the number behind its word": {
			[]line{row(50, 100, piece{"Postfach", place, sure}, piece{"10 02 77", tag.Other, sure}), town},
			"Postfach / 10 02 77 / 09004 Chemnitz",
		},
		"the line over the town": {
			[]line{row(50, 100, piece{"P.O. Box", place, never}, piece{"371", place, never}), town},
			"P.O. Box / 371 / 09004 Chemnitz",
		},
		"a number over a short town": {
			[]line{row(50, 100, piece{"Post office box", place, 0.3}, piece{"371", place, sure}),
				sheettest.One(50, 113, "Ely", place, sure), sheettest.One(50, 126, "6970", place, sure)},
			"Post office box / 371 / Ely / 6970",
		},
		"before the town in its line": {
			[]line{row(50, 113, piece{"Postfach", place, never}, piece{"371,", place, never}, piece{"09004 Chemnitz", place, sure})},
			"Postfach / 371, / 09004 Chemnitz",
		},
		"another column": {
			[]line{row(300, 100, piece{"P.O. Box", place, never}, piece{"371", place, never}), town}, "09004 Chemnitz",
		},
		"a box of what is sold": {
			[]line{row(50, 100, piece{"Box", place, never}, piece{"of 12 bottles", place, never}), town}, "09004 Chemnitz",
		},
	} {
		expect(t, what, sheettest.Tagged(t, c.lines...), place, c.want)
	}
}

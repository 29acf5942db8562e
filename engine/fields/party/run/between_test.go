package run

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/tag"
)

// The lines of an address follow one another: what the tags half see in its midst belongs to it.
func TestMidstOfAddresses(t *testing.T) {
	t.Parallel()
	const place, sure, half, never = tag.CustomerAddress, 0.9, 0.25, 0.001
	street, town := sheettest.One(50, 100, "4 Quay Street,", place, sure), sheettest.One(50, 126, "Leeds LS1 4AP", place, sure)
	for what, c := range map[string]struct {
		lines []line
		want  string
	}{
		"a line": {
			[]line{street, sheettest.One(50, 113, "Opposite Old Mill", place, half), town}, "4 Quay Street, / Opposite Old Mill / Leeds LS1 4AP",
		},
		"a line that the tags rule out": {
			[]line{street, sheettest.One(50, 113, "Opposite Old Mill", place, never), town}, "4 Quay Street, / Leeds LS1 4AP",
		},
		"a line of another column": {
			[]line{street, sheettest.One(90, 113, "Opposite Old Mill", place, half), town}, "4 Quay Street, / Leeds LS1 4AP",
		},
		"a label":   {[]line{street, sheettest.One(50, 113, "Due date", place, half), town}, "4 Quay Street, / Leeds LS1 4AP"},
		"a company": {[]line{street, sheettest.One(50, 113, "Marlow Ltd", place, half), town}, "4 Quay Street, / Leeds LS1 4AP"},
		"the town before its code": {
			[]line{street, row(50, 113, piece{"Mehsana -", place, half}, piece{"384001", place, sure})}, "4 Quay Street, / Mehsana - / 384001",
		},
		"the town before its county": {
			[]line{sheettest.One(50, 100, "Str. Morii nr. 9, 415200", place, sure),
				row(50, 113, piece{"Turda,", place, half}, piece{"jud. Cluj", place, sure})},
			"Str. Morii nr. 9, 415200 / Turda, / jud. Cluj",
		},
	} {
		expect(t, what, sheettest.Tagged(t, c.lines...), place, c.want)
	}
}

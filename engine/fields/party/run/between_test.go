package run

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
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

// Wide print parts the words of a line: the town behind its code, and the end of a company's name.
func TestPartedLines(t *testing.T) {
	t.Parallel()
	const name, place, sure, never = tag.CustomerName, tag.CustomerAddress, 0.9, 0.01
	street := sheettest.One(50, 100, "Havenkade 9", place, sure)
	for what, c := range map[string]struct {
		class tag.Class
		lines []line
		want  string
	}{
		"a town behind its code": {
			place, []line{street, row(50, 113, piece{"20457", place, sure}, piece{"Hamburg", tag.OtherParty, sure})}, "Havenkade 9 / 20457 / Hamburg",
		},
		"a town behind a code of two words": {
			place, []line{street, row(50, 113, piece{"4611 GZ", place, sure}, piece{"Bergen op Zoom", tag.OtherParty, sure})},
			"Havenkade 9 / 4611 GZ / Bergen op Zoom",
		},
		"a number behind a code": {
			place, []line{street, row(50, 113, piece{"20457", place, sure}, piece{"Hamburg 4711", tag.Other, sure})}, "Havenkade 9 / 20457",
		},
		"what stands behind the town": {
			place, []line{street, row(50, 113, piece{"20457 Hamburg", place, sure}, piece{"Nordsee", tag.Other, sure})}, "Havenkade 9 / 20457 Hamburg",
		},
		"a name up to its legal form": {
			name, []line{row(50, 100, piece{"HOTEL", name, sure}, piece{"MARLOW", tag.Other, sure}, piece{"BELLINI S.R.L.", tag.Other, sure})},
			"HOTEL / MARLOW / BELLINI S.R.L.",
		},
		"no legal form at the end": {
			name, []line{row(50, 100, piece{"HOTEL MARLOW", name, sure}, piece{"on the quay", tag.Other, never})}, "HOTEL MARLOW",
		},
		"a number in the name": {
			name, []line{row(50, 100, piece{"HOTEL MARLOW", name, sure}, piece{"No. 4711 GmbH", tag.Other, sure})}, "HOTEL MARLOW",
		},
		"another company behind a whole name": {
			name, []line{row(50, 100, piece{"Marlow GmbH", name, sure}, piece{"Hollis Holding GmbH", tag.Other, sure})}, "Marlow GmbH",
		},
	} {
		expect(t, what, sheettest.Tagged(t, c.lines...), c.class, c.want)
	}
}

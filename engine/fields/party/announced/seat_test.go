package announced

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// Behind "Registered office:" stands the sender's whole address, whatever the network makes
// of its pieces; a town alone is none.
func TestSeatOfTheSender(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		pieces []piece
		want   string
	}{
		"a house without a number": {
			[]piece{{"Marlow Pumps Ltd. Registered office:", tag.Other}, {"Quay House,", tag.VendorName},
				{"4 Quay Street,", tag.VendorAddress}, {"Leeds LS1 4AP", tag.VendorAddress}},
			"Quay House, 4 Quay Street, Leeds LS1 4AP",
		},
		"a code with its town, and a label behind": {
			[]piece{{"Siège social :", tag.Other}, {"4 quai Neuf,", tag.Other}, {"59000 Lille. TVA", tag.Other},
				{"FR40303265045", tag.VendorTaxID}},
			"4 quai Neuf, 59000 Lille.",
		},
		"a town alone": {
			[]piece{{"Sitz der Gesellschaft:", tag.Other}, {"Kassel", tag.Other}}, "",
		},
		"a town alone that the network takes for an address": {
			[]piece{{"Kotipaikka", tag.Other}, {"Lahti", tag.VendorAddress}}, "",
		},
		"a street behind a town": {
			[]piece{{"Sede social:", tag.Other}, {"Évora,", tag.VendorAddress}, {"Rua Nova 4", tag.VendorAddress}}, "Évora, Rua Nova 4",
		},
		"a tax number in the unit of the town": {
			[]piece{{"Domicilio social:", tag.Other}, {"Calle Mayor 4,", tag.VendorAddress},
				{"37001 Salamanca. NIF A58818501.", tag.VendorTaxID}},
			"Calle Mayor 4, 37001 Salamanca.",
		},
		"a saint's town": {
			[]piece{{"Sitz der Gesellschaft:", tag.Other}, {"Erlenweg 4,", tag.Other}, {"9000 St. Gallen", tag.Other}},
			"Erlenweg 4, 9000 St. Gallen",
		},
		"no colon": {
			[]piece{{"Registered office 4 Quay Street,", tag.Other}, {"Leeds LS1 4AP", tag.Other}}, "4 Quay Street, Leeds LS1 4AP",
		},
		"a sentence": {
			[]piece{{"Registered office and works", tag.Other}, {"Leeds LS1 4AP", tag.Other}}, "",
		},
	} {
		if text := inFoot(t, tag.VendorAddress, c.pieces); text != c.want {
			t.Errorf("%s: %q, want %q", what, text, c.want)
		}
	}
}

// piece is a piece of a line and what the network makes of it.
type piece = struct {
	text  string
	class tag.Class
}

// inFoot returns what is of a class in a line of the foot.
func inFoot(t *testing.T, class tag.Class, pieces []piece) string {
	t.Helper()
	foot := sheettest.Line{X: 50, Y: 700}
	for _, p := range pieces {
		foot.Pieces = append(foot.Pieces, sheettest.Piece{Text: p.text, Class: p.class, Odds: 0.9})
	}
	tags := Correct(Input{Document: sheettest.Tagged(t, foot), Kind: result.TypeInvoice})
	var got []string
	for i := range tags.Units {
		if tags.Units[i].Best() == class {
			got = append(got, tags.Units[i].Text())
		}
	}
	return strings.Join(got, " ")
}

// Who prints the seat of a company is that company: its name stands before in the line, up to
// the legal form.
func TestNameBeforeASeat(t *testing.T) {
	t.Parallel()
	street, town := piece{"4 Quay Street,", tag.VendorAddress}, piece{"Leeds LS1 4AP", tag.VendorAddress}
	for what, c := range map[string]struct {
		pieces []piece
		want   string
	}{
		"and a stop":             {[]piece{{"Marlow Pumps plc. Registered office:", tag.Other}, street, town}, "Marlow Pumps plc."},
		"its form behind commas": {[]piece{{"Bombas Alarcón,", tag.Other}, {"S.A.U. Sede social:", tag.Other}, street, town}, "Bombas Alarcón, S.A.U."},
		"no legal form":          {[]piece{{"Marlow Pumps. Registered office:", tag.Other}, street, town}, ""},
		"a sentence":             {[]piece{{"Please write to our new registered office:", tag.Other}, street, town}, ""},
		"what the network holds for the customer's address": {
			[]piece{{"Marlow Pumps plc. Registered office:", tag.Other}, {street.text, tag.CustomerAddress}, {town.text, tag.CustomerAddress}}, "",
		},
	} {
		if text := inFoot(t, tag.VendorName, c.pieces); text != c.want {
			t.Errorf("%s: %q, want %q", what, text, c.want)
		}
	}
}

package tagged

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
)

// A line that holds all that the law asks of a company parts the address from the rest.
func TestAddressInALineOfCompanyDetails(t *testing.T) {
	t.Parallel()
	const name, place = tag.VendorName, tag.VendorAddress
	type piece struct {
		text  string
		class tag.Class
	}
	type pieces []piece
	for what, c := range map[string]struct {
		pieces pieces
		want   string
	}{
		"the label of a tax number": {
			pieces{{"4 Quay Street,", place}, {"Leeds LS1 4AP. VAT Reg No", place}, {"GB123456789", tag.VendorTaxID}},
			"4 Quay Street, Leeds LS1 4AP",
		},
		"a telephone without a stop before": {
			pieces{{"4 Quay Street,", place}, {"Leeds LS1 4AP Tel 0113 555 0142", place}}, "4 Quay Street, Leeds LS1 4AP",
		},
		"the name and a stop": {
			pieces{{"Marlow Pumps Ltd. 4 Quay Street,", place}, {"Leeds LS1 4AP", place}}, "4 Quay Street, Leeds LS1 4AP",
		},
		"the name and no stop": {
			pieces{{"Marlow Pumps Ltd Unit 2,", place}, {"Leeds LS1 4AP", place}}, "Unit 2, Leeds LS1 4AP",
		},
		"a street with the word of a label": {
			pieces{{"12 Mobile Hwy,", place}, {"Leeds LS1 4AP", place}}, "12 Mobile Hwy, Leeds LS1 4AP",
		},
		"an abbreviation at the end": {
			pieces{{"Leeds LS1 4AP,", place}, {"4 Quay St.", place}}, "Leeds LS1 4AP, 4 Quay St.",
		},
	} {
		foot := line{X: 50, Y: 600}
		for _, p := range c.pieces {
			foot.Pieces = append(foot.Pieces, sheettest.Piece{Text: p.text, Class: p.class, Odds: sure})
		}
		doc := page(t, []line{sheettest.One(50, 60, "Marlow Pumps Ltd", name, sure)}, []line{foot})
		sheettest.Expect(t, what, scalars(Find(doc)), "vendorName=Marlow Pumps Ltd", "vendorAddress="+c.want)
	}
}

// Lines that say whose desk it is, or how old a company, are no part of its address.
func TestLinesBesideAnAddress(t *testing.T) {
	t.Parallel()
	for beside, want := range map[string]string{
		"Accounts payable":          "4 Quay Street, Leeds LS1 4AP",
		"Pump makers since 1931":    "4 Quay Street, Leeds LS1 4AP",
		"Accounts House":            "Accounts House, 4 Quay Street, Leeds LS1 4AP",
		"Unit 1931, Since Building": "Unit 1931, Since Building, 4 Quay Street, Leeds LS1 4AP",
	} {
		doc := page(t, []line{sheettest.One(50, 60, "Marlow Pumps Ltd", tag.VendorName, sure)},
			[]line{sheettest.One(50, 72, beside, tag.VendorAddress, sure)},
			[]line{sheettest.One(50, 84, "4 Quay Street", tag.VendorAddress, sure)},
			[]line{sheettest.One(50, 96, "Leeds LS1 4AP", tag.VendorAddress, sure)})
		sheettest.Expect(t, beside, scalars(Find(doc)), "vendorName=Marlow Pumps Ltd", "vendorAddress="+want)
	}
}

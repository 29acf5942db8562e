package run

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
)

// What the tags take for a piece of an address and is none by its words is in none.
func TestWhatIsInNoAddress(t *testing.T) {
	t.Parallel()
	const place, sure = tag.VendorAddress, 0.9
	rest := []piece{{"4 Quay Street,", place, sure}, {"Leeds LS1 4AP", place, sure}}
	address := join([]line{row(50, 113, rest...)})
	const want = "4 Quay Street, / Leeds LS1 4AP"
	for what, c := range map[string]struct {
		lines []line
		want  []string
	}{
		"a capital":    {[]line{row(50, 100, append([]piece{{"Société au capital de 37 500 €", place, sure}}, rest...)...)}, []string{want}},
		"a tax regime": {[]line{row(50, 100, append([]piece{{"RF01 Ordinario", place, sure}}, rest...)...)}, []string{want}},
		"a legal form": {[]line{row(50, 100, append([]piece{{"Limited", place, sure}}, rest...)...)}, []string{want}},
		"sentences": {
			join(sheettest.Down(50, 100, place, sure, "under the conditions of sale of which a copy 4 is on request"), address), []string{want},
		},
		"what somebody deals in": {
			join([]line{row(50, 100, piece{"Timber", place, sure}, piece{"· Buildings", place, sure}, piece{"· Tiles", place, sure})}, address),
			[]string{want},
		},
		"who opens a letter": {
			join([]line{row(50, 100, piece{"Attn Sales,", tag.Other, sure}, piece{"Ada Lowe", place, sure})}, address), []string{want},
		},
		"who opens a letter, in two words": {
			join([]line{sheettest.One(50, 100, "z. H. Ada Lowe", place, sure)}, address), []string{want},
		},
		"a person": {
			join([]line{sheettest.One(50, 100, "Herr Uwe Stahl", place, sure)}, address), []string{want},
		},
		"a street of a lord": {
			join([]line{sheettest.One(50, 100, "Don Carlos 12", place, sure)}, address),
			[]string{"Don Carlos 12 / 4 Quay Street, / Leeds LS1 4AP"},
		},
		"a desk with a number": {
			join([]line{sheettest.One(50, 100, "Fachdienst 4 Innere Dienste", place, sure)}, address), []string{want},
		},
		"who opens a letter in the line of the address": {
			[]line{row(50, 100, append([]piece{{"Attn Ada Lowe,", tag.Other, sure}}, rest...)...)}, []string{want},
		},
		"two places between marks": {
			[]line{row(50, 100, piece{"Quay House", place, sure}, piece{"· Leeds", place, sure})}, []string{"Quay House / · Leeds"},
		},
		"a flat": {[]line{row(50, 100, piece{"Str. Morii 4,", place, sure}, piece{"sc. A,", place, sure}, piece{"Turda", place, sure})},
			[]string{"Str. Morii 4, / sc. A, / Turda"}},
	} {
		expect(t, what, sheettest.Tagged(t, c.lines...), place, c.want...)
	}
}

// A label of names is no name, however sure the tags are, and no first line of one.
func TestLabelsOfNames(t *testing.T) {
	t.Parallel()
	const name, sure = tag.CustomerName, 0.99
	for _, label := range []string{"NOME / RAZÃO SOCIAL", "Company name"} {
		doc := sheettest.Tagged(t, sheettest.Down(50, 100, name, sure, label, "Hollis Joinery Ltd")...)
		expect(t, label, doc, name, "Hollis Joinery Ltd")
	}
}

// A number alone under a name is no part of it, nor a name; a short one may be.
func TestNumbersAreNoNames(t *testing.T) {
	t.Parallel()
	const name, sure = tag.VendorName, 0.9
	for number, want := range map[string]string{
		"28024150": "Hollis Joinery", "1847": "Hollis Joinery / 1847",
	} {
		doc := sheettest.Tagged(t, sheettest.Down(50, 100, name, sure, "Hollis Joinery", number)...)
		expect(t, number, doc, name, want)
	}
}

package taxid

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// Numbers that the tags hold for a party's: those with the form of a tax number rather
// than others, none that is a telephone's, and no number for both.
func TestNumbersByTags(t *testing.T) {
	t.Parallel()
	const vendor, customer, sure, hardly = tag.VendorTaxID, tag.CustomerTaxID, 0.9, 0.02
	at := func(y float64, text string, class tag.Class, odds float64) sheettest.Line {
		return sheettest.One(50, y, text, class, odds)
	}
	for name, c := range map[string]struct {
		lines []sheettest.Line
		want  []string
	}{
		"one each": {
			[]sheettest.Line{at(100, taxID, vendor, sure), at(200, otherTaxID, customer, sure)},
			[]string{"vendorTaxId=" + taxID, "customerTaxId=" + otherTaxID},
		},
		"one of both is the likelier's": {
			[]sheettest.Line{at(100, taxID, vendor, sure), sheettest.One(300, 200, "again "+taxID, customer, 0.5)},
			[]string{"vendorTaxId=" + taxID},
		},
		"a number without a form": {[]sheettest.Line{at(100, "22/456/78901", vendor, sure)}, []string{"vendorTaxId=22/456/78901"}},
		"too few digits":          {[]sheettest.Line{at(100, "22/45", vendor, sure)}, nil},
		"longer than any":         {[]sheettest.Line{at(100, "No 22 456 78901 22 456 78901 77", vendor, sure)}, nil},
		"a number without a form over one that has one": {
			[]sheettest.Line{at(100, "35667964", vendor, sure), at(113, "55.538.214/0001-13", vendor, 0.4)},
			[]string{"vendorTaxId=55.538.214/0001-13"},
		},
		"a number without a form in another column": {
			[]sheettest.Line{at(100, "35667964", vendor, sure), sheettest.One(350, 113, "55.538.214/0001-13", customer, sure)},
			[]string{"vendorTaxId=35667964", "customerTaxId=55.538.214/0001-13"},
		},
		"a number that the tags deny": {
			[]sheettest.Line{at(100, "4000001123", vendor, hardly)}, nil,
		},
		"by its form, though the tags deny it": {
			[]sheettest.Line{at(100, "69-1592354", vendor, hardly)}, []string{"vendorTaxId=69-1592354"},
		},
		"the one of two with the form": {
			[]sheettest.Line{at(100, "4000001123", vendor, 0.5), at(200, taxID, vendor, 0.4)}, []string{"vendorTaxId=" + taxID},
		},
		"the mark of a Swiss number in the line below": {
			[]sheettest.Line{at(100, "CHE-123.456.788", vendor, sure), at(113, "MWST", tag.Other, sure)}, []string{"vendorTaxId=CHE123456788MWST"},
		},
		"another word in the line below": {
			[]sheettest.Line{at(100, "CHE-123.456.788", vendor, sure), at(113, "Bern", tag.Other, sure)}, []string{"vendorTaxId=CHE123456788"},
		},
		"behind what announces it": {
			[]sheettest.Line{at(100, "NIT 900.417.338-1", vendor, sure)}, []string{"vendorTaxId=900.417.338-1"},
		},
		"a company's capital": {[]sheettest.Line{at(100, "50.000,00 i.v.", vendor, sure)}, nil},
		"a telephone":         {[]sheettest.Line{at(100, "+1-974-943-6039", vendor, sure)}, nil},
		"words before the number": {
			[]sheettest.Line{at(100, "Steuernummer 22/456/78901", vendor, sure)}, []string{"vendorTaxId=22/456/78901"},
		},
		"in groups as a telephone's, behind its label": {
			[]sheettest.Line{{X: 50, Y: 100, Pieces: []sheettest.Piece{{Text: "Org.nr", Class: tag.Other, Odds: sure},
				{Text: "974 760 673", Class: customer, Odds: sure}}}},
			[]string{"customerTaxId=974760673"},
		},
		"with the mark of a tax, in groups": {
			[]sheettest.Line{at(100, "974 760 673 MVA", vendor, sure)}, []string{"vendorTaxId=974760673MVA"},
		},
		"one number of both, with and without a country's letters": {
			[]sheettest.Line{at(100, "FI15728600", vendor, sure), at(200, "1572860-0", customer, 0.5)},
			[]string{"vendorTaxId=FI15728600"},
		},
		"in a register": {
			[]sheettest.Line{at(100, "REA MI-1024417", vendor, 0.6), at(200, "00743110157", vendor, 0.5)},
			[]string{"vendorTaxId=00743110157"},
		},
		"the customer's by the word in brackets": {
			[]sheettest.Line{{X: 50, Y: 100, Pieces: []sheettest.Piece{{Text: "Y-tunnus (asiakas)", Class: tag.Other, Odds: sure},
				{Text: "1572860-0", Class: tag.Other, Odds: 0.5}}}, at(200, "FI09853608", vendor, sure)},
			[]string{"vendorTaxId=FI09853608", "customerTaxId=1572860-0"},
		},
		"an address of a net": {[]sheettest.Line{at(100, "a123456@marlow.test", vendor, sure)}, nil},
	} {
		l := link.New(sheettest.Tagged(t, c.lines...), result.TypeInvoice, link.Scorer{})
		sheettest.Expect(t, name, Find(Input{Linker: l}), c.want...)
	}
}

// A number that is printed as a country's tax numbers are is likely one; with wrong check
// digits it may be part of an account's.
func TestLiftOfForms(t *testing.T) {
	t.Parallel()
	lift := func(text string, odds float64) float64 {
		doc := sheettest.Tagged(t, sheettest.One(50, 100, text, tag.Other, 0.9))
		in := Input{Linker: link.New(doc, result.TypeInvoice, link.Scorer{})}
		return in.formLift(&doc.Tags.Units[0], odds)
	}
	const unlikely, likely = -6.0, -0.1
	for text, want := range map[string]float64{taxID: formedOdds - unlikely, "DE136695977": formBonus, "4711": 0} {
		if got := lift(text, unlikely); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if got := lift(taxID, likely); got != formBonus {
		t.Errorf("what is likely gains %v", got)
	}
}

// The tags decide where there are any: a label alone makes no number a party's.
func TestTagsGoBeforeLabels(t *testing.T) {
	t.Parallel()
	l := link.New(sheettest.Tagged(t, sheettest.One(50, 100, "Steuernummer: 22/456/78901", tag.Number, 0.99)), result.TypeInvoice, link.Scorer{})
	if m := l.Link(l.TaxIDValues, lexicon.TaxID); len(m.Links[lexicon.TaxID]) == 0 {
		t.Fatal("the label announces nothing")
	}
	sheettest.Expect(t, "tags", Find(Input{Linker: l}))
	l.Tags = nil
	sheettest.Expect(t, "rules", Find(Input{Linker: l}), "vendorTaxId=22/456/78901")
}

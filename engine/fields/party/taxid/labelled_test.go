package taxid

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// What a label or a name beside a number says of whose it is goes before the tags.
func TestWhoseNumbersAre(t *testing.T) {
	t.Parallel()
	const vendor, customer, sure, hardly = tag.VendorTaxID, tag.CustomerTaxID, 0.9, 0.001
	plain := func(x, y float64, text string) sheettest.Line { return sheettest.One(x, y, text, tag.Other, 0.9) }
	fact := func(x, y float64, text string, class tag.Class, odds float64) sheettest.Line {
		return sheettest.One(x, y, text, class, odds)
	}
	for name, c := range map[string]struct {
		lines []sheettest.Line
		want  []string
	}{
		"ours and yours": {
			[]sheettest.Line{plain(300, 100, "Unsere USt-IdNr."), fact(420, 100, taxID, customer, 0.3),
				plain(300, 113, "Ihre USt-IdNr."), fact(420, 113, otherTaxID, customer, 0.2)},
			[]string{"vendorTaxId=" + taxID, "customerTaxId=" + otherTaxID},
		},
		"ours and yours, neither known by its place": {
			[]sheettest.Line{plain(300, 100, "NIP sprzedawcy"), fact(420, 100, "5260001246", vendor, hardly),
				plain(300, 113, "NIP nabywcy"), fact(420, 113, "5213870274", customer, hardly)},
			[]string{"vendorTaxId=5260001246", "customerTaxId=5213870274"},
		},
		"the customer's in a row of headings": {
			[]sheettest.Line{plain(50, 100, "Numero"), plain(200, 100, "P. IVA / C.F. cliente"), plain(400, 100, "Rif. ordine"),
				plain(50, 113, "17/2031"), fact(200, 113, "00743110157", vendor, 0.3), plain(400, 113, "A-55")},
			[]string{"customerTaxId=00743110157"},
		},
		"beside the customer's number, the vendor's elsewhere": {
			[]sheettest.Line{plain(50, 60, "P.IVA "+"01234567897"), plain(50, 100, "Numero"), plain(150, 100, "Cod. cliente"),
				plain(250, 100, "Partita IVA"), plain(400, 100, "Codice fiscale"),
				plain(50, 113, "17/2031"), plain(150, 113, "C0188"), fact(250, 113, "00743110157", vendor, hardly),
				fact(400, 113, "00743110157", vendor, hardly)},
			[]string{"vendorTaxId=01234567897", "customerTaxId=00743110157"},
		},
		"in groups beside \"yours\", and another's": {
			[]sheettest.Line{plain(50, 100, "Deres org.nr"), fact(160, 100, "974 760 673", tag.Other, sure),
				plain(300, 100, "Org.nr"), fact(400, 100, "NO 923 609 016 MVA", tag.Other, sure)},
			[]string{"vendorTaxId=NO923609016MVA", "customerTaxId=974760673"},
		},
		"alone among the facts of the document": {
			[]sheettest.Line{plain(300, 100, "Invoice Number"), plain(300, 113, "INV-77"), plain(300, 139, "VAT Number"),
				fact(300, 152, taxID, customer, sure)},
			[]string{"vendorTaxId=" + taxID},
		},
		"under the customer's name": {
			[]sheettest.Line{plain(50, 100, "Weber OHG"), plain(50, 113, "VAT Number"), fact(50, 126, taxID, vendor, sure),
				plain(50, 139, "Invoice Number"), plain(50, 152, "INV-77")},
			[]string{"customerTaxId=" + taxID},
		},
		"under the vendor's": {
			[]sheettest.Line{plain(50, 100, "Marlow Ltd"), fact(50, 113, taxID, customer, sure), plain(300, 100, "Weber OHG")},
			[]string{"vendorTaxId=" + taxID},
		},
		"the nearer name's": {
			[]sheettest.Line{plain(50, 100, "Weber OHG"), fact(50, 113, otherTaxID, customer, sure),
				plain(50, 139, "Marlow Ltd"), fact(50, 152, taxID, customer, sure)},
			[]string{"vendorTaxId=" + taxID, "customerTaxId=" + otherTaxID},
		},
		"in brackets on the line of a tax": {
			[]sheettest.Line{{X: 300, Y: 400, Pieces: []sheettest.Piece{{Text: "GST 5%", Class: tag.Other, Odds: 0.9},
				{Text: "(123456782RT0001):", Class: vendor, Odds: hardly}}}},
			[]string{"vendorTaxId=123456782RT0001"},
		},
		"behind its label, the tags wavering": {
			[]sheettest.Line{{X: 50, Y: 700, Pieces: []sheettest.Piece{{Text: "Steuernummer:", Class: tag.Other, Odds: 0.9},
				{Text: "22/456/78901", Class: vendor, Odds: 0.07}}}},
			[]string{"vendorTaxId=22/456/78901"},
		},
		"behind its label, beside one with a form": {
			[]sheettest.Line{{X: 50, Y: 700, Pieces: []sheettest.Piece{{Text: "Steuernummer:", Class: tag.Other, Odds: 0.9},
				{Text: "22/456/78901", Class: vendor, Odds: 0.07}}}, fact(300, 700, taxID, vendor, hardly)},
			[]string{"vendorTaxId=" + taxID},
		},
		"in two units, where the print changes": {
			[]sheettest.Line{{X: 50, Y: 100, Pieces: []sheettest.Piece{{Text: "HST No.", Class: tag.Other, Odds: 0.9},
				{Text: "123456782", Class: vendor, Odds: sure}, {Text: "RT0001", Class: vendor, Odds: 0.8}}}},
			[]string{"vendorTaxId=123456782RT0001"},
		},
		"beside the number of customs": {
			[]sheettest.Line{{X: 50, Y: 100, Pieces: []sheettest.Piece{{Text: "VAT Reg No", Class: tag.Other, Odds: 0.9},
				{Text: "GB 980 7806 84", Class: vendor, Odds: sure}, {Text: "EORI", Class: tag.Other, Odds: 0.9},
				{Text: "GB980780684000", Class: vendor, Odds: 0.95}}}},
			[]string{"vendorTaxId=GB980780684"},
		},
		"with the number of Quebec's tax behind": {
			[]sheettest.Line{{X: 50, Y: 100, Pieces: []sheettest.Piece{{Text: "N° d’inscription TPS :", Class: tag.Other, Odds: 0.9},
				{Text: "123 456 782 RT 0001", Class: vendor, Odds: 0.19}, {Text: "N° d’inscription TVQ :", Class: tag.Other, Odds: 0.9},
				{Text: "1234567890 TQ 0001", Class: vendor, Odds: hardly}}}},
			[]string{"vendorTaxId=123456782RT0001"},
		},
		"in groups as a telephone's": {
			[]sheettest.Line{fact(50, 100, "51 824 753 556", vendor, 0.4)}, []string{"vendorTaxId=51824753556"},
		},
	} {
		l := link.New(sheettest.Tagged(t, c.lines...), result.TypeInvoice, link.Scorer{})
		in := Input{Linker: l, Vendor: printed(l, "Marlow Ltd"), Customer: printed(l, "Weber OHG")}
		sheettest.Expect(t, name, Find(in), c.want...)
	}
}

// Two numbers under one label are those of two parties: the vendor's stands with the
// account to pay to, the customer's with number and dates of the document.
func TestNumbersInBlocksOfFacts(t *testing.T) {
	t.Parallel()
	const vendor, hardly = tag.VendorTaxID, 0.05
	plain := func(x, y float64, text string) sheettest.Line { return sheettest.One(x, y, text, tag.Other, 0.9) }
	left := []sheettest.Line{plain(50, 100, "Rechnungsnr."), plain(160, 100, "RE-771"), plain(50, 113, "Rechnungsdatum"),
		plain(160, 113, "14.05.2031"), plain(50, 126, "USt-IdNr."), sheettest.One(160, 126, otherTaxID, vendor, 0.8)}
	right := func(label string) []sheettest.Line {
		return []sheettest.Line{plain(320, 100, label), sheettest.One(420, 100, taxID, vendor, 0.7),
			plain(320, 113, "IBAN"), plain(420, 113, "DE89 3704 0044 0532 0130 00")}
	}
	for name, c := range map[string]struct {
		lines []sheettest.Line
		want  []string
	}{
		"one label": {append(left, right("USt-IdNr.")...), []string{"vendorTaxId=" + taxID, "customerTaxId=" + otherTaxID}},
		"the tags part them": {append(append(left[:5:5], sheettest.One(160, 126, otherTaxID, vendor, 0.8)),
			plain(320, 100, "USt-IdNr."), sheettest.One(420, 100, taxID, tag.CustomerTaxID, 0.7), plain(320, 113, "IBAN"),
			plain(420, 113, "DE89 3704 0044 0532 0130 00")), []string{"vendorTaxId=" + otherTaxID, "customerTaxId=" + taxID}},
		"two labels": {append(left, right("UID-Nr.")...), []string{"vendorTaxId=" + otherTaxID}},
		"no account": {append(left, plain(320, 139, "USt-IdNr."), sheettest.One(420, 139, taxID, vendor, hardly)),
			[]string{"vendorTaxId=" + otherTaxID}},
	} {
		l := link.New(sheettest.Tagged(t, c.lines...), result.TypeInvoice, link.Scorer{})
		sheettest.Expect(t, name, Find(Input{Linker: l}), c.want...)
	}
}

// A place that the tags leave out is read by its labels.
func TestNumbersThatTheTagsLeaveOut(t *testing.T) {
	t.Parallel()
	for foot, want := range map[string][]string{
		"Marlow plc. VAT number GB731204456. Page 1": {"vendorTaxId=GB731204456"},
		"Marlow plc. Your VAT no. GB731204456":       nil,
		"Marlow plc. GB731204456":                    nil,
	} {
		doc := sheettest.Tagged(t, sheettest.One(50, 100, "Marlow Ltd", tag.Other, 0.9), sheettest.One(50, 700, foot, tag.Other, 0.9))
		doc.Tags = tag.New(doc.Tags.Units[:1], [6]float32{})
		sheettest.Expect(t, foot, Find(Input{Linker: link.New(doc, result.TypeInvoice, link.Scorer{})}), want...)
	}
}

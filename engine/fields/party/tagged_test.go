package party_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/tagger"
)

// tagged links a document that the program's own tagger has seen.
func tagged(doc *document.Document, kind result.DocumentType) *link.Linker {
	network, err := tagger.Embedded()
	if err != nil {
		panic(err)
	}
	l := sheettest.Read(doc, kind)
	l.Tags = network.Tag(l.Document)
	return l
}

// rest fills a page under its head with what invoices have.
func rest(s *sheettest.Sheet) {
	for i, row := range [][4]string{{"Description", "Quantity", "Unit price", "Amount"}, {"Oak board", "2", "15.00", "30.00"},
		{"Delivery", "1", "9.50", "9.50"}, {"", "", "Subtotal", "39.50"}, {"", "", "VAT 20%", "7.90"},
		{"", "", "Total", "47.40"}} {
		y := 330 + 16*float64(i)
		if row[0] != "" {
			s.Put(50, y, 10, row[0])
			s.End(330, y, 10, row[1])
		}
		s.End(440, y, 10, row[2])
		s.End(545, y, 10, row[3])
	}
}

// Parties in arrangements of all sorts, none of which training has seen.
func TestPartiesInUnusualLayouts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		draw func(*sheettest.Sheet)
		want map[string]string
	}{
		"the customer in one line": {func(s *sheettest.Sheet) {
			s.Put(50, 50, 16, "Marlow Timber Ltd")
			s.Column(50, 70, 10, "6 Quay Street", "Leeds LS1 4AP", "VAT No. GB 123 4567 82")
			s.Put(50, 160, 10, "Bill to: Alder & Sons GmbH, Lindenweg 4, 10117 Berlin")
			s.Column(50, 220, 10, "Invoice number: A-1001", "Invoice date: 3 May 2031")
		}, map[string]string{"vendorName": "Marlow Timber Ltd", "customerName": "Alder & Sons GmbH",
			"vendorAddress": "6 Quay Street, Leeds LS1 4AP", "customerAddress": "Lindenweg 4, 10117 Berlin"}},
		"side by side, headings above": {func(s *sheettest.Sheet) {
			s.Put(50, 50, 20, "INVOICE")
			s.Column(50, 110, 10, "From", "Marlow Timber Ltd", "6 Quay Street", "Leeds LS1 4AP")
			s.Column(300, 110, 10, "To", "Hollis Joinery Ltd", "12 Mill Lane", "York YO1 7HH")
			s.Column(50, 220, 10, "Invoice number: A-1001", "Invoice date: 3 May 2031")
		}, map[string]string{"vendorName": "Marlow Timber Ltd", "customerName": "Hollis Joinery Ltd",
			"vendorAddress": "6 Quay Street, Leeds LS1 4AP", "customerAddress": "12 Mill Lane, York YO1 7HH"}},
		"headings of one short word": {func(s *sheettest.Sheet) {
			s.Put(50, 50, 20, "FATTURA")
			s.Column(50, 110, 10, "A", "Officina Belletti S.r.l.", "Via dei Mille, 12", "40121 Bologna")
			s.Column(50, 190, 10, "Da", "Legnami Marchesi S.n.c.", "Corso Umberto, 6", "16129 Genova")
			s.Column(300, 110, 10, "Numero fattura: A-1001", "Data fattura: 3 maggio 2031")
		}, map[string]string{"vendorName": "Legnami Marchesi S.n.c.", "customerName": "Officina Belletti S.r.l.",
			"vendorAddress": "Corso Umberto, 6, 16129 Genova", "customerAddress": "Via dei Mille, 12, 40121 Bologna"}},
		"columns too narrow for a name and a town": {func(s *sheettest.Sheet) {
			s.Put(50, 50, 16, "Marlow Timber Ltd")
			s.Column(50, 70, 10, "6 Quay Street", "Leeds LS1 4AP", "VAT No. GB 123 4567 82")
			s.Put(50, 150, 10, "Bill to:")
			s.Column(50, 164, 10, "Joinery Hollis and", "Daughters", "12 Mill Lane", "York YO1 7HH")
			s.Put(300, 150, 10, "Ship to:")
			s.Column(300, 164, 10, "Joinery Hollis and", "Daughters", "12 Mill Lane", "York YO1 7HH")
			s.Column(50, 240, 10, "Invoice number: A-1001", "Invoice date: 3 May 2031")
		}, map[string]string{"vendorName": "Marlow Timber Ltd", "customerName": "Joinery Hollis and Daughters",
			"customerAddress": "12 Mill Lane, York YO1 7HH"}},
		"the vendor at the foot": {func(s *sheettest.Sheet) {
			s.Column(50, 110, 10, "Hollis Joinery Ltd", "12 Mill Lane", "York YO1 7HH")
			s.Put(50, 200, 16, "Invoice A-1001")
			s.Put(50, 225, 10, "Invoice date: 3 May 2031")
			s.Put(50, 790, 8, "Marlow Timber Ltd · 6 Quay Street · Leeds LS1 4AP · VAT No. GB 123 4567 82 · accounts@marlowtimber.co.uk")
		}, map[string]string{"vendorName": "Marlow Timber Ltd", "customerName": "Hollis Joinery Ltd",
			"vendorAddress": "6 Quay Street, Leeds LS1 4AP", "customerAddress": "12 Mill Lane, York YO1 7HH"}},
		"a person at the window": {func(s *sheettest.Sheet) {
			s.Put(50, 40, 16, "Holzwerk Lindner GmbH")
			s.Put(50, 120, 7, "Holzwerk Lindner GmbH · Hafenweg 3 · 20457 Hamburg")
			s.Column(50, 135, 10, "Herrn", "Max Muster", "Gartenweg 12", "50667 Köln")
			s.Put(50, 230, 14, "Rechnung Nr. 2031-17")
			s.Put(400, 230, 10, "Datum: 03.05.2031")
		}, map[string]string{"vendorName": "Holzwerk Lindner GmbH", "customerName": "Max Muster",
			"vendorAddress": "Hafenweg 3, 20457 Hamburg", "customerAddress": "Gartenweg 12, 50667 Köln"}},
	} {
		s := sheettest.A4()
		c.draw(s)
		rest(s)
		doc := sheettest.Bind(s)
		set := party.Find(tagged(doc, result.TypeInvoice))
		for field, want := range c.want {
			if got := set.Text(field); got != want {
				t.Errorf("%s: %s = %q, want %q", name, field, got, want)
			}
		}
		sheettest.Cites(t, doc, set)
	}
}

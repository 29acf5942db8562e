package fields_test

import (
	"fmt"
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/assert"
)

func TestPoorlyPrintedReceipts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		draw func(s *sheettest.Sheet)
		want map[string]string // "" for a field that must be absent
	}{
		"the total a little lower than its label": {
			func(s *sheettest.Sheet) {
				s.Column(12, 20, 9, "Marlow Fish Bar", "6 Quay Street")
				s.Put(12, 80, 9, "Haddock")
				s.End(214, 80, 9, "9.50")
				s.Put(12, 110, 9, "TOTAL:")
				s.End(214, 116, 9, "9.50")
			},
			map[string]string{"vendorName": "Marlow Fish Bar", "total": "9.50"},
		},
		"one sum, called a subtotal": {
			func(s *sheettest.Sheet) {
				s.Column(12, 20, 9, "Marlow Fish Bar", "Haddock 9.50", "SUBTOTAL 9.50", "CASH 10.00", "CHANGE 0.50")
			},
			map[string]string{"total": "9.50", "taxTotal": ""},
		},
		"the tax in brackets is not the total": {
			func(s *sheettest.Sheet) {
				s.Column(12, 20, 9, "Marlow Fish Bar", "Haddock 9.50", "DUE 9.50", "PAID 9.50", "(TOTAL INCLUDED GST @ 6% : 0.54)")
			},
			map[string]string{"total": "9.50"},
		},
		"a serial number is no money": {
			func(s *sheettest.Sheet) {
				s.Column(12, 20, 9, "Marlow Fish Bar", "GST 000292065280", "Haddock 9.50", "TOTAL 9.50")
			},
			map[string]string{"total": "9.50", "taxTotal": ""},
		},
		"noise over the name": {
			func(s *sheettest.Sheet) {
				s.Put(30, 8, 9, "Wey")
				s.Lines[0].Words[0].Confidence = 0.2
				s.Column(12, 20, 9, "Marlow Fish Bar", "6 Quay Street", "Whitby YO21 1AB", "01947 555 010", "Server: Ann",
					"TOTAL 9.50")
			},
			map[string]string{"vendorName": "Marlow Fish Bar", "vendorAddress": "6 Quay Street, Whitby YO21 1AB",
				"total": "9.50"},
		},
		"short words far apart in wide print": {
			func(s *sheettest.Sheet) {
				s.Put(12, 20, 12, "B")
				s.Put(40, 20, 12, "&")
				s.Put(68, 20, 12, "G")
				s.Put(96, 20, 12, "Bakery")
				s.Put(12, 40, 9, "6 Quay")
				s.Put(70, 40, 9, "Street")
				s.Column(12, 52, 9, "Whitby YO21 1AB", "Server: Ann", "TOTAL 9.50")
			},
			map[string]string{"vendorName": "B & G Bakery", "vendorAddress": "6 Quay Street, Whitby YO21 1AB"},
		},
		"whose shop it is, and a misread registration number": {
			func(s *sheettest.Sheet) {
				s.Put(12, 20, 9, "OWN BY")
				s.Put(70, 20, 9, "KEDAI MAJU SDN BHD ( lu/S09-P)")
				s.Column(12, 32, 9, "NO 4, JALAN BESAR", "43300 SELANGOR", "TOTAL 9.50")
			},
			map[string]string{"vendorName": "KEDAI MAJU SDN BHD"},
		},
		"the legal form on a line of its own": {
			func(s *sheettest.Sheet) {
				s.Column(12, 20, 9, "PASAR RAYA INDAH", "SDN BHD", "NO 4, JALAN BESAR", "TOTAL 9.50")
			},
			map[string]string{"vendorName": "PASAR RAYA INDAH SDN BHD"},
		},
	} {
		s := sheettest.Till(300)
		c.draw(s)
		doc := sheettest.Bind(s)
		set := extract(doc, result.TypeReceipt)
		for field, want := range c.want {
			assert.Equal(t, set.Text(field), want, name, field)
		}
		sheettest.Cites(t, doc, set)
	}
}

// The second page has no column headings, dates have no years, and S marks debits.
func TestStatementOverNewYear(t *testing.T) {
	t.Parallel()
	first, second := sheettest.A4(), sheettest.A4()
	first.Column(50, 40, 11, "Volksbank Nordheide", "Kontoauszug", "IBAN: DE89 3704 0044 0532 0130 00",
		"Zeitraum: 15.12.2030 - 15.01.2031")
	row := func(s *sheettest.Sheet, y float64, day, text, amount string) {
		s.Put(50, y, 9, day)
		s.Put(130, y, 9, text)
		s.End(460, y, 9, amount)
	}
	row(first, 140, "Datum", "Verwendungszweck", "Betrag EUR")
	row(first, 158, "29.12.", "Miete", "650,00 S")
	row(second, 60, "02.01.", "Gehalt", "2.300,00 H")
	second.Put(130, 90, 9, "Neuer Saldo")
	second.End(460, 90, 9, "1.650,00")
	doc := sheettest.Bind(first, second)
	set := extract(doc, result.TypeBankStatement)
	sheettest.Holds(t, set, map[string]string{"bankName": "Volksbank Nordheide", "periodStart": "2030-12-15",
		"closingBalance": "1650.00"})
	var got []string
	for _, r := range set.Lists["transactions"] {
		got = append(got, fmt.Sprint(r["date"].Value, " ", r["description"].Value, " ", r["amount"].Value))
	}
	assert.Equal(t, fmt.Sprint(got), "[2030-12-29 Miete -650.00 2031-01-02 Gehalt 2300.00]", got)
	sheettest.Cites(t, doc, set)
}

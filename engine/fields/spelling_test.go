package fields

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/libs/assert"
)

// Certain words and unknown words are unchanged.
func TestRespell(t *testing.T) {
	t.Parallel()
	sure := map[string]bool{"Snah": true}
	for read, want := range map[string]string{
		"KEDAI MAJU SON BHD":               "KEDAI MAJU SDN BHD",
		"Kedai Maju Sdn. Bhd":              "Kedai Maju Sdn. Bhd",
		"Kedai Maju Sun. Bho":              "Kedai Maju Sdn. Bhd",
		"Rapid Maju Sl: BHD":               "Rapid Maju SDN BHD",
		"Kedai Laut Sdn i.":                "Kedai Laut Sdn Bhd",
		"SUPER MART 5/8":                   "SUPER MART S/B",
		"MAJU MOTOR BHD":                   "MAJU MOTOR BHD",
		"Orchid Pte Lto":                   "Orchid Pte Ltd",
		"12 Hill Streel, Lonaon":           "12 Hill Street, London",
		"5 JALAN BESAR,43300 SELANGQR":     "5 JALAN BESAR,43300 SELANGOR",
		"Jin Besar, Snah Alam":             "Jln Besar, Snah Alam",
		"BORONG PINTAR":                    "BORONG PINTAR",
		"Holzwerk Lindner GmbH":            "Holzwerk Lindner GmbH",
		"Señor Café, Köln":                 "Señor Café, Köln",
		"THE OLD FORGE, 4 MILL LANE":       "THE OLD FORGE, 4 MILL LANE",
		"":                                 "",
		"4 Dock Road, Hull, HU1 1OB":       "4 Dock Road, Hull, HU1 1OB",
		"4 Dock Road, Hull, HU1 1N8":       "4 Dock Road, Hull, HU1 1NB",
		"9 rang du Lac, Rosemont J0H 1RO":  "9 rang du Lac, Rosemont J0H 1R0",
		"PO Box 9, Truro BOV 1A0, Canada":  "PO Box 9, Truro B0V 1A0, Canada",
		"Via Vittorio Emanuele ll, 4":      "Via Vittorio Emanuele II, 4",
		"Corso Carlo l 12, EI Prado":       "Corso Carlo I 12, El Prado",
		"1050 lxelles":                     "1050 Ixelles",
		"les Landes, 3 lhota":              "les Landes, 3 lhota",
		"clo Marlow, 4 Dock Road":          "c/o Marlow, 4 Dock Road",
		"118o, Dock Road, 5oo":             "1180, Dock Road, 500",
		"4o7 Dock Road, 3o Dto":            "407 Dock Road, 3o Dto",
		"oo7 Dock Road, Oslo o":            "oo7 Dock Road, Oslo o",
		"HOTEL EI SOL":                     "HOTEL EI SOL",
		"Impasse de l'Orme":                "Impasse de l'Orme",
		"Flat 2, E1 6AN":                   "Flat 2, E1 6AN",
		"12 Unit B, Area 51":               "12 Unit B, Area 51",
		"INDUSTRLAL PARK 12, TNDUSTRIAL 9": "INDUSTRIAL PARK 12, INDUSTRIAL 9",
	} {
		assert.Equal(t, respell(read, sure), want, read)
	}
}

// Only a stroke next to a year, or before a last letter, was a slash.
func TestSlashed(t *testing.T) {
	t.Parallel()
	for read, want := range map[string]string{
		"2031I0417": "2031/0417", "214l2031": "214/2031", "38IB": "38/B", "KTLI30-31/7": "KTL/30-31/7",
		"KTLI30-32/7": "KTLI30-32/7", "R-7004IA": "R-7004/A", "2031/04I2031": "2031/04/2031",
		"38I": "38I", "I38": "I38", "INV-38": "INV-38", "4I7": "4I7", "38Ib": "38Ib", "12IAB": "12IAB", "1931I0417": "1931I0417",
		"": "",
	} {
		assert.Equal(t, slashed(read), want, read)
	}
}

func TestOrderLetters(t *testing.T) {
	t.Parallel()
	for read, want := range map[string]string{
		"P0-4711": "PO-4711", "P088123": "PO88123", "PO-4711": "PO-4711", "P0": "P0", "P01": "P01", "P0-A12": "P0-A12",
		"SP0-4711": "SP0-4711", "": "",
	} {
		assert.Equal(t, orderLetters(read), want, read)
	}
}

func TestRespelled(t *testing.T) {
	t.Parallel()
	doc := annotate.New(layout.Analyze(&document.Document{Pages: []document.Page{{Number: 1, Width: 600, Height: 800}}}))
	for field, want := range map[string]string{"vendorAddress": "12 Hill Street", "invoiceNumber": "12 Hill Streel"} {
		assert.Equal(t, Respelled(doc, field, "12 Hill Streel"), want, field)
	}
}

package fields

import (
	"testing"
)

// Words that many names and addresses have are put right where one letter was
// misread; what was surely read, and what is no such word, stays.
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
		"INDUSTRLAL PARK 12, TNDUSTRIAL 9": "INDUSTRIAL PARK 12, INDUSTRIAL 9",
	} {
		if got := respell(read, sure); got != want {
			t.Errorf("%q: %q, want %q", read, got, want)
		}
	}
}

package party_test

import (
	"testing"

	"github.com/docmill/docmill/engine/result"
)

// A logo has a company's name without its legal form, the foot of the page with it.
func TestNamesWithTheirLegalForm(t *testing.T) {
	t.Parallel()
	buyer := block{50, 150, 10, []string{"Tully Brothers Ltd", "27 Orchard Lane", "York YO1 7HH"}}
	logo := block{50, 40, 18, []string{"MARLOW pallet services"}}
	sender := block{50, 66, 9, []string{"4 Quay Street", "Leeds LS1 4DY"}}
	for foot, want := range map[string]string{
		"Marlow Pallet Services Ltd Registered in England No. 05518823":                      "Marlow Pallet Services Ltd",
		"Marlow Pallet Services accepts no liability for what is left with hauliers, or Ltd": "MARLOW pallet services",
	} {
		set := find(t, result.TypeInvoice, bill(logo, sender, buyer, block{50, 780, 7, []string{foot}}))
		if got := set.Text("vendorName"); got != want {
			t.Errorf("%s: %q, want %q", foot, got, want)
		}
	}
}

package announced

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// The foot says whose a trade name is: that company sells.
func TestTradeNames(t *testing.T) {
	t.Parallel()
	const name = tag.VendorName
	for foot, want := range map[string][]string{
		"Quay Inn is a trading name of Marlow & Hollis Taverns Ltd. Registered in England No. 1234.": {"Marlow & Hollis Taverns Ltd."},
		"Quay Inn ist eine Marke der Marlow Gaststätten GmbH, alle Rechte vorbehalten":               {"Marlow Gaststätten GmbH,"},
		"Quay Inn is a trading name of long standing on this coast":                                  {"Quay Inn", "Quay Inn is a trading name of long standing on this coast"},
	} {
		doc := sheettest.Tagged(t, sheettest.One(50, 60, "Quay Inn", name, 0.95), sheettest.One(50, 700, foot, name, 0.9))
		tags := Correct(Input{Document: doc, Kind: result.TypeInvoice})
		var got []string
		for i := range tags.Units {
			if u := &tags.Units[i]; u.Best() == name && u.Odds[name] > contraryOdds {
				got = append(got, u.Text())
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", foot, got, want)
		}
	}
}

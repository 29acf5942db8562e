package receipt_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// sound checks, with scorers and without, that values are cited and the result is deterministic.
func sound(t *testing.T, rows []string) {
	t.Helper()
	doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(rows...)}}
	set := read(doc)
	sheettest.Cites(t, doc, set)
	sheettest.Cites(t, doc, byRules(doc))
	again := read(doc)
	assert.True(t, reflect.DeepEqual(set, again), "read twice", set, again)
}

func TestRandomRows(t *testing.T) {
	t.Parallel()
	words := []string{
		"Marlow", "SDN", "BHD", "GmbH", "(204177-X)", "{77", "Owned", "by", "6", "Quay", "Street", "Dorfstraße",
		"24960", "Tel:", "@", "www.a.example",
		"14/09/2031", "13:07", "1:07 PM", "TOTAL", "Net Total", "MwSt 7%", "CASH", "Visa", "Tip", "Change", "7.00",
		"7,00 €", "2 x", "-1.00", "4417", ",", "&", "~",
	}
	for seed := range uint64(100) {
		rnd := rand.New(rand.NewPCG(seed, 15))
		rows := make([]string, 1+rnd.IntN(20))
		for i := range rows {
			for range 1 + rnd.IntN(5) {
				rows[i] += words[rnd.IntN(len(words))] + []string{" ", " ", "|"}[rnd.IntN(3)]
			}
		}
		sound(t, rows)
		require.False(t, t.Failed(), "seed", seed, "rows", rows)
	}
}

func FuzzReceipt(f *testing.F) {
	f.Add("Marlow Fish Bar\n6 Quay Street\n14/09/2031 13:07\nHaddock|7.00\nTOTAL|7.00\nCASH|10.00\nCHANGE|3.00")
	f.Add("KEDAI BUKU MAJU\nSDN BHD (204177-X)\nNO. 12, JALAN PERDANA\nNet Total|RM 7.00")
	f.Fuzz(func(t *testing.T, text string) {
		const most = 2000 // letters
		if len(text) > most || strings.ContainsRune(text, 0) {
			return // not a page of words
		}
		sound(t, strings.Split(text, "\n"))
	})
}

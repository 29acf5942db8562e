package items_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/items"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// scraps are the parts of rows of items and of similar rows.
func scraps() []string {
	return []string{
		"Chair", "[A-100]", "*77*", "4711", "2", "2x", "x", "@", "3.50", "7.00", "7,00 €", "-1.00", "- 5%", "(A) 6",
		"(R)", "20%", "kg",
		"Description", "Menge", "Prix unitaire", "Amount", "Total", "Rabatt", "Shipping", "SKU:", "–", "•",
		"14.09.2031", "1.5kgx2.00",
		"per 100", "/100", "(", ",", "A", "zł", "No.", "1 234,56", "0", "Subtotal",
	}
}

// anyRows returns rows of random scraps in up to four columns.
func anyRows(rnd *rand.Rand) []string {
	words := scraps()
	rows := make([]string, 1+rnd.IntN(25))
	for i := range rows {
		var cells []string
		for range 1 + rnd.IntN(4) {
			cell := words[rnd.IntN(len(words))]
			for rnd.IntN(2) == 0 {
				cell += " " + words[rnd.IntN(len(words))]
			}
			cells = append(cells, cell)
		}
		rows[i] = strings.Join(cells, "|")
	}
	return rows
}

// sound checks that reading is deterministic, every value is cited, and items claim their rows.
func sound(t *testing.T, rows []string) {
	t.Helper()
	for _, goods := range []bool{false, true} {
		doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(rows...)}}
		kind := result.TypeInvoice
		if goods {
			kind = result.TypeReceipt
		}
		l := sheettest.Read(doc, kind)
		set := items.Find(l, goods).Set()
		again := items.Find(sheettest.Read(doc, kind), goods).Set()
		if !reflect.DeepEqual(set, again) {
			t.Errorf("read twice:\n%v\n%v", set.Lists, again.Lists)
		}
		sheettest.Cites(t, doc, set)
		if len(set.Lists["lineItems"]) > 0 && len(l.ItemRows) == 0 {
			t.Error("items without rows")
		}
		claimed := ""
		for row := range l.ItemRows {
			for _, s := range row.Segments {
				claimed += " " + s.Text()
			}
		}
		for _, row := range set.Lists["lineItems"] {
			for member, v := range row {
				if first := strings.Fields(v.Raw)[0]; !strings.Contains(claimed, first) {
					t.Errorf("%s %q stands in no row of items", member, v.Raw)
				}
			}
		}
	}
}

func TestRandomRows(t *testing.T) {
	t.Parallel()
	for seed := range uint64(150) {
		rows := anyRows(rand.New(rand.NewPCG(seed, 15)))
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			sound(t, rows)
			if t.Failed() {
				t.Logf("rows %q", rows)
			}
		})
	}
}

func FuzzItems(f *testing.F) {
	f.Add("Description|Qty|Unit Price|Amount\nChair|2|3.50|7.00\nRabatt|||-1.00\nTotal|||6.00")
	f.Add("2 x 3.50\nHaddock|7.00 A\n4711 Tea|1.20\nTOTAL|8.20")
	f.Add("Name, Menge, Preis\n[A-1] (|-|/100|(A) 6")
	f.Fuzz(func(t *testing.T, text string) {
		const most = 2000 // letters, because rows are many words long
		if len(text) > most || strings.ContainsRune(text, 0) {
			return // not a page of words
		}
		sound(t, strings.Split(text, "\n"))
	})
}

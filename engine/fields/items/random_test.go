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
	"github.com/docmill/docmill/libs/assert"
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
				assert.Contains(t, claimed, strings.Fields(v.Raw)[0], member, v.Raw, "stands in no row of items")
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

// ware is an item of a generated table.
type ware struct {
	name         string
	count, cents int
}

// wares are a few items whose prices differ from their quantities.
func wares(r *rand.Rand) []ware {
	names := []string{"Oak board", "Copper pipe", "Work bench", "Garden chair", "Roof tile", "Hosting plan", "Site survey", "Soap",
		"Printer paper", "Desk lamp"}
	out := make([]ware, 2+r.IntN(6))
	for i, at := range r.Perm(len(names))[:len(out)] {
		out[i] = ware{names[at], 2 + r.IntN(30), 1005 + r.IntN(90000)}
	}
	return out
}

// Property: each row is an item with its numbers in page order, for any goods and any usual order of columns.
func TestRandomTables(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 4))
	heads := map[string]struct {
		head    string
		columns []float64
		row     string // placeholders for name, quantity, price and amount
	}{
		"the usual":           {"Description | Qty | Unit Price | Amount", []float64{50, -360, -450, -545}, "%[1]s | %[2]s | %[3]s | %[4]s"},
		"the quantity first":  {"Qty | Description | Unit Price | Amount", []float64{-80, 120, -450, -545}, "%[2]s | %[1]s | %[3]s | %[4]s"},
		"the price first":     {"Description | Unit Price | Qty | Amount", []float64{50, -360, -450, -545}, "%[1]s | %[3]s | %[2]s | %[4]s"},
		"German":              {"Bezeichnung | Menge | Einzelpreis | Betrag", []float64{50, -360, -450, -545}, "%[1]s | %[2]s | %[3]s | %[4]s"},
		"without the amounts": {"Description | Qty | Unit Price", []float64{50, -360, -450}, "%[1]s | %[2]s | %[3]s"},
	}
	for what, h := range heads {
		for n := range 12 {
			rows, want := []string{h.head}, []string{}
			for _, w := range wares(r) {
				price, amount := money(w.cents), money(w.count*w.cents)
				rows = append(rows, fmt.Sprintf(h.row, w.name, fmt.Sprint(w.count), price, amount))
				told := []string{w.name, fmt.Sprint(w.count), price}
				if strings.Contains(h.row, "[4]") {
					told = append(told, amount)
				}
				want = append(want, strings.Join(told, ", "))
			}
			g := newGrid(h.columns...)
			g.rows(rows...)
			checkItems(t, fmt.Sprintf("%s, table %d", what, n), g, want)
		}
	}
}

func money(cents int) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

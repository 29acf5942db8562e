package items_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

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

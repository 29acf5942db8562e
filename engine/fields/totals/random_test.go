package totals_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/totals"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/libs/assert"
	"github.com/shopspring/decimal"
)

// system is a random set of sums in cents.
type system struct {
	net, tax, gross int64
	rate            int64
	noise           []int64
}

func drawSystem(r *rand.Rand) system {
	s := system{net: 10_000 + r.Int64N(5_000_000), rate: []int64{4, 5, 7, 10, 19, 20, 21, 23}[r.IntN(8)]}
	s.tax = (s.net*s.rate + 50) / 100
	s.gross = s.net + s.tax
	for range r.IntN(4) {
		s.noise = append(s.noise, 100+r.Int64N(6_000_000))
	}
	return s
}

func money(cents int64) string { return decimal.New(cents, -2).StringFixed(2) }

// rows prints the system in random order, with known or invented labels.
func (s system) rows(r *rand.Rand) []string {
	label := func(known string) string {
		if r.IntN(2) == 0 {
			return known
		}
		return []string{"Brakunta", "Prillo", "Zumvoka rett"}[r.IntN(3)]
	}
	rows := []string{
		label("Subtotal") + "|" + money(s.net),
		label("VAT") + fmt.Sprintf(" %d%%|", s.rate) + money(s.tax),
		label("Total") + "|" + money(s.gross),
	}
	for _, n := range s.noise {
		rows = append(rows, "Vrimmel|"+money(n))
	}
	r.Shuffle(len(rows), func(i, k int) { rows[i], rows[k] = rows[k], rows[i] })
	return rows
}

// alone reports whether no other three of the amounts are net amount, tax and total.
func (s system) alone() bool {
	all := append([]int64{s.net, s.tax, s.gross}, s.noise...)
	found := 0
	for _, a := range all {
		for _, b := range all {
			for _, c := range all {
				if a+b == c && b < a {
					found++
				}
			}
		}
	}
	return found == 1
}

// Property: if only three amounts fit, they are found in any order and with any subset of known labels.
func TestRandomEquationSystems(t *testing.T) {
	t.Parallel()
	tried := 0
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 11))
		s := drawSystem(r)
		if !s.alone() {
			continue
		}
		tried++
		rows := s.rows(r)
		set := find(rows...)
		got := [3]string{set.Text("subtotal"), set.Text("taxTotal"), set.Text("total")}
		assert.Equal(t, got, [3]string{money(s.net), money(s.tax), money(s.gross)}, seed, rows)
	}
	assert.True(t, tried >= 400, "only", tried, "systems")
}

// Property: every sum is printed or the result of the amounts that it cites.
func TestNoInventedSums(t *testing.T) {
	t.Parallel()
	labels := strings.Split("Subtotal,VAT 20%,VAT,Total,Discount,Shipping,Amount due,Amount paid,Rounding,"+
		"Brakunta,Prillo 7%,Carried forward,Grand total,Total payable", ",")
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 13))
		rows := make([]string, 1+r.IntN(12))
		for i := range rows {
			rows[i] = labels[r.IntN(len(labels))] + "|" + []string{"", "-"}[r.IntN(2)] + money(r.Int64N(3_000))
		}
		doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(rows...)}}
		set := totals.Find(sheettest.Read(doc, result.TypeInvoice), false)
		sheettest.Cites(t, doc, set)
		for name, v := range set.Scalars {
			assert.True(t, amountsTo(v), rows, name, v.Value, "of", v.Raw)
		}
	}
}

// amountsTo reports whether the cited amounts make the value. It ignores the sign, which some sums lack.
func amountsTo(v value.Value) bool {
	total, sign := decimal.Zero, int64(1)
	for _, word := range strings.Fields(v.Raw) {
		switch word {
		case "+":
			sign = 1
		case "-":
			sign = -1
		default:
			d, err := decimal.NewFromString(word)
			if err != nil {
				return false
			}
			total = total.Add(d.Mul(decimal.NewFromInt(sign)))
			sign = 1
		}
	}
	return total.Abs().StringFixed(2) == strings.TrimPrefix(v.Value, "-")
}

func TestManyAmounts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	labels := strings.Split("Subtotal,VAT 20%,Total,Discount,Amount due,Amount paid,Brakunta 7%,Rounding", ",")
	rows := make([]string, 2000)
	for i := range rows {
		rows[i] = labels[r.IntN(len(labels))] + "|" + money(r.Int64N(100_000))
	}
	rows = append(rows, "Grand total|99,999,999,999,999.00", "Total|999999999999999999999.00")
	assert.True(t, len(find(rows...).Scalars) > 0, "no sums")
}

// FuzzFind checks that each sum is printed or marked as derived, and that no certainty exceeds one.
func FuzzFind(f *testing.F) {
	f.Add("Subtotal|100.00\nVAT 20%|20.00\nTotal|120.00\nAmount paid|50.00\nAmount due|70.00", false)
	f.Add("Total|12,42 €\nRounding|-0.02\nCash|20.00\nChange|7.60", true)
	f.Add("Brakunta|8.79 CR\n19% 100.00|19.00\n\n|1e9", false)
	f.Fuzz(func(t *testing.T, text string, shop bool) {
		page := sheettest.RowsPage(strings.Split(text, "\n")...)
		doc := &document.Document{Pages: []document.Page{page}}
		l := sheettest.Read(doc, result.TypeInvoice)
		for name, v := range totals.Find(l, shop).Scalars {
			if v.Value == "" || v.Raw == "" || v.Page != 1 || v.Score < 0 || v.Score > 1 {
				t.Errorf("%s: %+v", name, v)
			}
			_, err := decimal.NewFromString(v.Value)
			assert.NoError(t, err, name)
		}
	})
}

func TestWorkLimitWideTables(t *testing.T) {
	t.Parallel()
	const rows, columns, maxPerCell = 50, 60, 10_000
	for _, cell := range []string{"1.00", "Total 1.00", "VAT 20% 1.00"} {
		line := strings.TrimSuffix(strings.Repeat(cell+"|", columns), "|")
		l := sheettest.Linker(result.TypeInvoice, slices.Repeat([]string{line}, rows)...)
		totals.Find(l, false)
		used := l.Work.Used()
		assert.True(t, used <= rows*columns*maxPerCell, cell, used, "units of work")
	}
}

// invoiceRows returns n rows of goods, then sums, corrections and payments.
func invoiceRows(n int) []string {
	var rows []string
	for i := range n {
		rows = append(rows, fmt.Sprintf("Mahogany desk %d|%d.%02d", i, 10+i, i%100))
	}
	return append(rows, "Subtotal|1,000.00", "Discount|-10.00", "Shipping|5.00", "Brakunta|-2.00", "VAT 20%|160.00",
		"Brak 5%|10.00", "Total|1,163.00", "Amount paid|100.00", "Brakuntapa|1,063.00", "Exchange rate|1.0834")
}

// hostileRows returns n rows with labels of all roles, rates and different amounts.
func hostileRows(n int) []string {
	r := rand.New(rand.NewPCG(1, 2))
	labels := []string{"Subtotal", "VAT 20%", "Total", "Discount", "Shipping", "Amount due", "Amount paid", "Brak 7%",
		"Rounding", "Brakunta"}
	rows := make([]string, n)
	for i := range rows {
		rows[i] = fmt.Sprintf("%s|%d.%02d", labels[r.IntN(len(labels))], r.IntN(2000), r.IntN(100))
	}
	return rows
}

// The linker is made beforehand.
func BenchmarkFind(b *testing.B) {
	for name, rows := range map[string][]string{
		"60 amounts": invoiceRows(50), "hostile 60": hostileRows(60), "hostile 2000": hostileRows(2000),
	} {
		doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(rows...)}}
		l := sheettest.Read(doc, result.TypeInvoice)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				totals.Find(l, false)
			}
		})
	}
}

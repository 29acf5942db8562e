package totals_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/totals"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

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

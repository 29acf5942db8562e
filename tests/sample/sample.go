// Package sample generates the documents of the scenarios.
package sample

import (
	"fmt"

	"github.com/docmill/docmill/lab/pdfgen"
)

// A4 in points.
const width, height = 595, 842

// Invoice returns a one-page invoice with the number over 119.00 EUR.
func Invoice(number string) []byte {
	doc := pdfgen.New()
	p := doc.AddPage(width, height)
	p.Bold(50, 60, 16, "Holzwerk Lindner GmbH")
	for i, line := range []string{"Am Sägewerk 3", "79098 Freiburg", "VAT ID: DE136695976"} {
		p.Text(50, 78+float64(i)*12, 9, line)
	}
	for i, line := range []string{"Nordlicht Möbel AG", "Hafenstraße 12", "20457 Hamburg"} {
		p.Text(50, 150+float64(i)*13, 11, line)
	}
	p.Bold(50, 230, 14, "Invoice")
	for i, kv := range [][2]string{
		{"Invoice number:", number}, {"Invoice date:", "2026-10-01"}, {"Due date:", "2026-10-31"},
	} {
		p.Text(350, 230+float64(i)*14, 10, kv[0])
		p.Text(450, 230+float64(i)*14, 10, kv[1])
	}
	p.Bold(50, 310, 10, "Description")
	p.BoldRight(360, 310, 10, "Quantity")
	p.BoldRight(450, 310, 10, "Unit price")
	p.BoldRight(545, 310, 10, "Amount")
	p.Rule(50, 316, 545, 316)
	for i, row := range [][4]string{
		{"Oak board, planed", "4", "15.00", "60.00"}, {"Delivery", "1", "40.00", "40.00"},
	} {
		y := 332 + float64(i)*16
		p.Text(50, y, 10, row[0])
		p.TextRight(360, y, 10, row[1])
		p.TextRight(450, y, 10, row[2])
		p.TextRight(545, y, 10, row[3])
	}
	p.Rule(350, 372, 545, 372)
	for i, row := range [][2]string{{"Subtotal", "100.00 EUR"}, {"VAT 19%", "19.00 EUR"}, {"Total", "119.00 EUR"}} {
		y := 390 + float64(i)*16
		p.Bold(350, y, 10, row[0])
		p.TextRight(545, y, 10, row[1])
	}
	return doc.Bytes()
}

// Marked returns an invoice with the purchase order under an unknown label: it is found only after a
// correction.
func Marked(number, order string) []byte {
	doc := pdfgen.New()
	p := doc.AddPage(width, height)
	p.Bold(50, 60, 16, "Holzwerk Lindner GmbH")
	for i, line := range []string{"Am Sägewerk 3", "79098 Freiburg", "VAT ID: DE136695976"} {
		p.Text(50, 78+float64(i)*12, 9, line)
	}
	p.Bold(50, 230, 14, "Invoice")
	for i, kv := range [][2]string{
		{"Invoice number:", number}, {"Invoice date:", "2026-10-01"}, {"Due date:", "2026-10-31"},
	} {
		p.Text(350, 230+float64(i)*14, 10, kv[0])
		p.Text(450, 230+float64(i)*14, 10, kv[1])
	}
	p.Bold(350, 390, 10, "Total")
	p.TextRight(545, 390, 10, "119.00 EUR")
	p.Text(50, 430, 10, "Timber mark:")
	p.Text(150, 430, 10, order)
	return doc.Bytes()
}

// Doubtful returns an invoice without labels, for which almost nothing is certain: neither its number nor
// its total is found.
func Doubtful() []byte {
	doc := pdfgen.New()
	p := doc.AddPage(width, height)
	p.Bold(50, 60, 14, "Holzwerk Lindner GmbH")
	p.Text(50, 80, 9, "Am Sägewerk 3")
	p.Text(50, 92, 9, "79098 Freiburg")
	p.Bold(50, 150, 14, "Invoice")
	p.Text(50, 180, 10, "Reference 4711 / 88")
	p.Text(50, 196, 10, "Freiburg, 1 October 2026")
	p.Text(50, 212, 10, "Delivered 28 September 2026")
	for i, row := range [][2]string{{"Oak board, planed", "60.00 EUR"}, {"Delivery", "41.00 EUR"}} {
		y := 260 + float64(i)*16
		p.Text(50, y, 10, row[0])
		p.TextRight(545, y, 10, row[1])
	}
	p.Text(50, 310, 10, "Due on receipt")
	p.TextRight(545, 310, 10, "119.00 EUR")
	p.Text(50, 330, 10, "Nordlicht Möbel AG, Hamburg")
	return doc.Bytes()
}

// Long is a text PDF of many dense pages, which keeps a worker busy.
func Long(pages int) []byte {
	doc := pdfgen.New()
	for n := range pages {
		p := doc.AddPage(width, height)
		for row := range 70 {
			p.Text(40, 40+float64(row)*11, 9,
				fmt.Sprintf("Page %d, row %d: the quick account of every board that left the yard, in order of its date.",
					n+1, row+1))
		}
	}
	return doc.Bytes()
}

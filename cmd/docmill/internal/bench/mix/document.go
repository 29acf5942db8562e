package mix

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"strings"
)

// Document is a file to send. No two of a run have the same bytes.
type Document struct {
	Name    string
	Content []byte
	// Number is the expected invoice number; "" if it is not compared.
	Number string
}

// Number returns the name of the n-th document of a run.
func Number(run string, n int) string { return fmt.Sprintf("BM-%s-%06d", run, n) }

// scanned is a page of an invoice as a scanner produces it (JPEG); TestGeneratedScan creates it.
//
//go:embed scan.jpg
var scanned []byte

//go:embed einvoice.xml
var invoiceXML string

// Make returns the n-th document of an upload: Text, Scan or EInvoice. The values on it depend on n only.
func Make(o Operation, run string, n int) Document {
	number := Number(run, n)
	switch o {
	case Scan:
		// The pixels are the same, so that each takes the same time to read.
		return Document{Name: number + ".jpg", Content: withComment(scanned, number)}
	case EInvoice:
		return Document{Name: number + ".xml", Content: []byte(electronic(number, n)), Number: number}
	}
	return Document{Name: number + ".pdf", Content: printed(number, n), Number: number}
}

// withComment inserts a comment after the first marker of a JPEG file (COM, ITU T.81 B.2.4.5).
func withComment(jpeg []byte, comment string) []byte {
	const start = 2 // SOI
	segment := []byte{0xff, 0xfe}
	segment = binary.BigEndian.AppendUint16(segment, uint16(2+len(comment)))
	segment = append(segment, comment...)
	out := make([]byte, 0, len(jpeg)+len(segment))
	out = append(out, jpeg[:start]...)
	out = append(out, segment...)
	return append(out, jpeg[start:]...)
}

type amounts struct{ quantity, price, first, second, net, tax, gross int }

func amountsOf(n int) amounts {
	const rate = 19 // percent
	a := amounts{quantity: 1 + n%9, price: 1500 + n*37%8000, second: 4000 + n*13%2000}
	a.first = a.quantity * a.price
	a.net = a.first + a.second
	a.tax = (a.net*rate + 50) / 100
	a.gross = a.net + a.tax
	return a
}

func money(cents int) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

// day is a date of October 2026, as documents write it.
func day(n int) string { return fmt.Sprintf("2026-10-%02d", 1+n%28) }

func electronic(number string, n int) string {
	a := amountsOf(n)
	return strings.NewReplacer(
		"{number}", number, "{date}", day(n), "{quantity}", fmt.Sprint(a.quantity), "{price}", money(a.price),
		"{first}", money(a.first), "{second}", money(a.second), "{net}", money(a.net), "{tax}", money(a.tax),
		"{gross}", money(a.gross),
	).Replace(invoiceXML)
}

// printed returns a page of an invoice as a PDF file with text.
func printed(number string, n int) []byte {
	a := amountsOf(n)
	var p page
	p.text(50, 60, 16, bold, "Holzwerk Lindner GmbH")
	p.lines(50, 78, 12, 9, "Am Anger 3", "79098 Freiburg", "VAT ID: DE136695976")
	p.lines(50, 150, 13, 11, "Nordlicht Moebel AG", "Hafenstrasse 12", "20457 Hamburg")
	p.text(50, 230, 14, bold, "Invoice")
	p.lines(340, 230, 14, 10, "Invoice number:", "Invoice date:", "Due date:")
	p.lines(440, 230, 14, 10, number, day(n), "2026-11-30")
	p.text(50, 310, 10, bold, "Description")
	for i, head := range []string{"Quantity", "Unit price", "Amount"} {
		p.text(columns()[i], 310, 10, bold, head)
	}
	p.rule(50, 316, 545)
	rows := [][4]string{
		{"Oak board, planed", fmt.Sprint(a.quantity), money(a.price), money(a.first)},
		{"Delivery", "1", money(a.second), money(a.second)},
	}
	for i, row := range rows {
		y := 332 + float64(i)*16
		p.text(50, y, 10, regular, row[0])
		for k, cell := range row[1:] {
			p.text(columns()[k], y, 10, regular, cell)
		}
	}
	p.rule(350, 372, 545)
	for i, row := range [][2]string{{"Subtotal", money(a.net)}, {"VAT 19%", money(a.tax)}, {"Total", money(a.gross)}} {
		y := 390 + float64(i)*16
		p.text(350, y, 10, bold, row[0])
		p.text(columns()[2], y, 10, regular, row[1]+" EUR")
	}
	return p.file()
}

// columns are the positions of a row's cells after its description.
func columns() [3]float64 { return [3]float64{310, 390, 480} }

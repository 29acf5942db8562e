package workload

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/tests/sample"
)

// File is a file to send. Its name determines its content.
type File struct {
	Name string
	Form Form
}

// Form is the form of a file.
type Form int

// Forms. Those after Text are poison: they fail, or are rejected at once.
const (
	Invoice Form = iota
	Text
	Cut       // a PDF that ends in its middle
	Garbage   // a PDF header and nothing that belongs to it
	Inflating // a page that is much larger than its file
	Huge      // a picture of more pixels than can be read
	Empty     // no bytes
	Nothing   // no known format
	Long      // nothing wrong, but slow
)

var poisons = []Form{Cut, Garbage, Inflating, Huge, Empty, Nothing, Long} //nolint:gochecknoglobals // a table

func (f Form) extension() string {
	switch f {
	case Text:
		return ".txt"
	case Huge:
		return ".png"
	case Nothing:
		return ".bin"
	}
	return ".pdf"
}

// Bytes returns the content, which contains the name, so that no two files are equal.
func (f File) Bytes() []byte {
	switch f.Form {
	case Invoice:
		return sample.Invoice(f.Name)
	case Text:
		return fmt.Appendf(nil, "Holzwerk Lindner GmbH\nAm Sägewerk 3\n79098 Freiburg\n\nInvoice\nInvoice number: %s\n"+
			"Invoice date: 2026-10-01\n\nOak board, planed   100.00 EUR\nVAT 19%%   19.00 EUR\nTotal   119.00 EUR\n", f.Name)
	case Cut:
		whole := sample.Invoice(f.Name)
		return whole[:len(whole)/2]
	case Garbage:
		return append([]byte("%PDF-1.7\n"+f.Name+"\n"), bytes.Repeat([]byte{0, 255, '<', '<'}, 200)...)
	case Inflating:
		doc := pdfgen.New()
		page := doc.AddPage(595, 842)
		page.Compressed(deflate("% " + f.Name + "\n" + strings.Repeat("q Q ", 2<<20)))
		return doc.Bytes()
	case Huge:
		return hugePNG(f.Name)
	case Empty:
		return nil
	case Nothing:
		return append([]byte{0x7f, 0, 1, 2, 3}, f.Name...)
	}
	return append(sample.Long(40), "\n% "+f.Name+"\n"...)
}

func deflate(text string) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		panic(err) // a buffer takes everything
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// hugePNG has a header of 65,000 by 65,000 pixels (PNG, third edition, section 11.2.1) and almost no data.
func hugePNG(name string) []byte {
	const side = 65_000
	b := []byte("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, data []byte) {
		b = binary.BigEndian.AppendUint32(b, uint32(len(data))) //nolint:gosec // a few bytes
		tail := append([]byte(kind), data...)
		b = append(b, tail...)
		b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(tail))
	}
	header := binary.BigEndian.AppendUint32(nil, side)
	header = binary.BigEndian.AppendUint32(header, side)
	chunk("IHDR", append(header, 8, 0, 0, 0, 0))
	chunk("tEXt", []byte("Title\x00"+name))
	chunk("IDAT", []byte{0x78, 0x9c, 3, 0, 0, 0, 0, 1})
	chunk("IEND", nil)
	return b
}

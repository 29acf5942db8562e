// Package pdfgen writes small PDF files for tests and benchmarks: text in the built-in Helvetica faces, rules, images,
// rotation, crop boxes and embedded files (ISO 32000-1).
//
// All coordinates are points from the top left corner of the unrotated media box, with y downward. A text's y is its
// baseline.
package pdfgen

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// Document collects pages until Bytes writes them.
type Document struct {
	pages       []*Page
	attachments []attachment
	info        [][2]string
	catalog     string
	trailer     string
	letters     letters
}

type attachment struct {
	name       string
	data       []byte
	associated bool // listed only in the catalog's AF
}

// New returns an empty document.
func New() *Document { return &Document{} }

// AddPage appends a page of a size in points (A4 is 595 × 842).
func (d *Document) AddPage(width, height float64) *Page {
	p := &Page{width: width, height: height, letters: &d.letters}
	d.pages = append(d.pages, p)
	return p
}

// Attach embeds a file, listed in the catalog's EmbeddedFiles name tree.
func (d *Document) Attach(name string, data []byte) {
	d.attachments = append(d.attachments, attachment{name: name, data: data})
}

// Associate embeds a file, listed only among the catalog's associated files.
func (d *Document) Associate(name string, data []byte) {
	d.attachments = append(d.attachments, attachment{name, data, true})
}

// Info sets an entry of the document information dictionary, such as Title.
func (d *Document) Info(key, value string) {
	d.info = append(d.info, [2]string{key, value})
}

// Catalog adds raw PDF syntax to the catalog dictionary.
func (d *Document) Catalog(raw string) { d.catalog += " " + raw }

// Trailer adds raw PDF syntax to the trailer dictionary.
func (d *Document) Trailer(raw string) { d.trailer += " " + raw }

// file numbers objects and records their offsets.
type file struct {
	buf     bytes.Buffer
	offsets []int
	fields  []int // object numbers of form fields
}

// Object numbers that every file has.
const (
	catalogObject = 1
	pagesObject   = 2
	regularFont   = 3
	boldFont      = 4
	infoObject    = 5
	lettersFont   = 6
	firstFree     = 7
)

// Bytes writes the document with compressed streams, a classic cross-reference table, and objects in ascending order.
func (d *Document) Bytes() []byte {
	f := &file{offsets: make([]int, firstFree)}
	f.buf.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	f.put(regularFont, fontObject("Helvetica"))
	f.put(boldFont, fontObject("Helvetica-Bold"))
	f.put(infoObject, d.infoDictionary())
	kids := make([]string, len(d.pages))
	for i, p := range d.pages {
		kids[i] = fmt.Sprintf("%d 0 R", p.write(f))
	}
	d.letters.write(f)
	names := d.writeAttachments(f)
	f.put(pagesObject, fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", len(kids), strings.Join(kids, " ")))
	f.put(catalogObject, fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R%s%s%s >>", pagesObject, names, f.form(), d.catalog))
	return f.finish(d.trailer)
}

func (f *file) form() string {
	if len(f.fields) == 0 {
		return ""
	}
	var refs strings.Builder
	for _, n := range f.fields {
		fmt.Fprintf(&refs, " %d 0 R", n)
	}
	return fmt.Sprintf(" /AcroForm << /Fields [%s ] /DR << /Font << /F1 %d 0 R >> >> >>", refs.String(), regularFont)
}

func fontObject(name string) string {
	return fmt.Sprintf("<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>", name)
}

func (d *Document) infoDictionary() string {
	var sb strings.Builder
	sb.WriteString("<<")
	for _, kv := range d.info {
		fmt.Fprintf(&sb, " /%s %s", kv[0], literal(kv[1]))
	}
	sb.WriteString(" >>")
	return sb.String()
}

// writeAttachments returns the catalog's entries that list the embedded files.
func (d *Document) writeAttachments(f *file) string {
	var named, associated strings.Builder
	for _, a := range d.attachments {
		stream := f.stream("/Type /EmbeddedFile", a.data)
		name := literal(a.name)
		spec := f.add(fmt.Sprintf("<< /Type /Filespec /F %s /UF %s /EF << /F %d 0 R >> >>", name, name, stream))
		if a.associated {
			fmt.Fprintf(&associated, " %d 0 R", spec)
		} else {
			fmt.Fprintf(&named, " %s %d 0 R", name, spec)
		}
	}
	entries := ""
	if named.Len() > 0 {
		entries += fmt.Sprintf(" /Names << /EmbeddedFiles << /Names [%s ] >> >>", named.String())
	}
	if associated.Len() > 0 {
		entries += fmt.Sprintf(" /AF [%s ]", associated.String())
	}
	return entries
}

func (f *file) add(body string) int {
	f.offsets = append(f.offsets, 0)
	n := len(f.offsets) - 1
	f.put(n, body)
	return n
}

func (f *file) put(number int, body string) {
	f.offsets[number] = f.buf.Len()
	fmt.Fprintf(&f.buf, "%d 0 obj\n%s\nendobj\n", number, body)
}

// stream appends a stream object, Flate-compressed unless it is tiny.
func (f *file) stream(entries string, data []byte) int {
	const tiny = 64
	if len(data) < tiny {
		return f.rawStream(entries, data)
	}
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	// Writes to a bytes.Buffer cannot fail.
	_, _ = w.Write(data)
	_ = w.Close()
	return f.rawStream(entries+" /Filter /FlateDecode", z.Bytes())
}

func (f *file) rawStream(entries string, data []byte) int {
	return f.add(fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(data), data))
}

func (f *file) finish(trailer string) []byte {
	start := f.buf.Len()
	fmt.Fprintf(&f.buf, "xref\n0 %d\n0000000000 65535 f \n", len(f.offsets))
	for _, o := range f.offsets[1:] {
		fmt.Fprintf(&f.buf, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&f.buf, "trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R%s >>\nstartxref\n%d\n%%%%EOF\n",
		len(f.offsets), catalogObject, infoObject, trailer, start)
	return f.buf.Bytes()
}

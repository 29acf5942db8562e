// Package officegen makes small office files for tests and fuzzing.
package officegen

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// Part is a file of an office package.
type Part struct {
	Name, Content string
}

// minPackedBytes is the minimum size of a part for compression, because initializing the compressor takes longer than
// fuzzing a small document.
const minPackedBytes = 16 << 10

// Zip packs parts into an office package.
func Zip(parts ...Part) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range parts {
		h := &zip.FileHeader{Name: p.Name, Method: zip.Deflate}
		if len(p.Content) < minPackedBytes {
			h.Method = zip.Store
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write([]byte(p.Content))
		}
		if err != nil {
			panic(err) // writing to memory
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

const (
	declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	relations   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	wordTypes   = declaration + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>` +
		`<Override PartName="/word/document.xml" ` +
		`ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
	namespaces = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"` +
		` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"` +
		` xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"` +
		` xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" ` +
		`xmlns:v="urn:schemas-microsoft-com:vml"`
)

// DOCX makes a text document from the XML within its body. The names of further parts are the last segment of their
// relationship's type and also their relationship's id: "header", "footnotes", "styles" …. Their content is the XML
// within their root.
func DOCX(body string, parts ...Part) []byte {
	files := []Part{
		{"[Content_Types].xml", wordTypes},
		{"_rels/.rels", Relationships(Part{"rId1", "officeDocument word/document.xml"},
			Part{"rId2", "core-properties docProps/core.xml"})},
		{"word/document.xml", declaration + "<w:document" + namespaces + "><w:body>" + body + "</w:body></w:document>"},
		{"docProps/core.xml", declaration + `<cp:coreProperties xmlns:cp="x" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
			`<dc:title>A title</dc:title><dc:creator>An author</dc:creator></cp:coreProperties>`},
	}
	var targets []Part
	for _, p := range parts {
		targets = append(targets, Part{p.Name, strings.TrimRight(p.Name, "0123456789") + " " + p.Name + ".xml"})
		files = append(files, Part{"word/" + p.Name + ".xml",
			declaration + "<w:part" + namespaces + ">" + p.Content + "</w:part>"})
	}
	files = append(files, Part{"word/_rels/document.xml.rels", Relationships(targets...)})
	return Zip(files...)
}

// Relationships makes a part of relationships. Each target has the id and kind as its name and the target as its
// content.
func Relationships(targets ...Part) string {
	var sb strings.Builder
	sb.WriteString(declaration + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for _, t := range targets {
		kind, target, _ := strings.Cut(t.Content, " ")
		fmt.Fprintf(&sb, `<Relationship Id="%s" Type="%s%s" Target="%s"/>`, t.Name, relations, kind, target)
	}
	sb.WriteString("</Relationships>")
	return sb.String()
}

// Escape escapes a text for XML.
func Escape(s string) string {
	var sb strings.Builder
	_ = xml.EscapeText(&sb, []byte(s))
	return sb.String()
}

// Paragraph makes a paragraph; \t and \n become their elements.
func Paragraph(text string) string {
	var sb strings.Builder
	sb.WriteString("<w:p><w:r>")
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			sb.WriteString("<w:br/>")
		}
		for k, piece := range strings.Split(line, "\t") {
			if k > 0 {
				sb.WriteString("<w:tab/>")
			}
			fmt.Fprintf(&sb, `<w:t xml:space="preserve">%s</w:t>`, Escape(piece))
		}
	}
	sb.WriteString("</w:r></w:p>")
	return sb.String()
}

// Table makes a table of texts.
func Table(rows ...[]string) string {
	var sb strings.Builder
	sb.WriteString("<w:tbl><w:tblPr/><w:tblGrid/>")
	for _, row := range rows {
		sb.WriteString("<w:tr>")
		for _, cell := range row {
			sb.WriteString("<w:tc><w:tcPr/>" + Paragraph(cell) + "</w:tc>")
		}
		sb.WriteString("</w:tr>")
	}
	sb.WriteString("</w:tbl>")
	return sb.String()
}

const sheetTypes = declaration + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
	`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
	`<Default Extension="xml" ContentType="application/xml"/>` +
	`<Override PartName="/xl/workbook.xml" ` +
	`ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`

// Sheet is a sheet of a workbook.
type Sheet struct {
	State   string // "", "hidden" or "veryHidden"
	XML     string // within its root
	Drawing string // the XML within the root of its drawing
}

// XLSX makes a workbook. strings and styles are the XML within the roots of the parts for shared strings and styles.
// properties is the XML before the list of sheets.
func XLSX(properties, strings, styles string, sheets ...Sheet) []byte {
	list := ""
	targets := []Part{{"s", "sharedStrings sharedStrings.xml"}, {"t", "styles styles.xml"}}
	files := []Part{
		{"[Content_Types].xml", sheetTypes},
		{"_rels/.rels", Relationships(Part{"rId1", "officeDocument xl/workbook.xml"})},
		{"xl/sharedStrings.xml", declaration + "<sst>" + strings + "</sst>"},
		{"xl/styles.xml", declaration + "<styleSheet>" + styles + "</styleSheet>"},
	}
	for i, s := range sheets {
		id := "rId" + strconv.Itoa(i+1)
		list += `<sheet name="` + id + `" state="` + s.State + `" r:id="` + id + `"/>`
		targets = append(targets, Part{id, "worksheet worksheets/" + id + ".xml"})
		files = append(files, Part{"xl/worksheets/" + id + ".xml", declaration + "<worksheet>" + s.XML + "</worksheet>"})
		if s.Drawing != "" {
			files = append(files, Part{"xl/worksheets/_rels/" + id + ".xml.rels",
				Relationships(Part{"d", "drawing /xl/drawings/" + id + ".xml"})},
				Part{"xl/drawings/" + id + ".xml", declaration + "<wsDr>" + s.Drawing + "</wsDr>"})
		}
	}
	return Zip(append(files,
		Part{"xl/workbook.xml", declaration +
			`<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
			properties + "<sheets>" + list + "</sheets></workbook>"},
		Part{"xl/_rels/workbook.xml.rels", Relationships(targets...)})...)
}

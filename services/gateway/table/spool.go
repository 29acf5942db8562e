package table

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"
)

const compression = 4

// spool compresses waiting parts into a temporary file without a name, if possible, so that it ends with the process.
type spool struct {
	file    *os.File
	named   bool
	size    int64 // bytes in the file
	to      *bufio.Writer
	deflate *flate.Writer
	part    part // under way
	waiting []part
}

// part is a compressed part in a spool.
type part struct {
	name           string
	offset, length int64 // in the file
	sum            uint32
	size           int64 // before it was packed
}

func newSpool(folder string) (*spool, error) {
	f, err := os.CreateTemp(folder, "docmill-workbook-")
	if err != nil {
		return nil, err
	}
	s := &spool{file: f, named: os.Remove(f.Name()) != nil} // Windows keeps the name of an open file
	s.to = bufio.NewWriterSize((*spoolFile)(s), 64<<10)
	if s.deflate, err = flate.NewWriter(s.to, compression); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// spoolFile is the file behind the compression.
type spoolFile spool

func (s *spoolFile) Write(b []byte) (int, error) {
	n, err := s.file.Write(b)
	s.size += int64(n)
	return n, err
}

// Write adds to the part under way.
func (s *spool) Write(b []byte) (int, error) {
	s.part.sum = crc32.Update(s.part.sum, crc32.IEEETable, b)
	s.part.size += int64(len(b))
	return s.deflate.Write(b)
}

// finish ends the current part.
func (s *spool) finish(name string) error {
	if err := errors.Join(s.deflate.Close(), s.to.Flush()); err != nil {
		return err
	}
	s.part.name, s.part.length = name, s.size-s.part.offset
	s.waiting = append(s.waiting, s.part)
	s.part = part{offset: s.size}
	s.deflate.Reset(s.to)
	return nil
}

// moveTo writes the waiting parts into the archive and empties the file. No part may be open.
func (s *spool) moveTo(archive *zip.Writer) error {
	for _, p := range s.waiting {
		w, err := archive.CreateRaw(&zip.FileHeader{
			Name: p.name, Method: zip.Deflate, CRC32: p.sum, CompressedSize64: uint64(p.length),
			UncompressedSize64: uint64(p.size),
		})
		if err != nil {
			return err
		}
		if _, err := io.Copy(w, io.NewSectionReader(s.file, p.offset, p.length)); err != nil {
			return err
		}
	}
	s.waiting, s.part, s.size = nil, part{}, 0
	if err := s.file.Truncate(0); err != nil {
		return err
	}
	_, err := s.file.Seek(0, io.SeekStart)
	return err
}

// close closes the file. It can be called more than once.
func (s *spool) close() error {
	err := s.file.Close()
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	if s.named {
		err = errors.Join(err, os.Remove(s.file.Name()))
	}
	return err
}

// The parts of a workbook except its sheets (ECMA-376, part 1, 18.2 and 18.8, part 2, 9 and 10).

const (
	xmlHeader          = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	namespaceMain      = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	namespaceRelation  = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	namespaceRelations = "http://schemas.openxmlformats.org/package/2006/relationships"
	namespaceTypes     = "http://schemas.openxmlformats.org/package/2006/content-types"
	mediaTypes         = "application/vnd.openxmlformats-officedocument.spreadsheetml."
)

const packageRelations = xmlHeader + `<Relationships xmlns="` + namespaceRelations + `">` +
	`<Relationship Id="rId1" Type="` + namespaceRelation + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`

func sheetPart(n int) string { return fmt.Sprintf("xl/worksheets/sheet%d.xml", n) }

// stylesPart has the cell formats of the style constants, in their order.
func stylesPart() string {
	var b strings.Builder
	b.WriteString(xmlHeader + `<styleSheet xmlns="` + namespaceMain + `"><numFmts count="5">` +
		`<numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/><numFmt numFmtId="165" formatCode="yyyy\-mm\-dd\ hh:mm:ss"/>`)
	for n, digits := range []string{"0", "000", "0000"} {
		fmt.Fprintf(&b, `<numFmt numFmtId="%d" formatCode="#,##0.%s"/>`, 166+n, digits)
	}
	b.WriteString(`</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>` +
		`<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>` +
		`<fills count="2"><fill><patternFill patternType="none"/></fill>` +
		`<fill><patternFill patternType="gray125"/></fill></fills>` +
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>`)
	formats := []string{
		styleNone:       `numFmtId="0" fontId="0"`,
		styleHeader:     `numFmtId="0" fontId="1" applyFont="1"`,
		styleCode:       `numFmtId="49" fontId="0" quotePrefix="1" applyNumberFormat="1"`,
		styleQuoted:     `numFmtId="0" fontId="0" quotePrefix="1"`,
		styleDate:       `numFmtId="164" fontId="0" applyNumberFormat="1"`,
		styleTime:       `numFmtId="165" fontId="0" applyNumberFormat="1"`,
		styleAmount:     `numFmtId="3" fontId="0" applyNumberFormat="1"`,
		styleAmount + 1: `numFmtId="166" fontId="0" applyNumberFormat="1"`,
		styleAmount + 2: `numFmtId="4" fontId="0" applyNumberFormat="1"`,
		styleAmount + 3: `numFmtId="167" fontId="0" applyNumberFormat="1"`,
		styleAmount + 4: `numFmtId="168" fontId="0" applyNumberFormat="1"`,
	}
	fmt.Fprintf(&b, `<cellXfs count="%d">`, len(formats))
	for _, f := range formats {
		fmt.Fprintf(&b, `<xf %s fillId="0" borderId="0" xfId="0"/>`, f)
	}
	b.WriteString(`</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>`)
	b.WriteString(`</styleSheet>`)
	return b.String()
}

// workbookPart lists the sheets. A filter also has a hidden name that defines its area.
func workbookPart(sheets []writtenSheet) string {
	var b strings.Builder
	b.WriteString(xmlHeader + `<workbook xmlns="` + namespaceMain + `" xmlns:r="` + namespaceRelation + `"><sheets>`)
	for i, s := range sheets {
		fmt.Fprintf(&b, `<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, s.name, i+1, i+1)
	}
	b.WriteString(`</sheets><definedNames>`)
	for i, s := range sheets {
		fmt.Fprintf(&b, `<definedName name="_xlnm._FilterDatabase" localSheetId="%d" hidden="1">'%s'!%s</definedName>`,
			i, s.name, s.area)
	}
	b.WriteString(`</definedNames></workbook>`)
	return b.String()
}

func workbookRelations(sheets []writtenSheet) string {
	var b strings.Builder
	b.WriteString(xmlHeader + `<Relationships xmlns="` + namespaceRelations + `">`)
	for i, s := range sheets {
		fmt.Fprintf(&b, `<Relationship Id="rId%d" Type="%s/worksheet" Target="%s"/>`, i+1, namespaceRelation,
			strings.TrimPrefix(sheetPart(s.part), "xl/"))
	}
	fmt.Fprintf(&b, `<Relationship Id="rId%d" Type="%s/styles" Target="styles.xml"/></Relationships>`, len(sheets)+1,
		namespaceRelation)
	return b.String()
}

func contentTypes(sheets []writtenSheet) string {
	var b strings.Builder
	b.WriteString(xmlHeader + `<Types xmlns="` + namespaceTypes + `">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="` + mediaTypes + `sheet.main+xml"/>` +
		`<Override PartName="/xl/styles.xml" ContentType="` + mediaTypes + `styles+xml"/>`)
	for _, s := range sheets {
		fmt.Fprintf(&b, `<Override PartName="/%s" ContentType="%sworksheet+xml"/>`, sheetPart(s.part), mediaTypes)
	}
	b.WriteString(`</Types>`)
	return b.String()
}

// Package table writes extraction records as tables: as CSV with a line per record, and as a workbook
// (Office Open XML, ECMA-376) that also has rows for line items and transactions. The gateway's exports and
// the command line use it.
package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
)

// leading are the columns of a record before those of its data.
func leading() []column {
	return []column{
		{"id", schema.FormIdentifier, 41}, {"status", schema.FormText, 11}, {"documentType", schema.FormText, 15},
		{"confidence", schema.FormRate, 11}, {"createdAt", schema.FormDate, 19}, {"completedAt", schema.FormDate, 19},
		{"fileName", schema.FormText, 30},
	}
}

func dataOf(rec contract.Record) (data map[string]json.RawMessage, err error) {
	if err := json.Unmarshal(rec.Data, &data); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return data, nil
}

// text returns the value of a JSON string, or "".
func text(raw json.RawMessage) string {
	n := len(raw)
	if n < 2 || raw[0] != '"' {
		return ""
	}
	if bytes.IndexByte(raw, '\\') < 0 && utf8.Valid(raw) { // most: it is checked JSON already
		return string(raw[1 : n-1])
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// rowsOf returns the rows of a list of objects, or nil.
func rowsOf(raw json.RawMessage) []map[string]json.RawMessage {
	var rows []map[string]json.RawMessage
	if raw == nil || json.Unmarshal(raw, &rows) != nil {
		return nil
	}
	return rows
}

// membersOf returns the members of a list's rows over all document types, without duplicates, as first described.
func membersOf(list string) []schema.Field {
	var members []schema.Field
	for _, t := range schema.All() {
		f, _ := t.Field(list)
		for i := range f.Members {
			m := f.Members[i]
			if !slices.ContainsFunc(members, func(o schema.Field) bool { return o.Name == m.Name }) {
				members = append(members, m)
			}
		}
	}
	return members
}

// formulaMarks begin a formula in spreadsheets (also from East Asian keyboards), or a new cell.
const formulaMarks = "=+-@\t\r＝＋－＠"

// beginsFormula reports whether spreadsheets may read a text as a formula; some trim leading spaces.
func beginsFormula(s string) bool {
	for _, r := range s {
		if strings.ContainsRune(formulaMarks, r) {
			return true
		}
		if !unicode.IsSpace(r) && unicode.IsGraphic(r) {
			return false
		}
	}
	return false
}

// sheet is a worksheet that is written row by row.
type sheet struct {
	columns []column
	rows    int   // written, the header among them
	bytes   int64 // written, before they are packed
	out     io.Writer
	refs    []string // letters of the columns
	row     bytes.Buffer
}

// newSheet writes the beginning of the sheet and the header.
func newSheet(out io.Writer, columns []column) (*sheet, error) {
	s := &sheet{columns: columns, out: out}
	b := &s.row
	b.WriteString(xmlHeader + `<worksheet xmlns="` + namespaceMain + `"><sheetViews><sheetView workbookViewId="0">` +
		`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`)
	for i, c := range columns {
		s.refs = append(s.refs, letters(i))
		fmt.Fprintf(b, `<col min="%d" max="%d" width="%g" customWidth="1"/>`, i+1, i+1, c.width)
	}
	b.WriteString(`</cols><sheetData>`)
	s.begin()
	for i, c := range columns {
		appendText(b, s.ref(i), styleHeader, c.name)
	}
	return s, s.end()
}

// begin starts a row in s.row, end writes it.
func (s *sheet) begin() {
	s.rows++
	fmt.Fprintf(&s.row, `<row r="%d">`, s.rows)
}

func (s *sheet) end() error {
	s.row.WriteString(`</row>`)
	s.bytes += int64(s.row.Len())
	_, err := s.row.WriteTo(s.out)
	return err
}

// ref names the cell of a column in the current row.
func (s *sheet) ref(column int) string { return s.refs[column] + strconv.Itoa(s.rows) }

func (s *sheet) area(dollar string) string {
	last := s.refs[len(s.refs)-1]
	return fmt.Sprintf("%[1]sA%[1]s1:%[1]s%[2]s%[1]s%[3]d", dollar, last, s.rows)
}

func (s *sheet) close() error {
	_, err := fmt.Fprintf(s.out, `</sheetData><autoFilter ref="%s"/></worksheet>`, s.area(""))
	return err
}

// letters names a column, counted from 0: A to Z, AA to ZZ.
func letters(column int) string {
	if column < 26 {
		return string(rune('A' + column))
	}
	return letters(column/26-1) + string(rune('A'+column%26))
}

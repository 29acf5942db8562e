package table

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
)

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

// area is the range of the sheet's cells.
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

package table

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
)

// ByteOrderMark is U+FEFF in UTF-8. Some spreadsheets read a CSV file as UTF-8 only if it begins with it.
const ByteOrderMark = "\ufeff"

// CSV writes a table as CSV (RFC 4180): with a header, CRLF line ends, UTF-8 without a byte order mark. The
// columns are those of the record, then the single values of all document types.
type CSV struct {
	fields []schema.Field
}

// NewCSV returns the table with a caller's own fields, or with those of all document types.
func NewCSV(own ...schema.Field) CSV { return CSV{scalarsOf(own)} }

// AppendHeader appends the first line.
func (t CSV) AppendHeader(b []byte) []byte {
	var cells []string
	for _, c := range documentColumns(t.fields) {
		cells = append(cells, c.name)
	}
	return appendLine(b, cells)
}

// AppendRecord appends the line of a record. It returns an error if the data is not an object.
func (t CSV) AppendRecord(b []byte, rec contract.Record) ([]byte, error) {
	data, err := dataOf(rec)
	if err != nil {
		return b, err
	}
	cells := make([]string, 0, 7+len(t.fields))
	cells = append(cells, rec.ID, string(rec.Status), rec.DocumentType, "",
		rec.CreatedAt.Format(contract.TimeLayout), "", literal(rec.Metadata.FileName))
	if rec.Confidence != nil {
		cells[3] = strconv.FormatFloat(*rec.Confidence, 'f', -1, 64)
	}
	if rec.CompletedAt != nil {
		cells[5] = rec.CompletedAt.Format(contract.TimeLayout)
	}
	for _, f := range t.fields {
		cells = append(cells, csvCell(f.Notation(), text(valueAt(data, f.Name))))
	}
	return appendLine(b, cells), nil
}

func csvCell(n schema.Notation, value string) string {
	if n != schema.NotationString && plain.MatchString(value) {
		return value
	}
	return literal(value)
}

// plain are amounts, dates and times, which spreadsheets should parse.
var plain = regexp.MustCompile(`^(?:-?[0-9]+(?:\.[0-9]+)?|[0-9][0-9:-]*)$`)

// literal prevents a spreadsheet from running a text as a formula: it adds the apostrophe that marks text.
func literal(value string) string {
	if beginsFormula(value) {
		return "'" + value
	}
	return value
}

func appendLine(b []byte, cells []string) []byte {
	for i, cell := range cells {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendCell(b, cell)
	}
	return append(b, "\r\n"...)
}

// appendCell keeps every byte of the cell. encoding/csv with CRLF line ends would change line ends within cells.
func appendCell(b []byte, cell string) []byte {
	if !strings.ContainsAny(cell, ",\"\r\n") && strings.TrimSpace(cell) == cell {
		return append(b, cell...)
	}
	b = append(b, '"')
	b = append(b, strings.ReplaceAll(cell, `"`, `""`)...)
	return append(b, '"')
}

package export

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
)

// table writes CSV (RFC 4180): a header, CRLF at the end of lines, UTF-8
// without a byte order mark. The columns are those of the record, then the
// single values of all document types.
type table struct {
	fields []schema.Field
}

func newTable() table { return table{schema.Scalars()} }

func (t table) header() []byte {
	cells := []string{"id", "status", "documentType", "confidence", "createdAt", "completedAt", "fileName"}
	for _, f := range t.fields {
		cells = append(cells, f.Name)
	}
	return appendLine(nil, cells)
}

func (t table) appendRecord(b []byte, rec contract.Record) ([]byte, error) {
	var data map[string]json.RawMessage
	if err := json.Unmarshal(rec.Data, &data); err != nil {
		return b, fmt.Errorf("data: %w", err)
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
		cells = append(cells, cellOf(f.Notation(), data[f.Name]))
	}
	return appendLine(b, cells), nil
}

// cellOf shows a value; what is absent, or no single value, is an empty cell.
func cellOf(n schema.Notation, raw json.RawMessage) string {
	var text string
	if raw == nil || json.Unmarshal(raw, &text) != nil {
		return ""
	}
	if n != schema.NotationString && plain.MatchString(text) {
		return text
	}
	return literal(text)
}

// plain are amounts, dates and times, which spreadsheets are to understand.
var plain = regexp.MustCompile(`^(?:-?[0-9]+(?:\.[0-9]+)?|[0-9][0-9:-]*)$`)

// formulaMarks are what spreadsheets begin a formula with, in the forms of
// East Asian keyboards, too, and the two characters that move what follows into
// a separate cell.
const formulaMarks = "=+-@\t\r＝＋－＠"

// literal keeps a spreadsheet from running a text as a formula: it puts the
// apostrophe in front that marks text there. Some programs trim a cell before
// they look, so blanks in front of the mark do not count.
func literal(text string) string {
	rest := strings.TrimLeftFunc(text, func(r rune) bool {
		return (unicode.IsSpace(r) || !unicode.IsGraphic(r)) && !strings.ContainsRune(formulaMarks, r)
	})
	if rest != "" && strings.ContainsRune(formulaMarks, []rune(rest)[0]) {
		return "'" + text
	}
	return text
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

// appendCell keeps every byte of the cell. encoding/csv is not used for it: with
// CRLF as line end it changes the line ends within cells, too.
func appendCell(b []byte, cell string) []byte {
	if !strings.ContainsAny(cell, ",\"\r\n") && strings.TrimSpace(cell) == cell {
		return append(b, cell...)
	}
	b = append(b, '"')
	b = append(b, strings.ReplaceAll(cell, `"`, `""`)...)
	return append(b, '"')
}

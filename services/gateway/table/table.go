// Package table writes extraction records as tables: as CSV, a line for each
// record, and as a workbook for spreadsheets (Office Open XML, ECMA-376) with
// rows for their line items and transactions, too. The gateway's exports and the
// command line write the same tables through it.
package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
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

// dataOf returns the members of a record's data.
func dataOf(rec contract.Record) (data map[string]json.RawMessage, err error) {
	if err := json.Unmarshal(rec.Data, &data); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return data, nil
}

// text returns a value that is written as a JSON string, and "" for all others.
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

// rowsOf returns the rows of a list; what is no list of objects has none.
func rowsOf(raw json.RawMessage) []map[string]json.RawMessage {
	var rows []map[string]json.RawMessage
	if raw == nil || json.Unmarshal(raw, &rows) != nil {
		return nil
	}
	return rows
}

// membersOf returns the members that a list's rows have in any document type,
// each once, as the first type that has it describes it.
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

// formulaMarks are what spreadsheets begin a formula with, in the forms of
// East Asian keyboards, too, and the two characters that move what follows into
// a separate cell.
const formulaMarks = "=+-@\t\r＝＋－＠"

// beginsFormula reports whether a spreadsheet could take a text for a formula.
// Some programs trim a cell before they look, so blanks in front of the mark do
// not count.
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

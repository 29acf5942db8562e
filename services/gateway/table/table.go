// Package table writes extraction records as tables: as CSV with a line per record, and as a workbook
// (Office Open XML, ECMA-376) that also has rows for line items and transactions. The gateway's exports and
// the command line use it.
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

// membersOf returns the members of a list's rows over all document types, without duplicates, as first
// described.
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

// formulaMarks begin a formula in spreadsheets, including the forms of East Asian keyboards, and the two
// characters that begin a new cell.
const formulaMarks = "=+-@\t\r＝＋－＠"

// beginsFormula reports whether a spreadsheet may read a text as a formula. Some programs trim cells first,
// so it ignores leading spaces.
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

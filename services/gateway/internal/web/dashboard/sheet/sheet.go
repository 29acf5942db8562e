// Package sheet arranges a document's record for display: values, tables, checks, and
// the boxes of values on pages.
package sheet

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

// Sheet is a completed record for display.
type Sheet struct {
	Values  []Cell // outside tables, in the order of the type
	Missing []Cell // fields of the type without a value
	Tables  []Table
	Empty   []Table // lists of the type without a row
	Checks  []Check
	Text    string // the whole text of a generic document
	boxes   []Box
}

// Table is an array of the data.
type Table struct {
	Path, Title string
	Columns     []Column
	Rows        []Row
	More        []Column // possible columns that no row has
	Whole       bool     // a list of the data that can be replaced as a whole
}

// Column of a table; Name is the member of its elements.
type Column struct {
	Name, Title string
	Numeric     bool
}

// Row has a cell for each column.
type Row []Cell

// Check is a test over the fields.
type Check struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Passed bool   `json:"passed"`
	Detail string `json:"detail"` // the equation, or the finding
}

// ChecksOf decodes checks and translates them.
func ChecksOf(raw json.RawMessage, words *languages.Language) (checks []Check, err error) {
	err = json.Unmarshal(raw, &checks)
	for i := range checks {
		c := &checks[i]
		c.Title, c.Detail = checkTitle(c.Name, words), words.TrMessage(c.Detail)
	}
	return checks, err
}

// Of arranges a record with fields, in a language.
func Of(rec contract.Record, words *languages.Language) (*Sheet, error) {
	l := layout{words: words, fields: map[string]field{}}
	if err := json.Unmarshal(rec.Data, &l.data); err != nil {
		return nil, fmt.Errorf("data of %s: %w", rec.ID, err)
	}
	if err := json.Unmarshal(rec.Fields, &l.fields); err != nil {
		return nil, fmt.Errorf("fields of %s: %w", rec.ID, err)
	}
	var err error
	if l.sheet.Checks, err = ChecksOf(rec.Checks, words); err != nil {
		return nil, fmt.Errorf("checks of %s: %w", rec.ID, err)
	}
	l.members(schema.Of(schema.DocumentType(rec.DocumentType)), rec.Missing)
	return &l.sheet, nil
}

// Has reports whether the sheet has a place for the value at a path.
func (s *Sheet) Has(path string) bool {
	at := func(c Cell) bool { return c.Path == path }
	return slices.ContainsFunc(s.Values, at) || slices.ContainsFunc(s.Missing, at) ||
		slices.ContainsFunc(s.Tables, func(t Table) bool {
			return slices.ContainsFunc(t.Rows, func(r Row) bool { return slices.ContainsFunc(r, at) })
		})
}

// layout builds a sheet.
type layout struct {
	words  *languages.Language
	data   map[string]json.RawMessage
	fields map[string]field
	sheet  Sheet
}

// members adds the type's fields in their order, then those of a custom schema and its missing ones.
func (l *layout) members(t schema.Type, missing []string) {
	for _, f := range t.Fields {
		l.member(f, l.data[f.Name])
	}
	data := custom.Flatten(l.data, objectOf)
	for _, path := range append(missing, slices.Collect(maps.Keys(l.fields))...) { // only fields have removed values
		if _, known := data[path]; !known && !slices.ContainsFunc(strings.Split(path, "."), isIndex) {
			data[path] = nil
		}
	}
	for _, name := range slices.Sorted(maps.Keys(data)) {
		if first, _, _ := strings.Cut(name, "."); !t.Has(first) {
			l.member(schema.Field{Name: name, Form: formOf(data[name])}, data[name])
		}
	}
}

// objectOf returns the members of an object, or nil for other values.
func objectOf(raw json.RawMessage) (members map[string]json.RawMessage) {
	if len(raw) == 0 || raw[0] != '{' || json.Unmarshal(raw, &members) != nil {
		return nil
	}
	return members
}

func (l *layout) member(f schema.Field, raw json.RawMessage) {
	switch {
	case f.OnlyInRecord && f.Name == schema.Tables: // the values are what to review; cells have no confidence
	case f.IsList() && f.Name == schema.Tables && f.Members != nil:
		l.grids(f.Name, raw)
	case f.IsList():
		l.table(f, raw)
	case f.Name == schema.WholeText && f.Description != "":
		l.sheet.Text, _ = scalar(raw)
	default:
		l.single(f, raw)
	}
}

func (l *layout) single(f schema.Field, raw json.RawMessage) {
	cell := l.cell(f.Name, raw)
	cell.Label, cell.Hint, cell.Numeric = l.title(f.Name), l.words.Tr(f.Description), numeric(f.Notation())
	if !cell.Known {
		l.sheet.Missing = append(l.sheet.Missing, cell)
		return
	}
	l.sheet.Values = append(l.sheet.Values, cell)
}

func (l *layout) title(name string) string { return l.words.Tr(Title(name)) }

// cell joins the value at a path with its entry in fields.
func (l *layout) cell(path string, raw json.RawMessage) Cell {
	value, there := scalar(raw)
	f, described := l.fields[path]
	c := f.cell(path, l.words)
	c.Value, c.Known = value, there || described
	if described && !f.human() && !there {
		c.Value = f.text()
	}
	c.Removed = described && f.human() && !there
	if box, ok := f.box(path, l.title(lastName(path)), c); ok {
		c.Page = box.Page
		c.Boxed = true
		l.sheet.boxes = append(l.sheet.boxes, box)
	}
	return c
}

func scalar(raw json.RawMessage) (string, bool) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", false
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text, true
	}
	return string(raw), true // a number, or true or false
}

func formOf(raw json.RawMessage) schema.Form {
	if len(raw) > 0 && raw[0] == '[' {
		return schema.FormList
	}
	return schema.FormText
}

func numeric(n schema.Notation) bool {
	switch n {
	case schema.NotationMoney, schema.NotationDecimal, schema.NotationPercent, schema.NotationInteger:
		return true
	default:
		return false
	}
}

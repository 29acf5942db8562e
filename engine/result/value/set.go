// Package value holds extracted values with their words, and sets of them by field name.
package value

import (
	"maps"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/recognize"
)

// PutRows stores a list of rows unless it is empty.
func (s *Set) PutRows(name string, rows []Row) {
	if len(rows) > 0 {
		s.Lists[name] = rows
	}
}

// PutArray stores a list of plain values unless it is empty.
func (s *Set) PutArray(name string, values []Value) {
	if len(values) > 0 {
		s.Arrays[name] = values
	}
}

// Value is one extracted value with its words.
type Value struct {
	Value string
	Raw   string
	Page  int
	Box   document.Box // empty if the value has no position
	// Nominal marks Page and Box that are not positions on a displayed page; see document.Page.
	Nominal bool
	Source  document.Source
	// Score is the scorer's raw certainty between 0 and 1; see package calibrate for its meaning.
	Score float64
	// Lead is the log-odds by which the value is preferred to the next best; 0 without an alternative or if
	// unknown.
	Lead float64
	// Legibility is the lowest word confidence of the words read, Clarity the mean over their letters; 0 if
	// unknown.
	Legibility, Clarity float64
	// IsChecked is set if the value has check digits that hold. Only values of custom schemas have the mark.
	IsChecked bool
	// Confirmed is the share of right values of the template that leads to the same value; 0 for none. Only values of
	// custom schemas have it.
	Confirmed float64
	// Factor replaces Value in quantity × unit price = amount, if they differ: the price of one unit for a price
	// per 100 units, the agreed quantity for a requested one.
	Factor string
	// Plus is the part of a total besides net amount, tax and the other sums of the record: a rounding, less a
	// withheld tax; "" for nothing.
	Plus string
}

// Counts returns the value to compute with in quantity × unit price = amount.
func (v Value) Counts() string {
	if v.Factor != "" {
		return v.Factor
	}
	return v.Value
}

// Row is one entry of a list field, by member name.
type Row map[string]Value

// Set holds the extracted values of a document: scalar fields by name and lists of rows by name ("taxes",
// "lineItems", "transactions", "payments", "keyValues"). Values that were not found are absent.
type Set struct {
	Scalars map[string]Value
	Lists   map[string][]Row
	// Arrays are lists of plain values by name, from custom schemas only.
	Arrays map[string][]Value
	// Tables are the tables as printed.
	Tables []Grid
}

// Grid is a table as printed.
type Grid struct {
	Page       int // 0 if the format has no pages
	HeaderRows int // the number of first rows with headings
	Rows       [][]string
	// Spans are the cells that cover several rows or columns. The text is in the first of these.
	Spans []Span
}

// Span is a cell and the number of rows and columns that it covers.
type Span struct{ Row, Column, Rows, Columns int }

// Has reports whether the scalar was found.
func (s *Set) Has(name string) bool { _, ok := s.Scalars[name]; return ok }

// Text returns the scalar's value, or "".
func (s *Set) Text(name string) string { return s.Scalars[name].Value }

// At returns the value at a path of the record: "total", "lineItems.0.amount".
func (s *Set) At(path string) (Value, bool) {
	if row, member := s.Row(path); row != nil {
		v, ok := row[member]
		return v, ok
	}
	v, ok := s.Scalars[path]
	return v, ok
}

// Row returns the row and member of a path into a list, or nil for other paths.
func (s *Set) Row(path string) (row Row, member string) {
	list, rest, _ := strings.Cut(path, ".")
	index, member, inside := strings.Cut(rest, ".")
	i, err := strconv.Atoi(index)
	if rows := s.Lists[list]; inside && err == nil && i >= 0 && i < len(rows) {
		return rows[i], member
	}
	return nil, ""
}

// Rows returns the number of rows of a list.
func (s *Set) Rows(list string) int { return len(s.Lists[list]) }

// Member returns a value of a row, or "".
func (s *Set) Member(list string, row int, member string) string {
	return s.Lists[list][row][member].Value
}

// Counts returns the value of a row to compute with in quantity × unit price = amount.
func (s *Set) Counts(list string, row int, member string) string {
	return s.Lists[list][row][member].Counts()
}

// Basis returns the printed difference between net and total, or nil. The other parts of a basis are in Counts.
func (s *Set) Basis() *result.Basis {
	if plus := s.Scalars["total"].Plus; plus != "" {
		return &result.Basis{Between: plus}
	}
	return nil
}

// Path returns the path of a list member in the record.
func Path(list string, index int, member string) string {
	return list + "." + strconv.Itoa(index) + "." + member
}

// New returns an empty set.
func New() *Set {
	return &Set{Scalars: map[string]Value{}, Lists: map[string][]Row{}, Arrays: map[string][]Value{}}
}

// Put stores a scalar unless it is empty.
func (s *Set) Put(name string, v Value) {
	if v.Value != "" {
		s.Scalars[name] = v
	}
}

// Keep removes fields that records of the type do not have, because readers of several types share the search for
// dates, sums and parties. It removes nothing for a type without fields, such as an unknown one.
func (s *Set) Keep(t schema.Type) {
	if len(t.Fields) == 0 {
		return
	}
	maps.DeleteFunc(s.Scalars, func(name string, _ Value) bool { return !t.Has(name) })
	for list, rows := range s.Lists {
		f, ok := t.Field(list)
		if !ok {
			delete(s.Lists, list)
			continue
		}
		for _, row := range rows {
			maps.DeleteFunc(row, func(member string, _ Value) bool { _, ok := f.Member(member); return !ok })
		}
	}
}

// Cite makes a value from tokens of one segment.
func Cite(value string, seg *layout.Segment, first, last int, score float64) Value {
	return CiteParts(value, []layout.Part{{Segment: seg, First: first, Last: last}}, " ", score)
}

// CiteParts makes a value from parts that may be on several lines of a page. The box covers the parts of the first
// page only.
func CiteParts(value string, parts []layout.Part, separator string, score float64) Value {
	v := Value{Value: value, Score: score, Legibility: 1}
	raw := make([]string, len(parts))
	letters := 0.0
	for i, p := range parts {
		raw[i] = p.Text()
		for t := p.First; t <= p.Last; t++ {
			tok := &p.Segment.Tokens[t]
			if v.Source == "" {
				v.Source = tok.Source
			}
			v.Legibility = min(v.Legibility, tok.Confidence)
			v.Clarity += tok.Confidence * float64(len(tok.Text))
			letters += float64(len(tok.Text))
			if p.Segment.Page == parts[0].Segment.Page {
				v.Box = v.Box.Union(tok.Place)
			}
		}
	}
	v.Raw = strings.Join(raw, separator)
	v.Clarity /= max(1, letters)
	if len(parts) > 0 {
		page := parts[0].Segment.Page
		v.Page, v.Nominal = page.Number, page.Nominal
	}
	if v.Source == "" {
		v.Source = document.SourceText
	}
	return v
}

// Add merges o: its scalars and lists replace those of s with the same names.
func (s *Set) Add(o *Set) {
	maps.Copy(s.Scalars, o.Scalars)
	maps.Copy(s.Lists, o.Lists)
	maps.Copy(s.Arrays, o.Arrays)
	s.Tables = append(s.Tables, o.Tables...)
}

// Figure is a number read from a part of a row.
type Figure struct {
	Part   layout.Part
	Amount recognize.Amount
}

package layout

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// join is the kind of connection between two column words in one heading.
type join int

const (
	joinNone  join = iota
	joinAnd        // "Item & description"
	joinOf         // "Total of the line"
	joinSlash      // "Price EUR/unit"
)

// joinsBetween returns how the words between two tokens join them.
func (s *Segment) joinsBetween(first, last int) join {
	found := joinNone
	for i := first + 1; i < last; i++ {
		switch word := recognize.Fold(s.Words[i]); {
		case lexicon.Connective.Has(word):
			found = joinOf
		case strings.Trim(s.Words[i], "&/+") == "", lexicon.Joining.Has(word):
			if found == joinNone {
				found = joinAnd
			}
		default:
			return joinNone
		}
	}
	return found
}

// goesOn merges a heading that is part of this one: two kinds of value in one cell, of which the name counts, or
// the complement of a sum or number.
func (h *Heading) goesOn(next Heading, how join) bool {
	column, joined := h.Column, false
	switch {
	case h.saysTax(next, how):
		joined = true // "Price" followed by "with tax" is one heading
	case how == joinSlash:
		joined = h.Column == ColumnUnitPrice
	case how == joinNone:
	case how == joinAnd && h.Column == next.Column:
		joined = true // in two languages: "Qty / Qté"
	case h.names() && next.names():
		joined = true
		if next.Column == ColumnDescription {
			column = ColumnDescription
		}
	case how != joinOf:
	case h.Column == ColumnAmount && next.Column == ColumnTaxRate:
		column, joined = ColumnTaxAmount, true
	case h.Column == ColumnPosition && next.Column == ColumnQuantity:
		column, joined = ColumnQuantity, true // "number of hours"
	case h.Column.money() || h.Column == ColumnDescription || h.Column == ColumnDate || h.Column == ColumnQuantity:
		joined = true
	}
	if joined {
		h.Column, h.Box, h.phrase = column, h.Box.Union(next.Box), h.phrase+" "+next.phrase
	}
	return joined
}

// saysTax reports whether words directly after a price are the first to say whether it includes tax.
func (h *Heading) saysTax(next Heading, how join) bool {
	said := func(word string) bool { return lexicon.TaxIncluded.Has(word) || lexicon.TaxExcluded.Has(word) }
	return how == joinNone && h.Column == ColumnUnitPrice && (next.Column == ColumnGross || next.Column == ColumnAmount) &&
		said(next.phrase) && !slices.ContainsFunc(strings.Fields(h.phrase), said)
}

// names reports whether the column names goods or services.
func (h *Heading) names() bool { return h.Column == ColumnDescription || h.Column == ColumnCode }

// twoHeadings returns the two headings that a heading for units or tax amounts may consist of, if their columns are
// close: "Quantity" and "Unit", "Importo" and "IVA".
func twoHeadings(s *Segment, column Column, first, n int) []Heading {
	var one, other Column
	switch column {
	case ColumnUnit:
		one, other = ColumnQuantity, ColumnUnit
	case ColumnTaxAmount:
		one, other = ColumnAmount, ColumnTaxRate
	default:
		return nil
	}
	words, token := s.Folded()
	for k := 1; k < n; k++ {
		left, right := strings.Join(words[first:first+k], " "), strings.Join(words[first+k:first+n], " ")
		if c, _ := ColumnNamed(left); c != one {
			continue
		}
		if c, _ := ColumnNamed(right); c == other {
			return []Heading{
				{Column: one, Box: s.SpanBox(token[first], token[first+k-1]), phrase: left},
				{Column: other, Box: s.SpanBox(token[first+k], token[first+n-1]), phrase: right},
			}
		}
	}
	return nil
}

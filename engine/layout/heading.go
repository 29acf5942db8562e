package layout

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// segmentHeadings splits a segment at header phrases, longest first. Without one it is an unknown heading.
func segmentHeadings(s *Segment) []Heading {
	words, token := s.Folded()
	if labeled(s) {
		return unknown(s)
	}
	if len(s.Words) == 1 && currencyWord(s.Words[0]) {
		return []Heading{{Column: ColumnAmount, Box: s.Box, phrase: strings.Join(words, " "), whole: s}}
	}
	var heads []Heading
	matched, first, last := 0, 0, 0 // first and last are tokens of headings
	for i := 0; i < len(words); {
		column, n := headerPhraseAt(words[i:])
		if n == 0 || currencyOf(words[i:], column, n) {
			i++
			continue
		}
		h := Heading{
			Column: column, Box: s.SpanBox(token[i], token[i+n-1]), phrase: strings.Join(words[i:i+n], " "),
			parts: twoHeadings(s, column, i, n),
		}
		if len(heads) == 0 {
			first = token[i]
		}
		how := s.joinsBetween(last, token[i])
		if column == ColumnUnit && i > 0 && token[i] == token[i-1] {
			how = joinSlash
		}
		if k := len(heads) - 1; k < 0 || !heads[k].goesOn(h, how) {
			heads = append(heads, h)
		}
		matched += n
		i += n
		last = token[i-1]
		behind := i
		for i < len(words) && lexicon.HeadingJoin.Has(words[i]) && !s.standsApart(i) {
			i += 2 // "total incl. VAT" is one heading
			matched += 2
		}
		for i < len(words) && (column.money() || column == ColumnTaxRate) && currency(words[i]) {
			i++ // "price EUR" is one heading
			matched++
		}
		if column == ColumnTaxRate && slices.ContainsFunc(words[behind:min(i, len(words))], currency) {
			heads[len(heads)-1].resolveTaxAmount()
		}
	}
	if len(heads) == 0 || len(words) > 6 && matched*2 < len(words) {
		return unknown(s)
	}
	if len(heads) == 1 {
		heads[0].Box, heads[0].whole, heads[0].named = s.Box, s, first
		heads[0].resolveTax(words)
	}
	return heads
}

// standsApart reports whether a heading of several words has a wider gap before it: "Quantity  Net price".
func (s *Segment) standsApart(first int) bool {
	const wider = 1.5
	words, token := s.Folded()
	_, n := headerPhraseAt(words[first:])
	gap := func(i int) float64 { return s.Tokens[token[i]].Box.X0 - s.Tokens[token[i-1]].Box.X1 }
	if n < 2 || first == 0 {
		return false
	}
	inside := 0.0
	for i := first + 1; i < first+n; i++ {
		inside = max(inside, gap(i))
	}
	return inside > 0 && gap(first) > wider*inside
}

// unknown returns a segment as a heading of unknown meaning.
func unknown(s *Segment) []Heading {
	words, _ := s.Folded()
	return []Heading{{Column: ColumnOther, Box: s.Box, phrase: strings.Join(words, " "), whole: s}}
}

// currencyOf reports whether words begin with the currency of the next heading: "EUR Total" is one heading.
func currencyOf(words []string, column Column, n int) bool {
	if n > 1 || column != ColumnAmount || !currency(words[0]) {
		return false
	}
	next, n := headerPhraseAt(words[1:])
	return n > 0 && next.money()
}

// currency reports whether a folded word is a currency code.
func currency(word string) bool {
	code := strings.ToUpper(word)
	c, ok := recognize.Currency(code)
	return ok && c == code
}

// currencyWord reports whether a word is a currency code or sign as printed above a column: "GBP", "(€)".
func currencyWord(word string) bool {
	word = strings.Trim(word, "()[]")
	c, ok := recognize.Currency(word)
	_, sign := country.CurrencyOf(word)
	return ok && (sign || c == word)
}

// labeled reports whether a segment is a label with its value, such as "Code: FCA", and not a heading.
func labeled(s *Segment) bool {
	return slices.ContainsFunc(s.Words[:len(s.Words)-1], func(w string) bool {
		return len(w) > 1 && strings.HasSuffix(w, ":")
	})
}

func headerPhraseAt(words []string) (Column, int) {
	names, _, n := lexicon.ColumnHeadings().Longest(words, nil)
	if n == 0 {
		return ColumnOther, 0
	}
	return columnOf(names[0]), n
}

// resolveTax decides that "excl. VAT" or "IVA incl.", also as a second line, heads amounts and not tax rates.
func (h *Heading) resolveTax(words []string) {
	if h.Column != ColumnTaxRate {
		return
	}
	with := slices.ContainsFunc(words, lexicon.TaxIncluded.Has)
	if !with && !slices.ContainsFunc(words, lexicon.TaxExcluded.Has) {
		return
	}
	if h.Column, h.taxed = ColumnAmount, true; with {
		h.Column = ColumnGross
	}
}

// resolveTaxAmount decides that "VAT in EUR" is a heading of tax amounts, not of rates.
func (h *Heading) resolveTaxAmount() {
	if h.Column == ColumnTaxRate {
		h.Column = ColumnTaxAmount
	}
}

// widen adds a heading above or below another, and names the column by it if it had no name.
func (h *Heading) widen(m Heading) {
	switch {
	case h.taxed && m.Column != ColumnOther && !m.taxed:
		h.Column, h.taxed = withTax(m.Column, h.Column), false
	case m.taxed && h.Column != ColumnOther:
		h.Column = withTax(h.Column, m.Column)
	case h.Column == ColumnOther:
		h.Column, h.taxed = m.Column, m.taxed
	// "Unit price" over "VAT" is a wrapped "unit price excl. VAT".
	case h.Column == ColumnTaxRate && (m.Column == ColumnUnitPrice || m.Column == ColumnAmount),
		h.Column == ColumnUnit && m.Column == ColumnUnitPrice:
		h.Column = m.Column
	case h.names() && m.names() && m.Column == ColumnDescription:
		h.Column = m.Column // "Item no." over "Description": the cells have the same order
	}
	h.Box, h.whole = h.Box.Union(m.Box), nil
}

// withTax returns the column of amounts whose second line says whether tax is included.
func withTax(c, taxed Column) Column {
	if c == ColumnAmount {
		return taxed
	}
	return c
}

package layout

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// ColumnNamed returns the meaning of a column whose heading reads as the phrase
// does, folded (see recognize.Fold).
func ColumnNamed(phrase string) (Column, bool) {
	names := lexicon.ColumnHeadings().Meanings(phrase)
	if names == nil {
		return ColumnOther, false
	}
	return columnOf(names[0]), true
}

// headerAt reads a table header that starts at the row, or gives nil. A header
// may be wrapped over up to three rows; it holds no amounts.
func (p *Page) headerAt(row int) *Table {
	heads := rowHeadings(p.Rows[row])
	if !plausibleHeader(heads) {
		return nil
	}
	t := &Table{Page: p, First: row, Last: row, Headings: heads}
	for next := row + 1; next < len(p.Rows) && next <= row+3; next++ {
		gap := p.Rows[next].Box.Y0 - p.Rows[t.Last].Box.Y1
		if gap > 0.8*p.Rows[row].Box.Height() {
			break
		}
		if !headerContinues(p.Rows[next]) && !t.completedBy(p.Rows[next]) {
			if len(p.Rows[next].Segments) > 1 {
				break
			}
			continue // a stray line beside the table, such as text along the margin
		}
		t.merge(rowHeadings(p.Rows[next]))
		t.Last = next
	}
	if prev := row - 1; prev >= 0 && p.Rows[row].Box.Y0-p.Rows[prev].Box.Y1 < 0.8*p.Rows[row].Box.Height() &&
		(headerContinues(p.Rows[prev]) || interleaved(p.Rows[prev], p.Rows[row])) {
		t.merge(rowHeadings(p.Rows[prev]))
		t.First = prev
	}
	for t.Last+1 < len(p.Rows) && interleaved(p.Rows[t.Last], p.Rows[t.Last+1]) {
		t.Last++ // a line of no known words, in a cell of more lines than its neighbours
	}
	t.settleAmounts()
	t.settleDiscount()
	t.settleCodes()
	return t
}

// interleaved reports whether two rows of words stand half a line apart: cells of
// an even and an odd number of lines beside each other.
func interleaved(upper, lower *Row) bool {
	a, b := upper.Box.Height(), lower.Box.Height()
	if lower.Box.Y0 >= upper.Box.Y1 || max(a, b) > 1.5*min(a, b) { // a watermark is larger
		return false
	}
	for _, r := range []*Row{upper, lower} {
		for _, s := range r.Segments {
			if strings.ContainsAny(s.Text(), "0123456789") {
				return false
			}
		}
	}
	return true
}

// completedBy reports whether every segment of a row ends the phrase of the
// heading above it: "unit" under "price".
func (t *Table) completedBy(r *Row) bool {
	for _, s := range r.Segments {
		words, _ := s.Folded()
		lower := Heading{Box: s.Box, phrase: strings.Join(words, " ")}
		if !slices.ContainsFunc(t.Headings, func(h Heading) bool {
			_, known := h.joined(lower)
			return known && h.Box.OverlapX(lower.Box) > 0
		}) {
			return false
		}
	}
	return true
}

// joined returns the meaning of a heading and the one under it read as one phrase.
func (h Heading) joined(lower Heading) (Column, bool) {
	if h.phrase == "" || lower.phrase == "" {
		return ColumnOther, false
	}
	if h.Box.CenterY() > lower.Box.CenterY() {
		h, lower = lower, h
	}
	return ColumnNamed(h.phrase + " " + lower.phrase)
}

// plausibleHeader wants a price or amount column and two further kinds, or a
// description and an amount.
func plausibleHeader(heads []Heading) bool {
	kinds := map[Column]bool{}
	for _, h := range heads {
		kinds[h.Column] = true
	}
	delete(kinds, ColumnOther)
	money := kinds[ColumnAmount] || kinds[ColumnGross] || kinds[ColumnUnitPrice] || kinds[ColumnDebit]
	named := kinds[ColumnDescription] || kinds[ColumnCode] || kinds[ColumnQuantity] || kinds[ColumnDate]
	return money && named && len(kinds) >= 2
}

// headerContinues reports whether a row consists of header words only.
func headerContinues(r *Row) bool {
	hits, others := 0, 0
	if len(r.Segments) == 1 && !headerWords(r.Segments[0]) {
		return false
	}
	for _, s := range r.Segments {
		if len(s.Amounts()) > 0 {
			return false
		}
		for _, h := range segmentHeadings(s) {
			if h.Column == ColumnOther {
				others++
			} else {
				hits++
			}
		}
	}
	return hits > 0 && hits >= others
}

// headerWords reports whether most words of a segment are header words: "piece of
// cake" under a header is no part of it.
func headerWords(s *Segment) bool {
	words, _ := s.Folded()
	matched := 0
	for i := 0; i < len(words); {
		_, n := headerPhraseAt(words[i:])
		if n == 0 && lexicon.HeadingJoin.Has(words[i]) {
			n = 1
		} else {
			matched += n
		}
		i += max(n, 1)
	}
	return 2*matched > len(words)
}

// rowHeadings reads the header cells of a row; none if the row holds amounts.
func rowHeadings(r *Row) []Heading {
	var heads []Heading
	for _, s := range r.Segments {
		for _, a := range s.Amounts() {
			if a.Number.Fraction > 0 {
				return nil
			}
		}
		heads = append(heads, segmentHeadings(s)...)
	}
	return heads
}

// segmentHeadings cuts a segment at header phrases, longest first; a segment
// without one is a heading of unknown meaning.
func segmentHeadings(s *Segment) []Heading {
	words, token := s.Folded()
	if labelled(s) {
		return []Heading{{ColumnOther, s.Box, strings.Join(words, " ")}}
	}
	var heads []Heading
	matched := 0
	for i := 0; i < len(words); {
		column, n := headerPhraseAt(words[i:])
		if n == 0 {
			i++
			continue
		}
		heads = append(heads, Heading{column, s.SpanBox(token[i], token[i+n-1]), strings.Join(words[i:i+n], " ")})
		matched += n
		i += n
		for i < len(words) && lexicon.HeadingJoin.Has(words[i]) {
			i += 2 // "total incl. VAT" is one heading
			matched += 2
		}
		for i < len(words) && column.money() && currency(words[i]) {
			i++ // "price EUR" is one heading
			matched++
		}
	}
	if len(heads) == 0 || len(words) > 6 && matched*2 < len(words) {
		return []Heading{{ColumnOther, s.Box, strings.Join(words, " ")}}
	}
	if len(heads) == 1 {
		heads[0].Box = s.Box
	}
	return heads
}

// currency reports whether a folded word is the code of a currency.
func currency(word string) bool {
	code := strings.ToUpper(word)
	c, ok := recognize.Currency(code)
	return ok && c == code
}

// labelled reports whether a segment is a label with its value, as "Code: FCA":
// nothing that heads a column.
func labelled(s *Segment) bool {
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

// merge takes in the headings of a further header row: one that stands over or
// under another widens it, and names it if it had no name.
func (t *Table) merge(more []Heading) {
	for _, m := range more {
		joined := false
		for i := range t.Headings {
			h := &t.Headings[i]
			if h.Box.OverlapX(m.Box) <= 0 {
				continue
			}
			joined = true
			if c, known := h.joined(m); known {
				h.Column, h.Box = c, h.Box.Union(m.Box)
				break
			}
			// "Unit price" over "VAT" is "unit price excl. VAT" cut in two.
			if h.Column == ColumnOther || h.Column == ColumnTaxRate &&
				(m.Column == ColumnUnitPrice || m.Column == ColumnAmount) ||
				h.Column == ColumnUnit && m.Column == ColumnUnitPrice {
				h.Column = m.Column
			}
			h.Box = h.Box.Union(m.Box)
			break
		}
		if !joined {
			t.Headings = append(t.Headings, m)
		}
	}
}

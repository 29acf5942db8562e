package layout

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout/words"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// headerAt reads a header of up to three rows without amounts that starts at the row, or returns nil.
func (p *Page) headerAt(row int, plausible func([]Heading) bool) *Table {
	t := &Table{Page: p, First: row, Last: row, Headings: rowHeadings(p.Rows[row])}
	if !plausible(t.Headings) && !t.completedBelow(plausible) {
		return nil
	}
	for next := t.Last + 1; next < len(p.Rows) && next <= row+3; next++ {
		gap := p.Rows[next].Box.Y0 - p.Rows[t.Last].Box.Y1
		if gap > 0.8*p.Rows[row].Box.Height() {
			break
		}
		if !headerContinues(p.Rows[next]) && !t.completedBy(p.Rows[next]) {
			if len(p.Rows[next].Segments) > 1 {
				break
			}
			continue // a stray line next to the table, such as text along the margin
		}
		t.merge(rowHeadings(p.Rows[next]), next)
		t.Last = next
	}
	if prev := row - 1; prev >= 0 && p.Rows[row].Box.Y0-p.Rows[prev].Box.Y1 < 0.8*p.Rows[row].Box.Height() &&
		(headerContinues(p.Rows[prev]) || interleaved(p.Rows[prev], p.Rows[row])) {
		t.merge(rowHeadings(p.Rows[prev]), prev)
		t.First = prev
	}
	for t.Last+1 < len(p.Rows) && interleaved(p.Rows[t.Last], p.Rows[t.Last+1]) {
		t.Last++ // a line without known words, in a cell with more lines than its neighbors
	}
	if t.numberedBelow() {
		t.Last++
	}
	for _, resolve := range headingPasses() {
		resolve(t)
	}
	return t
}

// completedBelow adds the row under the first one if only both together are a header: above "Description", "excl.
// VAT", "excl. VAT" are the first lines of the last two, "Unit price", "Line amount". It also adds it if cells of
// two lines are next to cells of one line, which are half a line higher: "Unit price" over "Description".
func (t *Table) completedBelow(plausible func([]Heading) bool) bool {
	if t.First+1 >= len(t.Page.Rows) {
		return false
	}
	upper, lower := t.Page.Rows[t.First], t.Page.Rows[t.First+1]
	if lower.Box.Y0-upper.Box.Y1 > 0.8*upper.Box.Height() || !headerContinues(upper) || !headerContinues(lower) ||
		!upper.rests(lower) && !interleaved(upper, lower) {
		return false
	}
	t.merge(rowHeadings(lower), t.First+1)
	t.Last++
	return plausible(t.Headings) && t.Has(ColumnDescription) && !t.holdsFacts(t.Page)
}

// rests reports whether each segment of a row is above one of the row below.
func (r *Row) rests(lower *Row) bool {
	for _, s := range r.Segments {
		if !slices.ContainsFunc(lower.Segments, func(o *Segment) bool { return o.Box.OverlapX(s.Box) > 0 }) {
			return false
		}
	}
	return true
}

// interleaved reports whether two rows are half a line apart, because of cells with even and odd numbers of lines.
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

// completedBy reports whether every segment of a row ends the phrase of the heading above it: "unit" under "price".
func (t *Table) completedBy(r *Row) bool {
	for _, s := range r.Segments {
		words, _ := s.Folded()
		lower := Heading{Box: s.Box, phrase: strings.Join(words, " ")}
		if !slices.ContainsFunc(t.Headings, func(h Heading) bool {
			_, _, known := h.joined(lower)
			return known && h.Box.OverlapX(lower.Box) > 0
		}) {
			return false
		}
	}
	return true
}

// joined returns a heading and the one under it as one phrase, and its meaning.
func (h Heading) joined(lower Heading) (column Column, phrase string, known bool) {
	if h.phrase == "" || lower.phrase == "" {
		return ColumnOther, "", false
	}
	if h.Box.CenterY() > lower.Box.CenterY() {
		h, lower = lower, h
	}
	phrase = h.phrase + " " + lower.phrase
	column, known = ColumnNamed(phrase)
	return column, phrase, known
}

// plausibleHeader requires a price or amount column and two further kinds, or a description and an amount.
func plausibleHeader(heads []Heading) bool {
	kinds := map[Column]bool{}
	for _, h := range heads {
		kinds[h.Column] = true
	}
	delete(kinds, ColumnOther)
	money := kinds[ColumnAmount] || kinds[ColumnGross] || kinds[ColumnUnitPrice] || kinds[ColumnDebit] ||
		kinds[ColumnCredit] && kinds[ColumnDate] && kinds[ColumnDescription] && len(heads) > len(kinds)
	named := kinds[ColumnDescription] || kinds[ColumnCode] || kinds[ColumnQuantity] || kinds[ColumnDate]
	return money && named && len(kinds) >= 2
}

// countedHeader requires a quantity and a description or a code.
func countedHeader(heads []Heading) bool {
	has := func(c Column) bool {
		return slices.ContainsFunc(heads, func(h Heading) bool { return h.Column == c })
	}
	return has(ColumnQuantity) && (has(ColumnDescription) || has(ColumnCode))
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

// headerWords reports whether most words of a segment are header words, unlike in "piece of cake".
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

// rowHeadings reads the header cells of a row without amounts. "Crate (EUR)" before numbers is not a heading.
func rowHeadings(r *Row) []Heading {
	var heads []Heading
	numbers := 0
	for _, s := range r.Segments {
		if words.Numeric(s.Words) {
			numbers++
		}
		for _, a := range s.Amounts() {
			if a.Number.Fraction > 0 {
				return nil
			}
		}
		heads = append(heads, segmentHeadings(s)...)
	}
	if 2*numbers > len(r.Segments) {
		return nil
	}
	nameRepeated(heads)
	return heads
}

// nameRepeated finds description and amount if one heading repeats the other with a currency: "Fees", "Fees in EUR".
func nameRepeated(heads []Heading) {
	for i, h := range heads {
		if i == 0 || h.whole == nil || heads[0].Column != ColumnOther || h.Column != ColumnOther && h.Column != ColumnAmount {
			continue
		}
		folded, _ := h.whole.Folded()
		rest, repeats := strings.CutPrefix(strings.Join(folded, " "), heads[0].phrase+" ")
		behind := slices.DeleteFunc(strings.Fields(rest), lexicon.HeadingJoin.Has)
		if repeats && len(behind) == 1 && currency(behind[0]) {
			heads[0].Column, heads[i].Column = ColumnDescription, ColumnAmount
			return
		}
	}
}

// merge adds the headings of a further header row, which widen and name the headings above or below.
func (t *Table) merge(more []Heading, row int) {
	if t.stack(more, row) {
		return
	}
	for _, m := range more {
		joined := false
		for i := range t.Headings {
			h := &t.Headings[i]
			if h.Box.OverlapX(m.Box) <= 0 {
				continue
			}
			joined = true
			if c, phrase, known := h.joined(m); known {
				h.Column, h.phrase, h.Box, h.whole = c, phrase, h.Box.Union(m.Box), nil
				break
			}
			h.widen(m)
			break
		}
		if !joined {
			t.Headings = append(t.Headings, m)
		}
	}
}

// holdsFacts reports whether the headings are a label with a value: "Terms: 30 days net".
func (t *Table) holdsFacts(p *Page) bool {
	for _, r := range p.Rows[t.First : t.Last+1] {
		for _, s := range r.Segments {
			if text := s.Text(); strings.ContainsAny(text, "0123456789") || strings.HasSuffix(text, ":") {
				return true
			}
		}
	}
	return false
}

// numberedBelow reports whether the row under the header numbers the columns.
func (t *Table) numberedBelow() bool {
	const near = 2.0 // row heights
	if t.Last+1 >= len(t.Page.Rows) {
		return false
	}
	upper, lower := t.Page.Rows[t.Last], t.Page.Rows[t.Last+1]
	return lower.Box.Y0-upper.Box.Y1 < near*lower.Box.Height() && words.NumberColumns(lower.text())
}

func (r *Row) text() string {
	var all []string
	for _, s := range r.Segments {
		all = append(all, s.Words...)
	}
	return strings.Join(all, " ")
}

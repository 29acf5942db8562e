// Package tagger tells what the words of a page are for: it cuts the page into
// units, describes each by its form, its place and the words that the lexicon
// knows, and lets a small neural network, which sees each unit among those around
// it, give every unit a class (see package tag).
//
// The network looks at no names and no values: two documents of the same form have
// the same tags whoever they are from. It is trained by lab/tagging.
package tagger

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Bounds of what is looked at: parties and sums stand on the first pages and the
// last, and the first rows of a table of items tell what the others are.
const (
	maxPages     = 4
	maxUnits     = 480
	maxTableRows = 3
)

// unit is a part with what led to it.
type unit struct {
	layout.Part
	before byte // what parts it from the words before in its segment; 0 at the start
	more   bool // words of the segment follow
	table  bool // in a table of items
}

// Ways in which a unit is parted from what stands before it.
const (
	afterLabel = 1 + iota
	afterComma
	afterMark
	afterPrint // the print changes
)

// unitsOf cuts the first pages and the last into units.
func unitsOf(doc *annotate.Document) []unit {
	pages := doc.Layout.Pages
	if len(pages) > maxPages {
		pages = append(append([]*layout.Page(nil), pages[:maxPages-1]...), pages[len(pages)-1])
	}
	inTable := tableRows(doc)
	var out []unit
	for _, p := range pages {
		for _, row := range p.Rows {
			k := inTable[row]
			if k > maxTableRows {
				continue
			}
			for _, s := range row.Segments {
				if out = append(out, cut(doc, s, k > 0)...); len(out) >= maxUnits {
					return out[:maxUnits]
				}
			}
		}
	}
	return out
}

// mostWithout is how many rows without a number a table of items may hold between two
// that have one.
const mostWithout = 3

// mostApart is how far a row of a table may stand under the one before, in heights of print:
// the foot of a page is no row of the table above.
const mostApart = 12

// tableRows numbers the rows of tables of items under their headings, from 1.
func tableRows(doc *annotate.Document) map[*layout.Row]int {
	numbers := map[*layout.Row]int{}
	for _, t := range doc.Tables {
		if !t.Has(layout.ColumnAmount) && !t.Has(layout.ColumnUnitPrice) && !t.Has(layout.ColumnGross) {
			continue
		}
		n, without := 0, 0
		for i := range t.Rows {
			row := &t.Rows[i]
			if n > 0 && (ends(doc, row) || i > 0 && apart(&t.Rows[i-1], row)) {
				break // what follows are sums and the foot
			}
			if !numeric(row) {
				if without++; without > mostWithout {
					break
				}
				continue
			}
			n, without = n+1, 0
			numbers[row.Page.Rows[row.Index]] = n
		}
	}
	return numbers
}

// ends reports whether a row is one of sums: a label of one opens it.
func ends(doc *annotate.Document, row *layout.TableRow) bool {
	for _, s := range row.Page.Rows[row.Index].Segments {
		if l := doc.LabelsIn[s]; len(l) > 0 && l[0].Opens {
			switch l[0].Terms[0].Role {
			case lexicon.Subtotal, lexicon.Tax, lexicon.TaxTotal, lexicon.Total, lexicon.AmountDue:
				return true
			}
		}
	}
	return false
}

// apart reports whether a row stands far under another.
func apart(upper, lower *layout.TableRow) bool {
	above, below := upper.Page.Rows[upper.Index].Box, lower.Page.Rows[lower.Index].Box
	return upper.Page == lower.Page && below.Y0-above.Y1 > mostApart*min(above.Height(), below.Height())
}

// numeric reports whether a row has two cells, and a number alone in a column of
// numbers.
func numeric(row *layout.TableRow) bool {
	if len(row.Cells) < 2 {
		return false
	}
	for c, parts := range row.Cells {
		if !c.Numeric() {
			continue
		}
		for _, p := range parts {
			words := p.Segment.Words[p.First : p.Last+1]
			if a := recognize.Amounts(words); len(a) > 0 && len(words) <= a[0].Last-a[0].First+1+mostBesideNumber {
				return true
			}
		}
	}
	return false
}

// mostBesideNumber is how many words may stand in a cell beside its number: a unit.
const mostBesideNumber = 1

// cut parts a segment behind labels, commas and marks, around codes, and where the
// print changes.
func cut(doc *annotate.Document, s *layout.Segment, table bool) []unit {
	ends := breaks(doc, s)
	var out []unit
	start, before := 0, byte(0)
	for i := range s.Words {
		if isMark(s.Words[i]) && !table {
			if i > start {
				out = append(out, unit{Part: layout.Part{Segment: s, First: start, Last: i - 1}, before: before, table: table})
			}
			start, before = i+1, afterMark
			continue
		}
		if ends[i] != 0 || i == len(s.Words)-1 {
			out = append(out, unit{Part: layout.Part{Segment: s, First: start, Last: i}, before: before, table: table})
			start, before = i+1, ends[i]
		}
	}
	for i := range out {
		out[i].more = i+1 < len(out)
	}
	return out
}

// breaks gives for each word what parts it from the next, 0 for nothing.
func breaks(doc *annotate.Document, s *layout.Segment) []byte {
	ends := make([]byte, len(s.Words))
	for i, w := range s.Words[:len(s.Words)-1] {
		next := &s.Tokens[i+1]
		switch {
		case strings.HasSuffix(w, ":"):
			ends[i] = afterLabel
		case strings.HasSuffix(w, ",") || strings.HasSuffix(w, ";"):
			ends[i] = afterComma
		case next.Box.X0-s.Tokens[i].Box.X1 > max(markGap*next.Box.Height(), layout.Space(&s.Tokens[i], next)):
			ends[i] = afterMark // a bar, which is no word of the layout
		case s.Tokens[i].Bold != next.Bold || differ(s.Tokens[i].Size, next.Size):
			ends[i] = afterPrint
		}
	}
	for _, l := range doc.LabelsIn[s] {
		if l.Opens && (l.Colon || numberBehind(s, l.Last)) {
			ends[l.Last] = max(ends[l.Last], afterLabel)
			if l.First > 0 {
				ends[l.First-1] = max(ends[l.First-1], afterLabel)
			}
		}
	}
	if last := headingEnd(s); last >= 0 {
		clear(ends[:last]) // "Facturé à" is one heading, though "Facturé" is a label
		ends[last] = afterLabel
	}
	f := doc.Spans[s]
	for _, c := range append(f.VATIDs[:len(f.VATIDs):len(f.VATIDs)], f.IBANs...) {
		ends[c.Last] = max(ends[c.Last], afterMark)
		if c.First > 0 {
			ends[c.First-1] = max(ends[c.First-1], afterMark)
		}
	}
	return ends
}

// numberBehind reports whether the word behind one holds digits: a label without a
// colon may as well be the first word of a name, as in "Société Nouvelle SARL".
func numberBehind(s *layout.Segment, last int) bool {
	return last+1 < len(s.Words) && recognize.CountDigits(s.Words[last+1]) > 0
}

// leastLabel is how many letters a heading has at least that no colon ends: shorter
// ones begin many a name.
const leastLabel = 5

// plain counts the letters and digits of some words.
func plain(s *layout.Segment, first, last int) int {
	n := 0
	for _, w := range s.Words[first : last+1] {
		n += len(recognize.Compact(w))
	}
	return n
}

// markGap is how wide a gap between words is, in heights of print, that a mark stands
// in; at 0.9 the layout parts segments.
const markGap = 0.65

// headingEnd returns the last word of a party's heading that opens the segment, -1
// without one.
func headingEnd(s *layout.Segment) int {
	words, token := s.Folded()
	_, _, n := lexicon.PartyHeadings().Longest(words, token)
	if n == 0 {
		return -1
	}
	last := token[n-1]
	if strings.HasSuffix(s.Words[last], ":") {
		return last
	}
	if plain(s, 0, last) < leastLabel ||
		last+1 < len(s.Words) && lexicon.LegalForm.Has(recognize.Compact(s.Words[last+1])) {
		return -1 // "Lieferant GmbH" is a company
	}
	return last
}

// differ reports whether two sizes of print are not the same.
func differ(a, b float64) bool { return a > 1.15*b || b > 1.15*a }

// isMark tells bullets, bars and dashes between the pieces of a line.
func isMark(w string) bool { return strings.Trim(w, "·•●|-–—*⚫∙▪■◆►>") == "" }

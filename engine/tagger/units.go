// Package tagger predicts the purpose of each part of a page. It cuts the page into units and describes each by its
// shape, place and known words. A small neural network then gives every unit a class from its surroundings (see
// package tag).
//
// The network sees no names or values: documents of the same form have the same tags. lab/tagging trains it.
package tagger

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Limits of the input: parties and sums are on the first and last pages, and the first table rows represent the rest.
const (
	maxPages     = 4
	maxUnits     = 480
	maxTableRows = 3
)

type unit struct {
	layout.Part
	before byte // separator before it in its segment; 0 at the start
	more   bool // words of the segment follow
	table  bool // in a table of items
}

// Separators before a unit.
const (
	afterLabel = 1 + iota
	afterComma
	afterMark
	afterPrint // a change of font
)

// unitsOf cuts the first pages and the last one into units.
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

// maxWithout is the maximum number of consecutive rows without a number in an item table.
const maxWithout = 3

// maxDistance is the maximum distance of table rows, in heights of print; the foot of a page is further away.
const maxDistance = 12

// tableRows numbers the rows of item tables below their headings, from 1.
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
				break // sums and the foot follow
			}
			if !numeric(row) {
				if without++; without > maxWithout {
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

// ends reports whether a row starts with the label of a sum.
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

func apart(upper, lower *layout.TableRow) bool {
	above, below := upper.Page.Rows[upper.Index].Box, lower.Page.Rows[lower.Index].Box
	return upper.Page == lower.Page && below.Y0-above.Y1 > maxDistance*min(above.Height(), below.Height())
}

// numeric reports whether a row has two cells, and a number alone in a numeric column.
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
			if a := recognize.Amounts(words); len(a) > 0 && len(words) <= a[0].Last-a[0].First+1+maxBesideNumber {
				return true
			}
		}
	}
	return false
}

// maxBesideNumber is the maximum number of other words in a number's cell, such as a unit.
const maxBesideNumber = 1

// cut splits a segment after labels, commas and marks, around codes, and where the font changes.
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

// breaks returns the separator after each word, 0 for none.
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
			ends[i] = afterMark // a bar, which is not a word of the layout
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
		clear(ends[:last]) // "Facturé à" is one heading, although "Facturé" is a label
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

// numberBehind reports whether a number follows: without one, a label may start a name ("Société Nouvelle SARL").
func numberBehind(s *layout.Segment, last int) bool {
	return last+1 < len(s.Words) && recognize.CountDigits(s.Words[last+1]) > 0
}

// minLabel is the minimum number of letters of a heading without a colon: many names start with shorter ones.
const minLabel = 5

func plain(s *layout.Segment, first, last int) int {
	n := 0
	for _, w := range s.Words[first : last+1] {
		n += len(recognize.Compact(w))
	}
	return n
}

// markGap is the minimum gap for a mark between words, in heights of print; at 0.9 the layout splits segments.
const markGap = 0.65

// headingEnd returns the last word of a party heading at the start of the segment, or -1.
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
	if plain(s, 0, last) < minLabel ||
		last+1 < len(s.Words) && lexicon.LegalForm.Has(recognize.Compact(s.Words[last+1])) {
		return -1 // "Lieferant GmbH" is a company
	}
	return last
}

func differ(a, b float64) bool { return a > 1.15*b || b > 1.15*a }

// isMark reports whether a word is a bullet, bar or dash between the parts of a line.
func isMark(w string) bool { return strings.Trim(w, "·•●|-–—*⚫∙▪■◆►>") == "" }

// Package pagegraph cuts pages into units, describes each unit and its neighbors, and runs small neural networks over
// them. A unit is described by its shape, place and known words. lab/tagging trains the networks.
package pagegraph

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Unit is a run of words of a segment between separators.
type Unit struct {
	layout.Part
	Table  bool // in a table of items
	before byte // separator before it in its segment; 0 at the start
	more   bool // words of the segment follow
}

// Separators before a unit.
const (
	afterLabel = 1 + iota
	afterComma
	afterMark
	afterPrint // a change of font
)

// Cut splits a segment after labels, commas and marks, around codes, and where the font changes.
func Cut(doc *annotate.Document, s *layout.Segment, table bool) []Unit {
	return cut(s, breaks(doc, s), table)
}

// CutFine also splits a segment at wide spaces and leaders, and around dates and numbers.
func CutFine(doc *annotate.Document, s *layout.Segment) []Unit {
	ends, space := breaks(doc, s), s.MedianSpace()
	cutAfter := func(i int) {
		if i >= 0 {
			ends[i] = max(ends[i], afterMark)
		}
	}
	for i := range s.Words[:len(s.Words)-1] {
		gap := s.Tokens[i+1].Box.X0 - s.Tokens[i].Box.X1
		leader, isNext := IsLeader(s.Words[i]), IsLeader(s.Words[i+1])
		if leader != isNext || !leader && gap > max(minGap*s.Height(), widerGap*space) {
			cutAfter(i)
		}
	}
	for _, d := range doc.Spans[s].Dates {
		cutAfter(d.First - 1)
		cutAfter(d.Last)
	}
	for _, a := range doc.Spans[s].Amounts {
		cutAfter(a.First - 1)
		cutAfter(a.Last)
	}
	return cut(s, ends, false)
}

// A wide space is at least minGap heights of print, and clearly wider than the spaces of its segment.
const (
	minGap   = 0.38
	widerGap = 1.5 // times the median space
)

// IsLeader reports whether a word is a row of dots or underscores, or one of its dots.
func IsLeader(w string) bool {
	return strings.Trim(w, "._…") == "" || len(w) > 2 && strings.Trim(w, "._…-/") == ""
}

func cut(s *layout.Segment, ends []byte, table bool) []Unit {
	var out []Unit
	start, before := 0, byte(0)
	for i := range s.Words {
		if isMark(s.Words[i]) && !table {
			if i > start {
				out = append(out, Unit{Part: layout.Part{Segment: s, First: start, Last: i - 1}, before: before, Table: table})
			}
			start, before = i+1, afterMark
			continue
		}
		if ends[i] != 0 || i == len(s.Words)-1 {
			out = append(out, Unit{Part: layout.Part{Segment: s, First: start, Last: i}, before: before, Table: table})
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

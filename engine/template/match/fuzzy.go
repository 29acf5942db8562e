package match

import (
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

// findFuzzy finds a text in OCR words, with at most slack misread letters; nil if it is not found.
func (p *Page) findFuzzy(text string) (parts []layout.Part) {
	want := recognize.Compact(text)
	least := maxMisread(want) + 1
	if least == 1 {
		return nil
	}
	for _, s := range p.doc.Layout.Segments {
		for _, lines := range [][]layout.Part{linesBelow(s), linesRight(s)} {
			for first := range s.Tokens {
				if s.Tokens[first].Source != document.SourceOCR {
					continue
				}
				if found, slips := p.fuzzyMatch(lines, first, want, least); slips < least {
					parts, least = found, slips
				}
			}
		}
	}
	return parts
}

// maxMisread is the maximum number of misread letters in a text.
func maxMisread(compact string) int {
	const (
		letters = 8 // per misread letter
		most    = 6
	)
	return min(len(compact)/letters, most)
}

// linesBelow returns the lines below a segment, beyond its block, because centered lines are not in one block.
func linesBelow(s *layout.Segment) []layout.Part {
	var lines []layout.Part
	for ; s != nil && len(lines) < maxLines; s = lineBelow(s) {
		lines = append(lines, layout.Part{Segment: s, First: 0, Last: len(s.Tokens) - 1})
	}
	return lines
}

// lineBelow returns the next line of the block, or the segment in the row below with the most overlap.
func lineBelow(s *layout.Segment) *layout.Segment {
	if next := s.NextInBlock(); next != nil {
		return next
	}
	if s.Row+1 >= len(s.Page.Rows) {
		return nil
	}
	var best *layout.Segment
	shared := 0.0
	for _, o := range s.Page.Rows[s.Row+1].Segments {
		if overlap := o.Box.OverlapX(s.Box); overlap > shared {
			best, shared = o, overlap
		}
	}
	return best
}

// linesRight returns a segment, the segments right of it in its row, and then the lines below.
func linesRight(s *layout.Segment) []layout.Part {
	lines := []layout.Part{{Segment: s, First: 0, Last: len(s.Tokens) - 1}}
	right := s.Right()
	if len(right) == 0 {
		return nil // same as downward
	}
	for _, o := range right[:min(len(right), maxRightSegments)] {
		lines = append(lines, layout.Part{Segment: o, First: 0, Last: len(o.Tokens) - 1})
	}
	for _, o := range lines {
		if next := lineBelow(o.Segment); next != nil {
			return append(lines, linesBelow(next)...)
		}
	}
	return lines
}

// fuzzyMatch returns the words from a token of the first line that match the text with the fewest slips, below a bound.
func (p *Page) fuzzyMatch(lines []layout.Part, first int, want string, bound int) (parts []layout.Part, least int) {
	least = bound
	read := ""
	for i, line := range lines {
		begin := 0
		if i == 0 {
			begin = first
		}
		words := p.segmentWords(line.Segment)
		for last := begin; last <= line.Last; last++ {
			read += words[last]
			if len(read) >= len(want)+bound {
				return parts, least
			}
			if len(read) <= len(want)-bound || !mayBeSimilar(read, want, bound) {
				continue
			}
			if slips := ocrconfusion.Slips(want, read); slips < least {
				parts, least = cutLines(lines[:i+1], first, last), slips
			}
		}
	}
	return parts, least
}

// segmentWords returns the words of a segment without signs between letters.
func (p *Page) segmentWords(s *layout.Segment) []string {
	words, known := p.words[s]
	if !known {
		words = make([]string, len(s.Words))
		for i, w := range s.Words {
			words[i] = recognize.Compact(w)
		}
		p.words[s] = words
	}
	return words
}

func cutLines(lines []layout.Part, first, last int) []layout.Part {
	lines = slices.Clone(lines)
	lines[len(lines)-1].Last, lines[0].First = last, first
	return lines
}

// mayBeSimilar reports whether the character counts allow so few slips. It is much cheaper than a full comparison.
func mayBeSimilar(a, b string, bound int) bool {
	var counts [256]int
	for i := range len(a) {
		counts[a[i]]++
	}
	for i := range len(b) {
		counts[b[i]]--
	}
	n := 0
	for _, c := range counts {
		n += max(c, -c)
	}
	return n < 2*bound // a substituted letter counts twice
}

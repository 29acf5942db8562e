package llm

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

const (
	maxLines  = 8  // of a value
	maxPlaces = 50 // of one text
	// maxGap is the maximum distance to a value's next line, in rows.
	maxGap = 2
	// maxSteps limits the work for one text on an ambiguous page.
	maxSteps = 20_000
)

// findText finds runs of words that equal the answer, ignoring case, signs and line breaks.
func (p *pages) findText(answer string) [][]layout.Part {
	want := recognize.Compact(answer)
	var found [][]layout.Part
	p.steps = maxSteps
	for n := 1; n <= len(want); n++ {
		for _, at := range p.starts[want[:n]] {
			if parts, ok := p.follow(at, want, maxLines); ok {
				if found = append(found, parts); len(found) == maxPlaces {
					return found
				}
			}
		}
	}
	return found
}

// follow matches words from a position with want.
func (p *pages) follow(at position, want string, lines int) ([]layout.Part, bool) {
	words := p.words[at.segment]
	for i := at.token; i < len(words); i++ {
		p.steps--
		rest, ok := strings.CutPrefix(want, words[i])
		if !ok {
			return nil, false
		}
		want = rest
		if want == "" {
			return []layout.Part{{Segment: at.segment, First: at.token, Last: i}}, true
		}
	}
	if lines == 1 || p.steps < 0 {
		return nil, false
	}
	for _, below := range linesBelow(at.segment) {
		if parts, ok := p.follow(position{below, 0}, want, lines-1); ok {
			first := layout.Part{Segment: at.segment, First: at.token, Last: len(words) - 1}
			return append([]layout.Part{first}, parts...), true
		}
	}
	return nil, false
}

// linesBelow returns the overlapping segments in the next rows.
func linesBelow(s *layout.Segment) []*layout.Segment {
	var below []*layout.Segment
	rows := s.Page.Rows
	for i := s.Row + 1; i < len(rows) && i <= s.Row+maxGap; i++ {
		for _, o := range rows[i].Segments {
			if o.Box.OverlapX(s.Box) > 0 {
				below = append(below, o)
			}
		}
	}
	return below
}

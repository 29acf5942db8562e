package announced

import (
	"math"
	"strings"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
)

// longestBlock is how many units below a heading are its block at most.
const longestBlock = 40

// blockUnder returns the units of a heading's block: behind it in its segment, and below
// it what has its left edge, down to a gap or the next heading. Where that are labels
// ("Name:"), their values in the next column belong to it.
func blockUnder(units []tag.Unit, heading, after int) (block []int) {
	head := units[heading].Segment
	bottom, h := head.Box.Y1, head.Height()
	line, values, indent := head, math.Inf(-1), 0.5*h
	if after < len(head.Words) {
		indent = mostIndent * h // "SELLER: name", the address below the name
	}
	for i := heading + 1; i < len(units) && len(block) < longestBlock; i++ {
		s := units[i].Segment
		if s == head {
			if units[i].First >= after {
				block = append(block, i)
			}
			continue
		}
		if s.Page != head.Page || s.Box.Y0-bottom > mostBetween*h {
			break
		}
		if line == head && after == len(head.Words) && s.Row != head.Row && s.Box.X0 > head.Box.X0 &&
			s.Box.X0 < head.Box.X0+mostIndent*h && s.Column == 0 {
			indent = s.Box.X0 - head.Box.X0 + 0.5*h // the whole block is indented
		}
		switch {
		case s == line:
		case s.Box.X0 > head.Box.X0-0.5*h && s.Box.X0 < head.Box.X0+indent && s.Row != line.Row:
			line = s
		case s.Row == line.Row && s.Column == line.Column+1 && strings.HasSuffix(line.Text(), ":"):
			line, values = s, s.Box.X0
		case math.Abs(s.Box.X0-values) <= 0.5*h && s.Column == 0:
			line = s // a value goes on
		default:
			continue
		}
		if side, _ := role.Heading(s); side != role.Unknown && (side != role.Other || !labels(s)) {
			break
		}
		block, bottom = append(block, i), max(bottom, s.Box.Y1)
	}
	return block
}

// labels reports whether a segment labels the one beside it: "Contact:" in a list of
// labels with their values is no heading of a block of its own.
func labels(s *layout.Segment) bool {
	row := s.Page.Rows[s.Row].Segments
	return strings.HasSuffix(s.Text(), ":") && s.Column+1 < len(row) && !strings.HasSuffix(row[s.Column+1].Text(), ":")
}

// mostIndent is how far the lines under a name that stands behind its heading may begin
// to the right of that, in heights of print.
const mostIndent = 5

// mostBetween is how far a line of a block may stand under the one before, in heights of
// print.
const mostBetween = 2.2

package labelrules

import (
	"math"
	"strings"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
)

// blockUnder returns the units of a heading's block: those behind it in its segment, and those
// below with its left edge, down to a gap or the next heading. If the lines are labels such as
// "Name:", their values in the next column belong to the block.
func blockUnder(units []tag.Unit, heading, after int) (block []int) {
	const (
		maxUnits  = 40
		maxGap    = 2.2 // between lines, in heights of print
		maxIndent = 5   // of lines under a name behind its heading, in heights of print
	)
	head := units[heading].Segment
	bottom, h := head.Box.Y1, head.Height()
	line, values, indent := head, math.Inf(-1), 0.5*h
	if after < len(head.Words) {
		indent = maxIndent * h
	}
	for i := heading + 1; i < len(units) && len(block) < maxUnits; i++ {
		s := units[i].Segment
		if s == head {
			if units[i].First >= after {
				block = append(block, i)
			}
			continue
		}
		if s.Page != head.Page || s.Box.Y0-bottom > maxGap*h {
			break
		}
		if line == head && after == len(head.Words) && s.Row != head.Row && s.Box.X0 > head.Box.X0 &&
			s.Box.X0 < head.Box.X0+maxIndent*h && s.Column == 0 {
			indent = s.Box.X0 - head.Box.X0 + 0.5*h // the whole block is indented
		}
		switch {
		case s == line:
		case s.Box.X0 > head.Box.X0-0.5*h && s.Box.X0 < head.Box.X0+indent && s.Row != line.Row:
			line = s
		case s.Row == line.Row && s.Column == line.Column+1 && strings.HasSuffix(line.Text(), ":"):
			line, values = s, s.Box.X0
		case math.Abs(s.Box.X0-values) <= 0.5*h && s.Column == 0:
			line = s // a value wraps
		default:
			continue
		}
		if side, _ := role.Heading(s); side != role.Unknown && (side != role.Other || !labelsNext(s)) {
			break
		}
		block, bottom = append(block, i), max(bottom, s.Box.Y1)
	}
	return block
}

// labelsNext reports whether a segment labels the one beside it, so that "Contact:" in a list of
// labels and values does not open a block.
func labelsNext(s *layout.Segment) bool {
	right := s.Right()
	return strings.HasSuffix(s.Text(), ":") && len(right) > 0 && !strings.HasSuffix(right[0].Text(), ":")
}

package party

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/tag"
)

// underHeadings returns the linker with tags that obey headings: where one says whose the
// block below is ("Verkäufer:", "Bill to"), and the network holds the block's lines for
// the other party's, they are this one's. On orders "To" is who sells: there the network
// alone decides, unless both parties have headings that are no prepositions.
func underHeadings(l *link.Linker) *link.Linker {
	if l.Tags == nil || len(l.Tags.Units) == 0 || l.Kind == result.TypePurchaseOrder && !bothHeaded(l.Tags.Units) {
		return l
	}
	var swapped []int
	for i := range l.Tags.Units {
		u := &l.Tags.Units[i]
		if role, after := roleOf(u.Segment); u.First == 0 && (role == RoleVendor || role == RoleCustomer) {
			swapped = append(swapped, contrary(l.Tags.Units, blockUnder(l.Tags.Units, i, after), role)...)
		}
	}
	if len(swapped) == 0 {
		return l
	}
	slices.Sort(swapped) // blocks of two headings may share a line
	return withTags(l, l.Tags.Exchanged(slices.Compact(swapped)))
}

func withTags(l *link.Linker, tags *tag.Tags) *link.Linker {
	doc, out := *l.Document, *l
	doc.Tags = tags
	out.Document = &doc
	return &out
}

// bothHeaded reports whether headings of some length, no prepositions, name both parties.
func bothHeaded(units []tag.Unit) bool {
	var named [roleOther + 1]bool
	for i := range units {
		role, _ := headingOf(&units[i])
		named[role] = true
	}
	return named[RoleVendor] && named[RoleCustomer]
}

// headingOf reads a party heading of some length, no preposition, at the start of a unit
// that opens its segment, and gives the word after it.
func headingOf(u *tag.Unit) (role Role, after int) {
	if u.First > 0 {
		return roleUnknown, 0
	}
	role, after = roleOf(u.Segment)
	if len(recognize.Compact(strings.Join(u.Segment.Words[:after], ""))) < leastHeading {
		return roleUnknown, 0
	}
	return role, after
}

// leastHeading is how many letters a heading has at least that is no preposition.
const leastHeading = 5

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
		if role, _ := roleOf(s); role != roleUnknown && (role != roleOther || !labels(s)) {
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

// contrary returns the units of a block if they are rather the other party's than that of
// the role; none if not.
func contrary(units []tag.Unit, block []int, role Role) []int {
	own, other := 0.0, 0.0
	for _, i := range block {
		for _, pair := range tag.Pairs() {
			vendor, customer := math.Exp(float64(units[i].Odds[pair[0]])), math.Exp(float64(units[i].Odds[pair[1]]))
			if role == RoleVendor {
				own, other = own+vendor, other+customer
			} else {
				own, other = own+customer, other+vendor
			}
		}
	}
	if other > own && other > leastContrary {
		return block
	}
	return nil
}

// leastContrary is the least sum of probabilities of the other party's things in a block.
const leastContrary = 0.5

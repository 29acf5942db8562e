// Package role defines the roles of companies and persons on a document, and determines a place's party by
// the headings of blocks and the name above.
package role

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Role is the part that a company or person plays on a document.
type Role int

// The roles of a party. Other is neither party, such as a bank.
const (
	Unknown  Role = iota
	Vendor        // who sells and issues
	Customer      // who buys
	Shipping
	Other
)

// Named returns the role for the name of a group of headings.
func Named(name string) Role {
	switch name {
	case "vendor":
		return Vendor
	case "customer":
		return Customer
	case "shipping":
		return Shipping
	}
	return Other
}

// Heading reads a party heading at the start of a segment and returns the token after it.
func Heading(s *layout.Segment) (Role, int) {
	words, token := s.Folded()
	for n := min(5, len(words)); n > 0; n-- {
		names := lexicon.PartyHeadings().Meanings(strings.Join(words[:n], " "))
		if names == nil || n < len(words) && token[n] == token[n-1] {
			continue
		}
		end := token[n-1]
		if strings.HasSuffix(s.Words[end], ":") || end == len(s.Words)-1 {
			return Named(names[0]), end + 1
		}
		if s.Words[end+1] == ":" {
			return Named(names[0]), end + 2 // the colon stands apart, as in French
		}
		if bracketed(s.Words[end+1:]) {
			return Named(names[0]), len(s.Words)
		}
	}
	return Unknown, 0
}

// bracketed reports whether words are an equivalent heading in brackets: "(Bill to)" behind "Buyer".
func bracketed(words []string) bool {
	text := strings.TrimRight(strings.Join(words, " "), ":")
	return strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") &&
		lexicon.PartyHeadings().Meanings(recognize.Fold(text)) != nil
}

// UnitHeading reads a party heading of a minimum length, not a preposition, at the start of a unit that
// begins its segment, and returns the index of the word after it.
func UnitHeading(u *tag.Unit) (role Role, after int) {
	if u.First > 0 {
		return Unknown, 0
	}
	role, after = Heading(u.Segment)
	if len(recognize.Compact(strings.Join(u.Segment.Words[:after], ""))) < minHeadingLetters {
		return Unknown, 0
	}
	return role, after
}

// minHeadingLetters is the minimum number of letters of such a heading.
const minHeadingLetters = 5

// Governs reports whether the nearest party heading above the segment, in its column or left of it, has the
// role.
func Governs(want Role, s *layout.Segment) bool {
	limit := s.Box.Y0 - 18*s.Height()
	for row := s.Row; row >= 0; row-- {
		line := s.Page.Rows[row]
		if line.Box.Y1 < limit {
			return false
		}
		if found, ok := nearest(line, s); ok {
			return found == want
		}
	}
	return false
}

// maxHeadings is more than the segments of a row with party headings.
const maxHeadings = 32

// nearest returns the role of the heading in a row that governs a segment's column: of two beside each
// other the right one, unless it begins right of the segment.
func nearest(line *layout.Row, s *layout.Segment) (role Role, ok bool) {
	const farthest = 0.45 // widths of the page
	if len(line.Segments) > maxHeadings {
		return Unknown, false
	}
	slack := s.Height()
	for _, t := range line.Segments {
		if t.Box.X0 > s.Box.X1 || s.Box.X0-t.Box.X0 > farthest*s.Page.Width || ok && t.Box.X0 > s.Box.X0+slack {
			continue
		}
		if found, _ := Heading(t); found != Unknown {
			role, ok = found, true
		}
	}
	return role, ok
}

// NearBelow reports whether the candidate is a few lines below a value in the same column.
func NearBelow(v value.Value, c link.Candidate) bool {
	if v.Box.Empty() || c.Segment.Page.Number != v.Page {
		return false
	}
	p := c.Segment.Tokens[c.First].Place
	dy := p.Y0 - v.Box.Y1
	return dy > 0 && dy < 9*p.Height() && p.X0 < v.Box.X1+0.05 && p.X1 > v.Box.X0-0.02
}

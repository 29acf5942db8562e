// Package role defines the roles of companies and persons on a document, and determines a place's party by
// the headings of blocks and the name above.
package role

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/layout"
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

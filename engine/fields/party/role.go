package party

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
)

// Role is the part that a company or person plays on a document.
type Role int

// The parts that a party plays. roleOther is who is neither party, as a bank.
const (
	roleUnknown  Role = iota
	RoleVendor        // who sells and issues
	RoleCustomer      // who buys
	roleShipping
	roleOther
)

// roleNamed returns the role that the name of a group of headings stands for.
func roleNamed(name string) Role {
	switch name {
	case "vendor":
		return RoleVendor
	case "customer":
		return RoleCustomer
	case "shipping":
		return roleShipping
	}
	return roleOther
}

// maxParties bounds the parties that are weighed against each other.
const maxParties = 100

// roleOf reads a party heading at the start of a segment and gives the token
// after it.
func roleOf(s *layout.Segment) (Role, int) {
	words, token := s.Folded()
	for n := min(5, len(words)); n > 0; n-- {
		names := lexicon.PartyHeadings().Meanings(strings.Join(words[:n], " "))
		if names == nil || n < len(words) && token[n] == token[n-1] {
			continue
		}
		end := token[n-1]
		closed := strings.HasSuffix(s.Words[end], ":") || end == len(s.Words)-1
		if closed {
			return roleNamed(names[0]), end + 1
		}
	}
	return roleUnknown, 0
}

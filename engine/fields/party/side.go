package party

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
)

// side is the part a company or person plays on a document.
type side int

// The parts that a party plays. sideOther is whoever is neither party, as a bank.
const (
	sideUnknown  side = iota
	SideVendor        // who sells and issues
	SideCustomer      // who buys
	sideShipping
	sideOther
)

// sideNamed returns the side that the name of a group of headings stands for.
func sideNamed(name string) side {
	switch name {
	case "vendor":
		return SideVendor
	case "customer":
		return SideCustomer
	case "shipping":
		return sideShipping
	}
	return sideOther
}

// maxParties bounds the parties that are weighed against each other.
const maxParties = 100

// sideOf reads a party heading at the start of a segment and gives the token
// after it.
func sideOf(s *layout.Segment) (side, int) {
	words, token := s.Folded()
	for n := min(5, len(words)); n > 0; n-- {
		names := lexicon.PartyHeadings().Meanings(strings.Join(words[:n], " "))
		if names == nil || n < len(words) && token[n] == token[n-1] {
			continue
		}
		end := token[n-1]
		closed := strings.HasSuffix(s.Words[end], ":") || end == len(s.Words)-1
		if closed {
			return sideNamed(names[0]), end + 1
		}
	}
	return sideUnknown, 0
}

package party

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// Forms of some countries print a party as a list: its name and, each behind its label, its tax
// number, trade, street, district and town. The labels say what is the address, wherever in the
// rows the town stands.

// putListed stores the addresses of parties that such a list has under their names.
func putListed(set *value.Set, l *link.Linker) {
	const sure = 0.8
	for _, side := range []string{"customer", "vendor"} {
		name, ok := set.Scalars[side+"Name"]
		if !ok || name.Value == "" {
			continue
		}
		if parts := listedUnder(l, name); len(parts) > 1 {
			set.Put(side+"Address", value.CiteParts(textshape.AddressText(parts), parts, ", ", sure))
			return // the rows are one party's
		}
	}
}

// listedUnder returns the values of the labels for street and towns in the list under a name.
func listedUnder(l *link.Linker, name value.Value) []layout.Part {
	for _, s := range l.Layout.Segments {
		street, ok := labelled(s, lexicon.AddressLabel)
		c := link.Candidate{Segment: street.Segment, First: street.First, Last: street.Last}
		if !ok || !role.NearBelow(name, c) {
			continue
		}
		const mostRows = 3
		rows := s.Page.Rows[s.Row:min(s.Row+mostRows, len(s.Page.Rows))]
		parts := []layout.Part{street}
		for _, row := range rows {
			for _, t := range row.Segments {
				if town, ok := labelled(t, lexicon.TownLabel); ok {
					parts = append(parts, town)
				}
			}
		}
		return parts
	}
	return nil
}

// labelled returns what a label of a list announces that opens a segment: the rest of that, or the
// next segment in the row.
func labelled(s *layout.Segment, list lexicon.List) (layout.Part, bool) {
	const longest = 2 // words of a label
	words, token := s.Folded()
	n := list.Opens(words, longest)
	if n == 0 {
		return layout.Part{}, false
	}
	end := token[n-1]
	if end+1 < len(s.Words) && s.Words[end+1] == ":" {
		end++
	}
	right := s.Right()
	switch {
	case end == len(s.Words)-1 && len(right) > 0 && !strings.HasSuffix(right[0].Text(), ":"):
		return layout.Part{Segment: right[0], Last: len(right[0].Words) - 1}, true
	case end < len(s.Words)-1 && strings.HasSuffix(s.Words[end], ":"):
		return layout.Part{Segment: s, First: end + 1, Last: len(s.Words) - 1}, true
	}
	return layout.Part{}, false
}

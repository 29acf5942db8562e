package link

import (
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// Set holds the links of several roles that compete for values of a kind.
type Set struct {
	Links map[lexicon.Role][]Link
}

// Len returns the number of links of all roles.
func (m *Set) Len() int {
	n := 0
	for _, links := range m.Links {
		n += len(links)
	}
	return n
}

// remembered caches the results of a finder by segment.
func remembered(find Values) Values {
	seen := map[*layout.Segment][]Candidate{}
	return func(s *layout.Segment) []Candidate {
		found, ok := seen[s]
		if !ok {
			found = find(s)
			seen[s] = found
		}
		return found
	}
}

// Settle lowers the links to values that another role claims more strongly.
func (m *Set) Settle() {
	type key struct {
		seg   *layout.Segment
		first int
	}
	best := map[key]map[lexicon.Role]float64{}
	for name, links := range m.Links {
		for _, l := range links {
			k := key{l.Value.Segment, l.Value.First}
			if best[k] == nil {
				best[k] = map[lexicon.Role]float64{}
			}
			if z, ok := best[k][name]; !ok || l.LogOdds > z {
				best[k][name] = l.LogOdds
			}
		}
	}
	for name, links := range m.Links {
		for i := range links {
			l := &links[i]
			rival := l.LogOdds
			for other, z := range best[key{l.Value.Segment, l.Value.First}] {
				if other != name {
					rival = max(rival, z)
				}
			}
			if rival > l.LogOdds {
				l.rival = rival - l.LogOdds
				l.LogOdds -= min(3, 0.8*(rival-l.LogOdds)+0.4)
			}
		}
	}
}

// Best returns the strongest link of a role, or the first of equal ones.
func (m *Set) Best(want lexicon.Role) (Link, bool) {
	var top Link
	ok := false
	for _, l := range m.Links[want] {
		if !ok || l.LogOdds > top.LogOdds {
			top, ok = l, true
		}
	}
	return top, ok
}

// lead returns the log-odds between a link and the strongest other value of its role; 0 if there is none.
func (m *Set) lead(want lexicon.Role, l Link) float64 {
	lead, rivals := 0.0, false
	for _, o := range m.Links[want] {
		if o.Value.SameAs(l.Value) || o.Value.Text == l.Value.Text && o.Value.Text != "" {
			continue
		}
		if d := l.LogOdds - o.LogOdds; !rivals || d < lead {
			lead, rivals = d, true
		}
	}
	return lead
}

// Claims reports whether any role but the issue date has a fair link to the value.
func (m *Set) Claims(c Candidate) bool {
	for name, links := range m.Links {
		if name == lexicon.IssueDate {
			continue
		}
		for _, l := range links {
			if l.Value.SameAs(c) && l.LogOdds > 0 {
				return true
			}
		}
	}
	return false
}

package custom

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// Corrections of the log-odds of links on filled forms, set by hand.
const (
	oddsSamePrint  = -3.5 // the answer is printed like its question
	oddsOtherPrint = 0.5  // it is not
	oddsPlace      = 0.8  // it is where most answers are: right of their questions, below, or above
	oddsOpposite   = -2   // it is above its question, but most are below, or the other way round
)

// differ reports whether the words of two parts differ in font, weight or size. It returns false if text recognition
// read one of them.
func differ(a, b layout.Part) bool {
	const same = 0.03 // share of the size
	t, u := a.Segment.Tokens[a.First], b.Segment.Tokens[b.First]
	if t.Source != document.SourceText || u.Source != document.SourceText || a.Segment.Page.Nominal {
		return false
	}
	return t.Font != u.Font || t.Bold != u.Bold || math.Abs(t.Size-u.Size) > same*max(t.Size, u.Size)
}

// Limits of the corrections by the roles of words, set by hand.
const (
	minRoleOdds   = -2.5
	minNumberOdds = -0.7 // of texts with digits
	leastRole     = 0.05 // probability
)

// weighRoles lowers links by the probability that their value is a question, a heading or prose, and not an answer or
// a cell of a table.
func (w *queries) weighRoles(m *link.Set) {
	for _, links := range m.Links {
		for i := range links {
			c := &links[i].Value
			p := w.roles.Of(layout.Part{Segment: c.Segment, First: c.First, Last: c.Last})
			is := p[formrole.Answer] + p[formrole.Cell] + leastRole
			isNot := p[formrole.Question] + p[formrole.Heading] + p[formrole.Option] + p[formrole.Header] +
				p[formrole.Prose] + leastRole
			least := minRoleOdds
			if digits(c.Segment.Words[c.First:c.Last+1]) > 0 {
				least = minNumberOdds
			}
			links[i].LogOdds += max(least, min(0, math.Log(float64(is/isNot))))
		}
	}
}

// weighPrint corrects the links of a filled form. Programs and people fill in forms in another print than that of the
// questions, and always on the same side of them.
func (w *queries) weighPrint(m *link.Set) {
	const fewest = 3 // properties
	differs := func(l link.Link) bool {
		h := layout.Part{Segment: l.Label.Segment, First: l.Label.First, Last: l.Label.Last}
		return differ(h, layout.Part{Segment: l.Value.Segment, First: l.Value.First, Last: l.Value.Last})
	}
	places, filled, known := map[link.Direction]int{}, 0, 0
	for _, links := range m.Links {
		known += min(1, len(links))
		away := map[link.Direction]float64{}
		for _, l := range links {
			d, gap := l.Evidence.Direction, math.Abs(l.Label.Box().CenterY()-l.Value.Segment.Box.CenterY())
			if least, ok := away[d]; differs(l) && (!ok || gap < least) {
				away[d] = gap
			}
		}
		if below, ok := away[link.Below]; ok {
			if above, both := away[link.Above]; both && above < below {
				delete(away, link.Below)
			} else {
				delete(away, link.Above)
			}
		}
		for d := range away {
			places[d]++
		}
		filled += min(1, len(away))
	}
	isAmount := map[lexicon.Role]bool{}
	for i := range w.all {
		p := w.all[i].property
		isAmount[lexicon.Role(p.Name)] = p.Type == custom.TypeNumber
	}
	isForm := filled >= fewest && 2*filled > known
	usual, most := link.Same, 0
	for _, d := range []link.Direction{link.Right, link.Below, link.Above} {
		if places[d] > most {
			usual, most = d, places[d]
		}
	}
	for role, links := range m.Links {
		if !isForm {
			m.Links[role] = slices.DeleteFunc(links, func(l link.Link) bool { return l.Evidence.Direction == link.Above })
			continue
		}
		for i := range links {
			l := &links[i]
			hasDigits := digits(l.Value.Segment.Words[l.Value.First:l.Value.Last+1]) > 0
			d, isUsual := l.Evidence.Direction, l.Evidence.Direction == usual && most >= fewest
			switch {
			case hasDigits || l.Evidence.Colon: // their print says less
			case !differs(*l):
				l.LogOdds += oddsSamePrint
			default:
				l.LogOdds += oddsOtherPrint
			}
			switch {
			case isUsual && differs(*l) && !isAmount[role]:
				l.LogOdds += oddsPlace
			case d == link.Above && usual == link.Below || d == link.Below && usual == link.Above:
				l.LogOdds += oddsOpposite
			}
		}
	}
}

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
	minNumberOdds = -0.7 // of texts with digits, except the numbers of questions
	leastRole     = 0.05 // probability

	maxQuestionDigits = 2
)

// weighRoles lowers links by the probability that their value is a question, a heading or prose, and not an answer or
// a cell of a table.
func (w *queries) weighRoles(m *link.Set) {
	for _, links := range m.Links {
		for i := range links {
			c := &links[i].Value
			p := w.roles.Of(c.Part())
			is := p[formrole.Answer] + p[formrole.Cell] + leastRole
			isNot := p[formrole.Question] + p[formrole.Heading] + p[formrole.Option] + p[formrole.Header] +
				p[formrole.Prose] + leastRole
			least := minRoleOdds
			if digits(c.Part().Words()) > maxQuestionDigits {
				least = minNumberOdds
			}
			links[i].LogOdds += max(least, min(0, math.Log(float64(is/isNot))))
		}
	}
}

// filling describes how a document is filled in.
type filling struct {
	isForm bool           // most answers are printed unlike their questions
	usual  link.Direction // from questions to answers
}

// printsUnlike reports whether the value of a link is printed unlike its label.
func printsUnlike(l *link.Link) bool {
	h := layout.Part{Segment: l.Label.Segment, First: l.Label.First, Last: l.Label.Last}
	return differ(h, l.Value.Part())
}

// fillingOf counts the sides on which properties have an answer in another print. Of those above and below only the
// nearer one counts.
func fillingOf(m *link.Set) filling {
	const fewest = 3 // properties
	places, filled, known := map[link.Direction]int{}, 0, 0
	for _, links := range m.Links {
		known += min(1, len(links))
		away := map[link.Direction]float64{}
		for i := range links {
			l := &links[i]
			d, gap := l.Evidence.Direction, math.Abs(l.Label.Box().CenterY()-l.Value.Segment.Box.CenterY())
			if least, ok := away[d]; printsUnlike(l) && (!ok || gap < least) {
				away[d] = gap
			}
		}
		above, isAbove := away[link.Above]
		if below, isBelow := away[link.Below]; isAbove && isBelow && above < below {
			delete(away, link.Below)
		} else if isBelow {
			delete(away, link.Above)
		}
		for d := range away {
			places[d]++
		}
		filled += min(1, len(away))
	}
	out, most := filling{filled >= fewest && 2*filled > known, link.Same}, fewest-1
	for _, d := range []link.Direction{link.Right, link.Below, link.Above} {
		if places[d] > most {
			out.usual, most = d, places[d]
		}
	}
	return out
}

// weighPrint corrects the links of a filled form. Programs and people fill in forms in another print than that of the
// questions, and always on the same side of them.
func (w *queries) weighPrint(m *link.Set) {
	isAmount := map[lexicon.Role]bool{}
	for i := range w.all {
		p := w.all[i].property
		isAmount[lexicon.Role(p.Name)] = p.Type == custom.TypeNumber
	}
	form := fillingOf(m)
	for role, links := range m.Links {
		if !form.isForm {
			m.Links[role] = slices.DeleteFunc(links, func(l link.Link) bool { return l.Evidence.Direction == link.Above })
			continue
		}
		for i := range links {
			l := &links[i]
			d, unlike := l.Evidence.Direction, printsUnlike(l)
			switch {
			case digits(l.Value.Part().Words()) > 0 || l.Evidence.Colon: // their print says less
			case unlike:
				l.LogOdds += oddsOtherPrint
			default:
				l.LogOdds += oddsSamePrint
			}
			switch {
			case d != link.Same && d == form.usual && unlike && !isAmount[role]:
				l.LogOdds += oddsPlace
			case d == link.Above && form.usual == link.Below || d == link.Below && form.usual == link.Above:
				l.LogOdds += oddsOpposite
			}
		}
	}
}

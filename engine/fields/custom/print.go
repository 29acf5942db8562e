package custom

import (
	"math"
	"slices"
	"strings"

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

	wholeLabel = 0.4 // minimum weight of a label that is not a part of a longer one
)

// differ reports whether the words of two parts differ in font, weight or size. If text recognition read them, it
// reports whether the second is clearly larger, or one of them is more likely an answer by its role.
func (w *queries) differ(a, b layout.Part) bool {
	const same, apart, larger = 0.03, 0.3, 1.4 // share of the size, probability
	t, u := a.Segment.Tokens[a.First], b.Segment.Tokens[b.First]
	if isScanned(a.Segment) && isScanned(b.Segment) {
		away := math.Abs(float64(w.roles.Of(a)[formrole.Answer] - w.roles.Of(b)[formrole.Answer]))
		return isTyped(b, a) || away > apart || b.Segment.Height() > larger*a.Segment.Height()
	}
	if t.Source != document.SourceText || u.Source != document.SourceText || a.Segment.Page.Nominal {
		return false
	}
	return t.Font != u.Font || t.Bold != u.Bold || math.Abs(t.Size-u.Size) > same*max(t.Size, u.Size)
}

// isScanned reports whether text recognition read a segment.
func isScanned(s *layout.Segment) bool { return s.Tokens[0].Source == document.SourceOCR }

// isTyped reports whether recognized words are those of a typewriter, unlike the words of a label: their spaces are as
// wide as letters. It returns false if one of them is a single word.
func isTyped(value, label layout.Part) bool {
	const typed, printed = 1, 0.9 // characters
	space := spaceOf(label)
	return space > 0 && space < printed && spaceOf(value) >= typed
}

// spaceOf returns the mean width of the spaces between recognized words in characters, or 0.
func spaceOf(p layout.Part) float64 {
	gaps, width := 0.0, 0.0
	for i := p.First; i < p.Last && isScanned(p.Segment); i++ {
		a, b := &p.Segment.Tokens[i], &p.Segment.Tokens[i+1]
		gaps, width = gaps+b.Box.X0-a.Box.X1, width+(a.CharacterWidth()+b.CharacterWidth())/2
	}
	return gaps / max(width, 1)
}

// Limits of the corrections by the roles of words, set by hand.
const (
	minRoleOdds   = -3.5
	maxRoleOdds   = 0.6  // on scans
	minNumberOdds = -0.7 // of texts with digits, except the numbers of questions, and of yes and no
	leastRole     = 0.05 // probability

	maxQuestionDigits = 2
)

// weighRoles lowers links by the probability that their value is a question, a heading or prose, and not an answer or
// a cell of a table.
func (w *queries) weighRoles(m *link.Set) {
	for _, links := range m.Links {
		for i := range links {
			c, h := &links[i].Value, links[i].Label
			p := w.roles.Of(c.Part())
			is := p[formrole.Answer] + p[formrole.Cell] + leastRole
			isNot := p[formrole.Question] + p[formrole.Heading] + p[formrole.Option] + p[formrole.Header] +
				p[formrole.Prose] + leastRole
			least := minRoleOdds
			if digits(c.Part().Words()) > maxQuestionDigits || yesOrNo(c.Part().Text()) != "" {
				least = minNumberOdds
			}
			most := 0.0
			if isScanned(c.Segment) {
				most = maxRoleOdds
			}
			if isTyped(c.Part(), layout.Part{Segment: h.Segment, First: h.First, Last: h.Last}) {
				least = 0
			}
			links[i].LogOdds += max(least, min(most, math.Log(float64(is/isNot))))
		}
	}
}

// filling describes how a document is filled in.
type filling struct {
	isForm bool           // most answers are printed unlike their questions
	usual  link.Direction // from questions to answers
	never  link.Direction // the side of questions that clearly has no answers, if no side is usual, or Same
}

// printsUnlike reports whether the value of a link is printed unlike its label.
func (w *queries) printsUnlike(l *link.Link) bool {
	const likely = 0.5 // probability
	h := layout.Part{Segment: l.Label.Segment, First: l.Label.First, Last: l.Label.Last}
	at := w.cells.at(h.Segment, h.First)
	isWhole := at >= 0 && w.cells[h.Segment.Page.Rows[h.Segment.Row]][at].label // whatever its role
	return w.differ(h, l.Value.Part()) || isWhole && isScanned(h.Segment) && isScanned(l.Value.Segment) &&
		w.roles.Of(l.Value.Part())[formrole.Answer] > likely
}

// isAskew reports whether a printed value is above or below its label, but no part of its cell is exactly there.
func (w *queries) isAskew(l *link.Link) bool {
	d, s := l.Evidence.Direction, l.Value.Segment
	if d != link.Above && d != link.Below || isScanned(s) {
		return false
	}
	at := w.cells.at(s, l.Value.First)
	return at >= 0 && w.cells[s.Page.Rows[s.Row]][at].box.OverlapX(l.Label.Box()) <= 0
}

// fillingOf counts the sides on which properties have an answer in another print. Of those above and below only that on
// the side of most questions counts, or the nearer one.
func (w *queries) fillingOf(m *link.Set) filling {
	const fewest, headings = 3, 1 // properties, headings that look like a question with an answer below
	places, filled, known, balance := map[link.Direction]int{}, 0, 0, w.balance(m)
	for _, links := range m.Links {
		known += min(1, len(links))
		away := map[link.Direction]float64{}
		for i := range links {
			l := &links[i]
			d, gap := l.Evidence.Direction, math.Abs(l.Label.Box().CenterY()-l.Value.Segment.Box.CenterY())
			if least, ok := away[d]; w.printsUnlike(l) && !w.isAskew(l) && (!ok || gap < least) {
				away[d] = gap
			}
		}
		above, isAbove := away[link.Above]
		below, isBelow := away[link.Below]
		if isAbove && isBelow && (balance > 0 || balance >= -headings && above < below) {
			delete(away, link.Below)
		} else if isBelow {
			delete(away, link.Above)
		}
		for d := range away {
			places[d]++
		}
		filled += min(1, len(away))
	}
	out, most := filling{isForm: filled >= fewest && 2*filled > known}, fewest-1
	for _, d := range []link.Direction{link.Right, link.Below, link.Above} {
		if places[d] > most {
			out.usual, most = d, places[d]
		}
	}
	switch {
	case balance >= fewest && out.usual != link.Below:
		out.never = link.Below
	case balance <= -fewest && out.usual != link.Above, balance < 0 && out.usual == link.Same:
		out.never = link.Above
	}
	return out
}

// balance returns how many questions have an answer above, less those that have one below, on the pages with links to
// answers above.
func (w *queries) balance(m *link.Set) int {
	const near, likely = 1.5, 0.5 // heights of print, probability
	out, counted := 0, map[*layout.Page]bool{}
	count := func(page *layout.Page) {
		var above []cell
		for _, row := range page.Rows {
			for _, q := range w.cells[row] {
				if w.roles.Of(q.Part)[formrole.Question] < likely || strings.HasSuffix(q.Text(), ":") {
					continue
				}
				isAnswer := func(c cell) bool {
					away := max(q.box.Y0-c.box.Y1, c.box.Y0-q.box.Y1)
					return w.fieldOf(c).OverlapX(q.box) > 0 && away < near*max(c.box.Height(), q.box.Height()) &&
						w.roles.Of(c.Part)[formrole.Answer] > likely
				}
				if slices.ContainsFunc(above, isAnswer) {
					out++
				}
				if slices.ContainsFunc(w.cells.below(q, near*q.box.Height()), isAnswer) {
					out--
				}
			}
			above = w.cells[row]
		}
	}
	for _, links := range m.Links {
		for i := range links {
			s := links[i].Label.Segment
			if links[i].Evidence.Direction == link.Above && !counted[s.Page] {
				counted[s.Page] = true
				count(s.Page)
			}
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
	form := w.fillingOf(m)
	for role, links := range m.Links {
		if !form.isForm {
			m.Links[role] = slices.DeleteFunc(links, func(l link.Link) bool {
				return l.Evidence.Direction == link.Above || w.isAskew(&l)
			})
			continue
		}
		for i := range links {
			l := &links[i]
			d, unlike := l.Evidence.Direction, w.printsUnlike(l)
			if w.isAskew(l) && d != form.usual {
				l.LogOdds += oddsOpposite
			}
			switch {
			case digits(l.Value.Part().Words()) > 0 || l.Evidence.Colon: // their print says less
			case unlike:
				l.LogOdds += oddsOtherPrint
			default:
				l.LogOdds += oddsSamePrint
			}
			switch {
			case d != link.Same && d == form.usual && unlike && !isAmount[role],
				d == link.Below && l.Evidence.Colon && l.Evidence.Label >= wholeLabel && unlike:
				l.LogOdds += oddsPlace
			case l.Evidence.Colon: // announces no value above
			case d == link.Above && form.usual == link.Below || d == link.Below && form.usual == link.Above,
				d != link.Same && d == form.never:
				l.LogOdds += oddsOpposite
			}
		}
	}
}

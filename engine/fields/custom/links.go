package custom

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Corrections of the log-odds of links, set by hand.
const (
	oddsUnmarked = -0.8 // there is neither a colon nor a gap between label and value
	oddsLabel    = -1   // a text looks like a label
	oddsCode     = -1   // a text has no letters, but the property is not a number
	oddsProse    = -4   // a text is a part of a sentence
)

// isOblique reports whether a printed word is a part of a watermark across the page.
func isOblique(t *layout.Token) bool {
	const letters, height = 3, 1.8 // minimum number, sizes of print
	return t.Source == document.SourceText && t.Size > 0 && len(t.Text) >= letters && t.Box.Height() > height*t.Size
}

// maxJoiner is the maximum probability that "or" between two answers is an answer, as "OR" for Oregon.
const maxJoiner = 0.1

// minProse is the minimum length in words of a part of a sentence.
const minProse = 6

// search looks for the values of a property around a label.
type search struct {
	*queries
	property *custom.Property
	label    weighted
	own      cell // of the label
	at       int  // index of own in its row
	find     link.Values
}

// link returns the values that a label may announce: the rest of its cell, or the nearest cells to the right and below.
func (w *queries) link(query *query, h weighted) []link.Link {
	p := query.property
	at := w.cells.at(h.Segment, h.Last)
	if at < 0 || at != w.cells.at(h.Segment, h.First) || endsSentence(h.Label) {
		return nil
	}
	find := func(s *layout.Segment) []link.Candidate {
		return slices.DeleteFunc(w.finder(p, h.Label)(s), w.opensQuestion)
	}
	s := search{w, p, h, w.cells[h.Segment.Page.Rows[h.Segment.Row]][at], at, find}
	f := link.Evidence{Label: h.weight * query.rarity(h.Label), Start: true, Colon: h.Colon, Last: true,
		Later: h.Segment.Page.Number > 1}
	if rest := s.rest(); len(rest) > 0 {
		f.Label *= share(h.Label, s.own.First, rest[0].First-1)
		return f.Links(h.Label, link.Same, rest, func(link.Candidate) float64 { return 0 })
	}
	if f.Label = w.labelWeight(query, h); f.Label < minShare*query.best {
		return nil
	}
	f.Heading = s.isHeading()
	out := s.right(f)
	if h.Colon && len(out) > 0 {
		return out
	}
	isWhole := h.First == s.own.First && h.Last == s.own.Last && s.roles.Of(s.own.Part).Best() != formrole.Heading
	if len(out) == 0 && isWhole && !h.Colon && !isScanned(h.Segment) {
		out = append(s.askew(f, link.Below), s.askew(f, link.Above)...)
	}
	out = append(append(out, s.below(f)...), s.above(f)...)
	if len(out) == 0 && !s.isText(p) {
		return w.LinksAskew(h.Label, f, s.find)
	}
	return out
}

// rest returns the values in the label's cell. A text is one if it has a digit, if the gap before it is wider than a
// space, or if the page has no geometry; otherwise it is the end of a longer label.
func (s *search) rest() []link.Candidate {
	const gap = 0.4 // heights of print
	c, first := s.own, s.label.Last+1
	c.First = first
	label := layout.Part{Segment: c.Segment, First: s.own.First, Last: s.label.Last}
	for i := first; i <= c.Last; i++ { // signs and numbers in the print of the label are part of it
		if i > first && annotate.HasLetters(c.Segment.Words[i-1:i]) {
			break
		}
		if s.differ(label, layout.Part{Segment: c.Segment, First: i, Last: i}) {
			c.First, first = i, i
			break
		}
	}
	found := s.within(c)
	isMark := s.isText(s.property) && !annotate.HasLetters(c.Words()) && digits(c.Words()) <= maxQuestionDigits &&
		s.at+1 < len(s.cells[c.Segment.Page.Rows[c.Segment.Row]]) // of a footnote
	if len(found) == 0 || isMark {
		return nil
	}
	if isProse(c.Words()) {
		found = found[:1] // the others are of other phrases
	}
	seg, height := c.Segment, c.Segment.Height()
	if s.isText(s.property) && isScanned(seg) && !s.label.Colon && s.isPrinted(c) {
		return nil
	}
	if s.isText(s.property) && (!hasText(seg.Words[first]) || digits(c.Words()) == 0 && height > 0 && !seg.Page.Nominal &&
		seg.Tokens[first].Box.X0-seg.Tokens[first-1].Box.X1 <= gap*height) {
		return nil
	}
	for i := range found {
		found[i].Fit += oddsUnmarked
	}
	return found
}

// isPrinted reports whether a cell is probably a part of the form, as a question and prose are.
func (s *search) isPrinted(c cell) bool {
	const likely = 0.9
	p := s.roles.Of(c.Part)
	return p[formrole.Question]+p[formrole.Prose]+p[formrole.Heading] > likely
}

// right returns the links to the right: to the next cell, or for typed values to the next one with a value.
func (s *search) right(f link.Evidence) []link.Link {
	for _, c := range s.cells[s.own.Segment.Page.Rows[s.own.Segment.Row]][s.at+1:] {
		found := s.within(c)
		switch {
		case s.isLineNumber(c), strings.Trim(c.Text(), ".…_ ") == "": // leaders
			continue
		case c.label, s.opensNext(c), f.Heading && s.isText(s.property) && s.isHead(c):
			return nil
		case len(found) > 0 || s.isText(s.property):
			return f.Links(s.label.Label, link.Right, found, func(link.Candidate) float64 {
				return max(0, c.box.X0-s.own.box.X1) / s.own.Segment.Page.Width
			})
		}
	}
	return nil
}

// opensNext reports whether a cell is the number of the question in the next cell.
func (s *search) opensNext(c cell) bool {
	const near = 1.5 // heights of print
	row := s.cells[c.Segment.Page.Rows[c.Segment.Row]]
	next := s.cells.at(c.Segment, c.First) + 1
	return next < len(row) && c.First == c.Last && len(c.Text()) <= maxQuestionDigits+1 &&
		strings.HasSuffix(c.Text(), ".") && row[next].box.X0-c.box.X1 <= near*c.Segment.Height()
}

// below returns the links to the nearest cell below with a value, or to the sum of the column.
func (s *search) below(f link.Evidence) []link.Link {
	const reach, askew, likely = 4.5, 3.5, 0.3 // heights of print, probability
	height := s.own.Segment.Height()
	links := func(c cell, found []link.Candidate) []link.Link {
		return f.Links(s.label.Label, link.Below, found, func(link.Candidate) float64 {
			return max(0, c.box.Y0-s.own.box.Y1) / height
		})
	}
	if c, ok := s.sum(); ok {
		f.Heading = true
		return f.Links(s.label.Label, link.Below, s.within(c), func(link.Candidate) float64 { return 0 })
	}
	box := s.own
	if s.isText(s.property) && isScanned(s.own.Segment) { // an answer in the label's box is also farther right
		box.box.X1 = max(box.box.X1, s.cells.end(s.own))
	}
	for _, c := range s.cells.below(box, reach*height) {
		found, p, isAskew := s.within(c), s.roles.Of(c.Part), c.box.OverlapX(s.own.box) <= 0
		switch {
		case s.continues(c), isAskew && (c.label || c.box.Y0-s.own.box.Y1 > askew*height ||
			p[formrole.Answer]+p[formrole.Cell] < likely && !s.differ(s.own.Part, c.Part)):
			continue
		case c.label && (len(found) == 0 || s.isText(s.property)):
			return nil
		case len(found) > 0:
			return links(c, found)
		}
	}
	return nil
}

// continues reports whether a cell is the next line of the recognized question that begins with the label: "Name of the
// owner on whose behalf this form" above "is filed." It has no number, ends a sentence or begins with a small letter,
// and has capital or small letters as the question has.
func (s *search) continues(c cell) bool {
	const apart, indent, alike = 1, 3, 1.4 // heights of print, ratio of heights
	height, words := s.own.Segment.Height(), c.Words()
	return isScanned(c.Segment) && s.label.Last < s.own.Last && !s.label.Colon &&
		!slices.ContainsFunc(words, annotate.AllDigitsWord) &&
		c.box.Y0-s.own.box.Y1 <= apart*height && math.Abs(c.box.X0-s.own.box.X0) <= indent*height &&
		c.Segment.Height() < alike*height && isCapital(words) == isCapital(s.own.Words()) &&
		(unicode.IsLower([]rune(words[0])[0]) || strings.HasSuffix(words[len(words)-1], "."))
}

// isCapital reports whether most letters of words are capital letters.
func isCapital(words []string) bool {
	capitals := 0
	for _, r := range strings.Join(words, "") {
		switch {
		case unicode.IsUpper(r):
			capitals++
		case unicode.IsLower(r):
			capitals--
		}
	}
	return capitals > 0
}

// above returns the links to the cell directly above the label if its print differs from that of the label.
func (s *search) above(f link.Evidence) []link.Link {
	const reach = 1 // heights of print
	row, height := s.own.Segment.Row, s.own.Segment.Height()
	if s.label.Colon || row == 0 {
		return nil
	}
	found := func(box func(cell) layout.Box) []link.Link {
		for _, c := range s.cells[s.own.Segment.Page.Rows[row-1]] {
			print := height
			if isScanned(c.Segment) { // questions are smaller than answers
				print = max(print, c.Segment.Height())
			}
			if !c.label && s.own.box.Y0-c.box.Y1 <= reach*print && box(c).OverlapX(s.own.box) > 0 &&
				s.differ(s.own.Part, c.Part) {
				return f.Links(s.label.Label, link.Above, s.within(c), func(link.Candidate) float64 {
					return max(0, s.own.box.Y0-c.box.Y1) / height
				})
			}
		}
		return nil
	}
	if out := found(func(c cell) layout.Box { return c.box }); len(out) > 0 {
		return out
	}
	return found(s.fieldOf)
}

// fieldOf returns the box of a cell. That of a recognized answer reaches to the next cell in its row.
func (w *queries) fieldOf(c cell) layout.Box {
	const likely = 0.5 // probability
	if isScanned(c.Segment) && w.roles.Of(c.Part)[formrole.Answer] > likely {
		c.box.X1 = max(c.box.X1, w.cells.end(c))
	}
	return c.box
}

// askew returns the links to the cell of a near row that is in another print and, though it is not exactly above or
// below the label, nearer to it than to the other cells of its row: labels and answers may be centered in boxes.
func (s *search) askew(f link.Evidence, d link.Direction) []link.Link {
	const reach, lines = 2, 1.5 // heights of print
	page, height, step := s.own.Segment.Page, s.own.Segment.Height(), 1
	if d == link.Above {
		step = -1
	}
	gap := func(a, b layout.Box) float64 { return max(a.X0-b.X1, b.X0-a.X1) }
	for row := s.own.Segment.Row + step; row >= 0 && row < len(page.Rows); row += step {
		for _, c := range s.cells[page.Rows[row]] {
			away := gap(c.box, s.own.box)
			if away < 0 && c.box.Y0 != s.own.box.Y0 {
				return nil // exactly above or below
			}
			if away > 0 && away <= reach*height && s.Work.Spend(1) && s.differ(s.own.Part, c.Part) && !slices.ContainsFunc(
				s.cells[page.Rows[s.own.Segment.Row]], func(o cell) bool { return gap(c.box, o.box) < away }) {
				return f.Links(s.label.Label, d, s.within(c), func(link.Candidate) float64 { return 0 })
			}
		}
		if b := page.Rows[row].Box; max(b.Y0-s.own.box.Y1, s.own.box.Y0-b.Y1) > lines*height {
			return nil
		}
	}
	return nil
}

// sum returns the cell in the column below the label that is in a row of sums.
func (s *search) sum() (cell, bool) {
	const longest, gap = 60, 4 // heights of print
	height, end := s.own.Segment.Height(), s.own.box.Y1
	if s.property.Type != custom.TypeNumber || s.label.Colon {
		return cell{}, false
	}
	for _, c := range s.cells.below(s.own, longest*height) {
		if c.box.Y0-end > gap*height {
			break
		}
		if s.known.SumRow(c.Segment.Page.Rows[c.Segment.Row]) {
			return c, true
		}
		end = c.box.Y1
	}
	return cell{}, false
}

// within returns the values in a cell.
func (s *search) within(c cell) []link.Candidate {
	var out []link.Candidate
	isText, name := s.isText(s.property), []string(nil)
	if isText {
		name = content(s.property.Name)
	}
	for _, found := range s.find(c.Segment) {
		if isText {
			found.First, found.Last = max(found.First, c.First), min(found.Last, c.Last)
		}
		if found.First < c.First || found.Last > c.Last || found.First > found.Last {
			continue
		}
		if isText {
			words := c.Segment.Words[found.First : found.Last+1]
			found.Text = strings.Trim(strings.Join(words, " "), " ,;")
			isJoiner := found.First == found.Last && lexicon.Joining.Has(recognize.Fold(found.Text)) &&
				s.roles.Of(found.Part())[formrole.Answer] < maxJoiner
			if isJoiner || isOblique(&c.Segment.Tokens[found.First]) || !accepts(name, found.Text) {
				continue
			}
			if looksLikeLabel(words) {
				found.Fit += oddsLabel
			}
			if isProse(words) {
				found.Fit += oddsProse
			}
			if !isNumeric(s.property) && !annotate.HasLetters(words) {
				found.Fit += oddsCode
			}
		}
		out = append(out, found)
	}
	if s.property.Format == custom.FormatDate && len(out) == 2 {
		switch endOf(s.property) {
		case lexicon.PeriodStart:
			return out[:1]
		case lexicon.PeriodEnd:
			return out[1:]
		}
		return out
	}
	if s.label.isPeriod {
		return nil
	}
	return out
}

// endOf returns which end of a period a date is by the words of the property, or "" if they do not say so.
func endOf(p *custom.Property) lexicon.Role {
	for _, word := range nameWords(p.Name + " " + p.Title + " " + p.Description) {
		switch word {
		case "from", "start", "begin", "beginning", "first", "since":
			return lexicon.PeriodStart
		case "to", "end", "until", "till", "last", "through":
			return lexicon.PeriodEnd
		}
	}
	return ""
}

// isHeading reports whether the label has its value below, because no cell follows it, or a cell beside it is a label
// or has a number below.
func (s *search) isHeading() bool {
	const near, next = 2.5, 1.5 // heights of print
	row := s.cells[s.own.Segment.Page.Rows[s.own.Segment.Row]]
	own := s.cells.below(s.own, near*s.own.Segment.Height())
	if s.label.Colon || len(own) == 0 || own[0].label {
		return false
	}
	isNumber := func(c cell) bool { return digits(c.Words()) > 0 }
	heads := func(c cell) bool {
		below := s.cells.below(c, next*c.Segment.Height())
		return !isNumber(c) && len(below) > 0 && isNumber(below[0])
	}
	if s.at+1 == len(row) || s.at > 0 && row[s.at-1].label && heads(row[s.at-1]) {
		return true
	}
	right := row[s.at+1]
	if isNumber(right) {
		return false
	}
	return right.label || looksLikeLabel(right.Words()) || !looksLikeLabel(own[0].Words()) && heads(right)
}

// isLineNumber reports whether a cell repeats the number of its question: "2b" if the row begins with "2a" or the label
// with "b".
func (s *search) isLineNumber(c cell) bool {
	const longest = 3 // characters
	trim := func(word string) string { return strings.Trim(word, ".():") }
	text, row := trim(c.Text()), s.own.Segment.Page.Rows[s.own.Segment.Row].Segments[0].Words[0]
	before := s.cells[s.own.Segment.Page.Rows[s.own.Segment.Row]][max(0, s.at-1)]
	withoutLetters := func(word string) string { return strings.TrimRightFunc(trim(word), unicode.IsLetter) }
	number, opening := withoutLetters(text), trim(s.own.Words()[0])
	return c.First == c.Last && len(text) <= longest && number != "" && recognize.CountDigits(number) == len(number) &&
		(withoutLetters(row) == number || len(opening) == 1 && text == number+opening ||
			text == number+before.Text() || withoutLetters(opening) == number || withoutLetters(before.Text()) == number)
}

// opensQuestion reports whether a number is that of the question in its cell: "16 State tax withheld".
func (w *queries) opensQuestion(number link.Candidate) bool {
	const fewest, minQuestion = 3, 0.5 // words, probability
	at := w.cells.at(number.Segment, number.First)
	if at < 0 || number.First != number.Last || len(number.Segment.Words[number.First]) > maxQuestionDigits ||
		digits(number.Segment.Words[number.First:number.First+1]) == 0 {
		return false
	}
	c := w.cells[number.Segment.Page.Rows[number.Segment.Row]][at]
	if c.First != number.First || c.Last-c.First+1 < fewest {
		return false
	}
	c.First++
	p := w.roles.Of(c.Part)
	return p[formrole.Question]+p[formrole.Heading]+p[formrole.Option]+p[formrole.Header] > minQuestion
}

// isHead reports whether a cell has another cell directly below with the same left edge.
func (s *search) isHead(c cell) bool {
	const next, aligned = 1.5, 0.3 // heights of print
	height := c.Segment.Height()
	return digits(c.Words()) == 0 && slices.ContainsFunc(s.cells.below(c, next*height), func(x cell) bool {
		return math.Abs(x.box.X0-c.box.X0) <= aligned*height
	})
}

// isProse reports whether a text is a part of a sentence: it is long, and most words begin in lower case or a sentence
// ends within it.
func isProse(words []string) bool {
	const abbreviation = 4 // letters
	return len(words) >= minProse && (textshape.ProseLike(words) || slices.ContainsFunc(words[:len(words)-1],
		func(word string) bool { return strings.HasSuffix(word, ".") && len([]rune(word)) > abbreviation }))
}

// endsSentence reports whether a label ends with a full stop, but not as an abbreviation does.
func endsSentence(h *annotate.Label) bool {
	last := h.Segment.Words[h.Last]
	return strings.HasSuffix(last, ".") && letters([]string{last}) >= minSentenceWord
}

// isText reports whether any text is a value of the property.
func (w *queries) isText(p *custom.Property) bool {
	return w.special(p) == nil && p.Type == custom.TypeString && p.Format == custom.FormatNone && p.Enum == nil
}

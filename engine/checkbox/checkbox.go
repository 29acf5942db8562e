// Package checkbox finds check boxes with their states, options and questions: signs in the text, drawn squares and
// circles, and buttons of forms.
package checkbox

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Box is a check box.
type Box struct {
	Place   layout.Box // in points
	Checked bool
	// Confidence is the probability that the mark is a check box with this state.
	Confidence float64
	// Option is the text beside the box, More its second line, Question the heading of its row or column. They may have
	// no segment.
	Option, More, Question layout.Part

	row    int  // in the page
	cell   bool // around other text
	bullet bool // a sign that is also used as a bullet
}

// Text returns the words of the option without the sign of its box, or "".
func (b *Box) Text() string {
	if b.Option.Segment == nil {
		return ""
	}
	return strings.TrimSpace(strings.TrimLeft(b.Option.Text(), open+ticked))
}

// Signs of boxes in Unicode, and in Wingdings from 0xf000 on, where other fonts have bullets.
const (
	open           = "☐□◻○◯❏❑❒\uf06f\uf0a8\uf0a3\uf0a1"
	ticked         = "☑☒■◼●◉✓✔✗✘\uf0fd\uf0fe\uf0fc\uf0fb"
	bullets        = "○◯❏❑❒■◼●✓✔✗✘\uf0fc\uf0fb"
	wingdings      = "\uf06f\uf0a8\uf0a3\uf0a1"
	signConfidence = 0.95
	maxBoxes       = 1000 // of a page; more signs are ornaments
	fontConfidence = 0.6  // of a character whose font is unknown
)

// Find returns the check boxes of a page from top to bottom.
func Find(p *layout.Page) []Box {
	if len(p.Rows) == 0 {
		return nil
	}
	f := &finder{page: p, words: make([][]word, len(p.Rows))}
	for _, b := range p.Fields {
		if b.Type == document.CheckBox || b.Type == document.RadioButton {
			f.boxes = append(f.boxes, Box{Place: b.Place, Checked: b.Checked, Confidence: 1})
		}
	}
	for _, m := range p.Marks {
		if !slices.ContainsFunc(f.boxes, func(b Box) bool { return meets(b.Place, m.Place) }) {
			f.boxes = append(f.boxes, Box{Place: m.Place, Checked: m.Checked, Confidence: m.Confidence})
		}
	}
	f.readWords()
	all := slices.Clone(f.boxes)
	f.boxes = slices.DeleteFunc(f.boxes, func(b Box) bool {
		return b.cell || b.bullet && !slices.ContainsFunc(all, func(o Box) bool {
			aligned := o.row == b.row || math.Abs(o.Place.CenterX()-b.Place.CenterX()) < b.Place.Height()/2
			return aligned && (!o.bullet || o.Checked != b.Checked)
		})
	})
	slices.SortStableFunc(f.boxes, func(a, b Box) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.Place.X0, b.Place.X0))
	})
	for from, to := 0, 0; from < len(f.boxes); from = to {
		for to < len(f.boxes) && f.boxes[to].row == f.boxes[from].row {
			to++
		}
		f.label(f.boxes[from:to])
		for i := from; i < to; i++ {
			f.ask(i, i > from)
		}
	}
	for i := range f.boxes {
		f.continueOption(&f.boxes[i])
	}
	return f.boxes
}

type finder struct {
	page  *layout.Page
	boxes []Box
	words [][]word // by row, without the signs of boxes
}

// word is a token with its place; a sign at its beginning is not part of the place.
type word struct {
	segment *layout.Segment
	index   int
	box     layout.Box
}

func meets(a, b layout.Box) bool {
	return a.OverlapX(b) > min(a.Width(), b.Width())/2 &&
		min(a.Y1, b.Y1)-max(a.Y0, b.Y0) > min(a.Height(), b.Height())/2
}

// readWords adds the signs in the text, and reads those in drawn boxes.
func (f *finder) readWords() {
	drawn := f.boxes[:len(f.boxes):len(f.boxes)]
	for r, row := range f.page.Rows {
		for i := range drawn {
			off := func(row *layout.Row) float64 { return math.Abs(row.Box.CenterY() - drawn[i].Place.CenterY()) }
			if off(row) < off(f.page.Rows[drawn[i].row]) {
				drawn[i].row = r
			}
		}
		for _, s := range row.Segments {
			for i := 0; i < len(s.Tokens); {
				i += f.readWord(s, i, drawn)
			}
		}
	}
	f.boxes = append(drawn, f.boxes[len(drawn):]...)
}

// readWord reads the word at an index, or several words that are one sign, and returns their number.
func (f *finder) readWord(s *layout.Segment, i int, drawn []Box) int {
	checked, n, size := ReadSign(s.Words[i:])
	box := s.SpanBox(i, i+max(n, 1)-1)
	rest := box
	if glued := size > 0 && n == 1 && size < len(s.Words[i]); glued {
		box.X1 = min(box.X1, box.X0+box.Height())
		rest.X0 = box.X1
	} else if size > 0 {
		rest.X0 = rest.X1
	}
	at := slices.IndexFunc(drawn, func(d Box) bool { return meets(d.Place, box) })
	isX := at >= 0 && strings.EqualFold(s.Words[i], "x")
	switch {
	case size > 0 && at >= 0 || isX:
		drawn[at].Checked = drawn[at].Checked || checked || isX
		drawn[at].Confidence = max(drawn[at].Confidence, signConfidence)
	case size > 0 && len(f.boxes) < maxBoxes:
		confidence := signConfidence
		if strings.Contains(wingdings, s.Words[i][:size]) {
			confidence = fontConfidence
		}
		f.boxes = append(f.boxes, Box{Place: box, Checked: checked, Confidence: confidence, row: s.Row,
			bullet: strings.Contains(bullets, s.Words[i][:size])})
	case at >= 0:
		drawn[at].cell = drawn[at].cell || isText(&s.Tokens[i], drawn[at].Place)
	}
	if rest.Width() > 0 && !isX {
		f.words[s.Row] = append(f.words[s.Row], word{s, i, rest})
	}
	return max(n, 1)
}

// isText reports whether a word that is not a sign shows that a square is not a check box. Single letters are signs of
// other fonts, or boxes that text recognition misread. It also reads boxes as letters of the option beside them.
func isText(t *layout.Token, box layout.Box) bool {
	if letter, size := utf8.DecodeRuneInString(t.Text); size == len(t.Text) {
		return unicode.IsDigit(letter) && (letter != '0' || t.Source != document.SourceOCR)
	}
	isBeside := t.Box.X0 > box.X0-box.Width()/2 && t.Box.X1 > box.X1+box.Width()/2
	return t.Source != document.SourceOCR || !isBeside && t.Box.Width() > 1.5*box.Width() ||
		recognize.CountDigits(t.Text) > 1
}

// ReadSign reads a sign at the beginning of words: its state, its number of words and, in the first word, of bytes.
func ReadSign(words []string) (checked bool, n, size int) {
	first, size := utf8.DecodeRuneInString(words[0])
	switch {
	case strings.ContainsRune(open, first):
		return false, 1, size
	case strings.ContainsRune(ticked, first):
		return true, 1, size
	case first != '[' && first != '(':
		return false, 0, 0
	}
	for n := 1; n <= min(3, len(words)); n++ {
		switch strings.ToLower(strings.Join(words[:n], "")) {
		case "[]", "[_]", "()", "(_)":
			return false, n, len(words[0])
		case "[x]", "(x)", "[✓]", "[✔]":
			return true, n, len(words[0])
		}
	}
	return false, 0, 0
}

// label finds the options and questions of the boxes of a row. The options are all on the right or all on the left.
func (f *finder) label(boxes []Box) {
	const maxGap = 4 // heights of print between a box and its option
	gap := func(i int, atEnd bool) (layout.Part, float64) { return f.between(boxes, i, atEnd) }
	_, after := gap(len(boxes), false)
	_, before := gap(0, true)
	onLeft := after > maxGap && before <= maxGap
	for i := range boxes {
		b, side := &boxes[i], i+1
		if onLeft {
			side = i
		}
		if option, away := gap(side, onLeft); away <= maxGap {
			b.Option = option
		}
		question, _ := gap(i, !onLeft)
		isOption := question == b.Option || i > 0 && question == boxes[i-1].Option
		switch {
		case !isOption && canAsk(question):
			b.Question = question
		case i > 0:
			b.Question = boxes[i-1].Question
		}
	}
}

// continueOption finds the second line of an option: the segment directly below with the same left edge and no box.
func (f *finder) continueOption(b *Box) {
	const near, aligned = 0.5, 0.5 // heights of print
	s := b.Option.Segment
	if s == nil || b.Option.Last < len(s.Words)-1 {
		return
	}
	box := b.Option.Box()
	for _, next := range f.page.Below(s.Row, box, near*s.Height()) {
		isOption := slices.ContainsFunc(f.boxes, func(o Box) bool { return o.Option.Segment == next })
		if !isOption && math.Abs(next.Box.X0-box.X0) <= aligned*s.Height() {
			b.More = layout.Part{Segment: next, Last: len(next.Words) - 1}
			return
		}
	}
}

// between returns the first or last words of one segment in the space before box i of a row, and their distance from
// the nearest end of the space in heights.
func (f *finder) between(boxes []Box, i int, last bool) (part layout.Part, gap float64) {
	x0, x1, gap := 0.0, f.page.Width, math.MaxFloat64
	if i > 0 {
		x0 = boxes[i-1].Place.X1
	}
	if i < len(boxes) {
		x1 = boxes[i].Place.X0
	}
	for _, w := range f.words[boxes[0].row] {
		slack := w.box.Height() / 4
		switch {
		case w.box.X0 < x0-slack || w.box.X1 > x1+slack:
			continue
		case part.Segment == w.segment:
			part.Last = w.index
		case part.Segment == nil || last:
			part = layout.Part{Segment: w.segment, First: w.index, Last: w.index}
		default:
			return part, gap
		}
		if last {
			gap = (x1 - w.box.X1) / w.box.Height()
		} else if part.First == part.Last {
			gap = (w.box.X0 - x0) / w.box.Height()
		}
	}
	return part, gap
}

// canAsk reports whether a text can be a question. Shorter ones are numbers of rows.
func canAsk(p layout.Part) bool {
	const minBytes = 3
	return p.Segment != nil && len(p.Text()) >= minBytes && strings.ContainsFunc(p.Text(), unicode.IsLetter)
}

// ask finds the question of a box without text before it: that of the box above it or, if text begins between them, the
// text. Otherwise it is the question of the box before it in the row.
func (f *finder) ask(i int, follows bool) {
	const nearText, nearBox = 2.5, 3.5 // heights
	b := &f.boxes[i]
	if b.Question.Segment != nil {
		return
	}
	h := max(b.Place.Height(), f.page.Rows[b.row].Segments[0].Height())
	space := b.Place
	if b.Option.Segment != nil {
		space = space.Union(b.Option.Box())
	}
	for _, s := range f.page.Above(b.row, space, nearText*h) {
		isOption := slices.ContainsFunc(f.boxes, func(o Box) bool { return o.Option.Segment == s })
		if part := (layout.Part{Segment: s, Last: len(s.Words) - 1}); !isOption && canAsk(part) {
			b.Question = part
			break
		}
	}
	isLower := func(row int) bool { return b.Question.Segment == nil || row > b.Question.Segment.Row }
	for k := i - 1; k >= 0; k-- {
		o := &f.boxes[k]
		isAbove := math.Abs(o.Place.X0-b.Place.X0) < h/3 && o.row < b.row && b.Place.Y0-o.Place.Y1 < nearBox*h
		if isAbove && (isLower(o.row) || b.Question.Segment.Box.X0 > b.Place.X1) {
			b.Question = o.Question
			return
		}
	}
	if follows {
		if q := f.boxes[i-1].Question; q.Segment != nil && isLower(q.Segment.Row) {
			b.Question = q
		}
	}
}

package link

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Sizes of the digit groups in numbers of utilities, banks and authorities.
const (
	smallestGroup    = 2
	largestGroup     = 5
	minGroupedDigits = 6 // digits of all groups
)

// inGroups returns the number in digit groups that begins at a word: "Customer no. 305 118.4", "7 204 118 033". It
// directly follows a label or opens the segment, and only a mark or a label may follow it. All groups after the
// first have the same number of digits, at least as many as the first; the last may end in a check digit after a
// mark. Words with another form, such as dates, are excluded.
func (r *Linker) inGroups(s *layout.Segment, first int) (Candidate, bool) {
	if first > 0 && !r.endsLabel(s, first-1) || !annotate.AllDigitsWord(s.Words[first]) {
		return Candidate{}, false
	}
	last, size := first, 0
	for last+1 < len(s.Words) {
		n, closed := groupSize(s.Words[last+1])
		if n < smallestGroup || n > largestGroup || size > 0 && n != size {
			break
		}
		last, size = last+1, n
		if closed {
			break
		}
	}
	text := strings.TrimRight(strings.Join(s.Words[first:last+1], " "), ".,;:)")
	if last == first || len(s.Words[first]) > size || recognize.CountDigits(text) < minGroupedDigits ||
		last+1 < len(s.Words) && !textshape.IsSeparator(s.Words[last+1]) && !r.opensLabel(s, last+1) ||
		r.otherForm(s, recognize.Span{First: first, Last: last}) {
		return Candidate{}, false
	}
	return Candidate{Segment: s, First: first, Last: last, Text: text}, true
}

// groupSize returns the digits of a word before a check digit or final mark, and whether it has one; 0 for others.
func groupSize(w string) (n int, closed bool) {
	for n < len(w) && annotate.IsDigitByte(w[n]) {
		n++
	}
	switch rest := w[n:]; {
	case rest == "":
		return n, false
	case strings.Trim(rest, ".,;:)") == "":
		return n, true
	case len(rest) == 2 && strings.IndexByte(".-/", rest[0]) >= 0 && annotate.IsDigitByte(rest[1]):
		return n, true
	}
	return 0, false
}

// otherForm reports whether words are part of a date, account, tax or telephone number, money, or a percentage.
func (r *Linker) otherForm(s *layout.Segment, at recognize.Span) bool {
	f := r.Spans[s]
	if annotate.Taken(at, f) || insideRate(at, f) || currencyBeside(at, f) {
		return true
	}
	const cents = 2 // digits
	return slices.ContainsFunc(f.Dates, func(d recognize.Date) bool { return d.Overlaps(at) }) ||
		slices.ContainsFunc(f.Amounts, func(a recognize.Amount) bool {
			return a.Number.Fraction == cents && a.Overlaps(at)
		}) || strings.HasPrefix(s.Words[at.First], "0") &&
		slices.ContainsFunc(s.Phones(), func(c recognize.Code) bool { return c.Overlaps(at) })
}

func insideRate(s recognize.Span, f *annotate.Spans) bool {
	return slices.ContainsFunc(f.Amounts, func(a recognize.Amount) bool { return a.Percent && a.Overlaps(s) })
}

func currencyBeside(s recognize.Span, f *annotate.Spans) bool {
	return slices.ContainsFunc(f.Amounts, func(a recognize.Amount) bool { return a.Currency != "" && a.Overlaps(s) })
}

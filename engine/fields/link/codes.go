package link

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// IbanValues finds valid account numbers, or else words that look like one.
func (r *Linker) IbanValues(s *layout.Segment) []Candidate {
	var out []Candidate
	for i, c := range r.Spans[s].IBANs {
		out = append(out, Candidate{Segment: s, First: c.First, Last: c.Last, Text: c.Value, Index: i,
			Fit: checksumOdds(c.Checksum)})
	}
	if len(out) > 0 {
		return out
	}
	for i := 0; i < len(s.Words); i++ {
		if text, last := ibanRun(s.Words, i); ibanLike(text) {
			out = append(out, Candidate{Segment: s, First: i, Last: last, Text: text, Fit: -1})
			i = last
		}
	}
	return out
}

// ibanRun joins a word with the groups of four characters that follow it, and returns the last word used.
func ibanRun(words []string, i int) (string, int) {
	text := words[i]
	for last := i; ; last++ {
		if len(words[last]) != 4 || last+1 >= len(words) || len(words[last+1]) > 4 ||
			recognize.CountDigits(words[last+1]) == 0 {
			return text, last
		}
		text += words[last+1]
	}
}

// ibanLike accepts a labeled IBAN with a wrong length: a value with a failed check is better than none.
func ibanLike(w string) bool {
	if len(w) < 12 || len(w) > 34 || !annotate.IsUpperByte(w[0]) || !annotate.IsUpperByte(w[1]) ||
		!annotate.IsDigitByte(w[2]) || !annotate.IsDigitByte(w[3]) {
		return false
	}
	for i := 4; i < len(w); i++ {
		if !annotate.IsDigitByte(w[i]) && !annotate.IsUpperByte(w[i]) {
			return false
		}
	}
	return recognize.CountDigits(w) >= 10
}

// BicValues finds bank codes.
func (r *Linker) BicValues(s *layout.Segment) []Candidate {
	var out []Candidate
	for i, c := range s.BICs() {
		out = append(out, Candidate{Segment: s, First: c.First, Last: c.Last, Text: c.Value, Index: i})
	}
	return out
}

// TaxIDValues finds VAT numbers, or other numbers that need a label.
func (r *Linker) TaxIDValues(s *layout.Segment) []Candidate {
	var out []Candidate
	for i, c := range r.Spans[s].VATIDs {
		out = append(out, Candidate{Segment: s, First: c.First, Last: c.Last, Text: c.Value, Index: i,
			Fit: 1 + checksumOdds(c.Checksum)})
	}
	if len(out) > 0 {
		return out
	}
	for _, c := range r.IdentifierValues(s) {
		if recognize.CountDigits(c.Text) >= minTaxDigits {
			if digits := strings.ReplaceAll(c.Text, " ", ""); annotate.AllDigitsWord(digits) {
				c.Text = digits // in groups
			}
			c.Fit -= 0.5
			out = append(out, c)
		}
	}
	if c, ok := groupedNumber(s); ok && len(out) == 0 {
		out = append(out, c)
	}
	return out
}

// minTaxDigits is the minimum number of digits of a number that only its label identifies.
const minTaxDigits = 7

// groupedNumber returns a final number in groups of three digits, as in Norway and France: "Org.nr 974 760 673".
func groupedNumber(s *layout.Segment) (Candidate, bool) {
	const group, least, most = 3, 3, 4 // digits, groups
	last := len(s.Words) - 1
	first := last + 1
	for first > 0 && len(s.Words[first-1]) == group && annotate.AllDigitsWord(s.Words[first-1]) {
		first--
	}
	if n := last - first + 1; n < least || n > most {
		return Candidate{}, false
	}
	text := strings.Join(s.Words[first:], "")
	return Candidate{Segment: s, First: first, Last: last, Text: text, Fit: -0.5}, true
}

func checksumOdds(c recognize.Checksum) float64 {
	switch c {
	case recognize.ChecksumValid:
		return 2
	case recognize.ChecksumInvalid:
		return -0.5
	case recognize.ChecksumUnknown:
	}
	return 0
}

// NameValues returns the rest of a segment after its label if it may be a name.
func (r *Linker) NameValues(s *layout.Segment) []Candidate {
	first := 0
	if h := r.LabelsIn[s]; len(h) > 0 && h[0].Opens {
		first = h[0].Last + 1
	}
	if first >= len(s.Words) || !textshape.NameLike(s.Words[first:]) {
		return nil
	}
	last := len(s.Words) - 1
	return []Candidate{{Segment: s, First: first, Last: last,
		Text: strings.Trim(strings.Join(s.Words[first:last+1], " "), " ,;:")}}
}

// PhoneValues finds telephone numbers.
func (r *Linker) PhoneValues(s *layout.Segment) []Candidate {
	var out []Candidate
	for i, c := range s.Phones() {
		out = append(out, Candidate{Segment: s, First: c.First, Last: c.Last, Text: c.Value, Index: i})
	}
	return out
}

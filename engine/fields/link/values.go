package link

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// Set holds the links of several roles that compete for values of a kind.
type Set struct {
	Links map[lexicon.Role][]Link
}

// Link links all labels of the given roles to values of a kind. A value that
// another role claims more strongly counts less.
func (r *Linker) Link(find Values, roles ...lexicon.Role) *Set {
	m := &Set{Links: map[lexicon.Role][]Link{}}
	find = remembered(find)
	for _, h := range r.Labels {
		for _, want := range roles {
			w, ok := h.As(want)
			if !ok {
				continue
			}
			m.Links[want] = append(m.Links[want], r.linksOf(h, w, find)...)
		}
	}
	m.Settle()
	r.applyScorer(m)
	return m
}

// remembered makes a finder look at each segment once.
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

// Best returns the strongest link of a role; of equal ones the first.
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

// DateValues finds dates; eight bare digits are weak ones.
func (r *Linker) DateValues(s *layout.Segment) []Candidate {
	var out []Candidate
	for i, d := range r.Spans[s].Dates {
		c := Candidate{Segment: s, First: d.First, Last: d.Last, Text: d.ISO(r.Order), Index: i}
		c.Fit = 0.8 * (0.5 - s.RelativeY())
		if d.Compact {
			c.Fit--
		}
		out = append(out, c)
	}
	return out
}

// IdentifierValues finds document and customer numbers.
func (r *Linker) IdentifierValues(s *layout.Segment) []Candidate {
	f := r.Spans[s]
	var out []Candidate
	for i, w := range s.Words {
		id, ok := recognize.Identifier(w)
		span := recognize.Span{First: i, Last: i}
		if !ok || annotate.Taken(span, f) || insideRate(span, f) {
			continue
		}
		c := Candidate{Segment: s, First: i, Last: i, Text: id}
		if i > 0 && r.seriesBefore(s, i) {
			c.First, c.Text = i-1, s.Words[i-1]+" "+id
		}
		if len(id) < 4 {
			c.Fit = -1
		}
		if i+1 < len(s.Words) && len(id) <= 6 && annotate.AllDigitsWord(id) && len(f.Amounts) > 0 && currencyBeside(span, f) {
			c.Fit = -2
		}
		out = append(out, c)
	}
	return out
}

// seriesBefore reports whether the word before a number is the name of its
// series: "FV 12/2031", "RE 10234". It is two to four capitals and no label.
func (r *Linker) seriesBefore(s *layout.Segment, i int) bool {
	w := s.Words[i-1]
	if len(w) < 2 || len(w) > 4 {
		return false
	}
	for _, c := range []byte(w) {
		if !annotate.IsUpperByte(c) {
			return false
		}
	}
	if _, ok := recognize.Currency(w); ok {
		return false
	}
	if lexicon.NoSeries.Has(strings.ToLower(w)) {
		return false
	}
	for _, h := range r.LabelsIn[s] {
		if h.First <= i-1 && h.Last >= i-1 {
			return false
		}
	}
	return true
}

func insideRate(s recognize.Span, f *annotate.Spans) bool {
	for _, a := range f.Amounts {
		if a.Percent && a.Overlaps(s) {
			return true
		}
	}
	return false
}

func currencyBeside(s recognize.Span, f *annotate.Spans) bool {
	for _, a := range f.Amounts {
		if a.Currency != "" && a.Overlaps(s) {
			return true
		}
	}
	return false
}

// IbanValues finds account numbers: valid ones, else words that look like one.
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

// ibanRun joins a word with the groups of four that follow it, as account
// numbers are printed; it gives the last word taken.
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

// ibanLike accepts a word that a label may call an IBAN although its length is
// wrong for the country: better told with a failed check than not at all.
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

// BicValues finds the codes of banks.
func (r *Linker) BicValues(s *layout.Segment) []Candidate {
	var out []Candidate
	for i, c := range s.BICs() {
		out = append(out, Candidate{Segment: s, First: c.First, Last: c.Last, Text: c.Value, Index: i})
	}
	return out
}

// TaxIDValues finds VAT numbers, and under a label any other number.
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
		if recognize.CountDigits(c.Text) >= 7 {
			c.Fit -= 0.5
			out = append(out, c)
		}
	}
	return out
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

// PhoneValues finds telephone numbers.
func (r *Linker) PhoneValues(s *layout.Segment) []Candidate {
	var out []Candidate
	for i, c := range s.Phones() {
		out = append(out, Candidate{Segment: s, First: c.First, Last: c.Last, Text: c.Value, Index: i})
	}
	return out
}

// AmountValues finds sums of money: no percentages, and bare whole numbers
// only as a last resort.
func (r *Linker) AmountValues(s *layout.Segment) []Candidate {
	var out []Candidate
	for i, a := range r.Spans[s].Amounts {
		if a.Percent || SerialNumber(s, a) {
			continue
		}
		c := Candidate{Segment: s, First: a.First, Last: a.Last, Index: i}
		switch {
		case a.Currency != "" && a.Number.Fraction == 2:
			c.Fit = 0.6
		case a.Number.Fraction == 2:
			c.Fit = 0.4
		case a.Currency != "":
		case a.Number.Ambiguous || a.Number.Fraction > 0:
			c.Fit = -0.6
		default:
			c.Fit = -0.9
		}
		out = append(out, c)
	}
	return out
}

// SerialNumber tells whole numbers that are no sums of money: long ones without
// grouping, and those with zeros in front.
func SerialNumber(s *layout.Segment, a recognize.Amount) bool {
	if !a.Whole() || a.Last > a.First {
		return false
	}
	digits := strings.TrimLeft(s.Words[a.First], "-(*")
	return annotate.AllDigitsWord(digits) && (len(digits) > 7 || len(digits) > 1 && digits[0] == '0')
}

// Amount returns the recognised amount behind a candidate of AmountValues.
func (r *Linker) Amount(c Candidate) recognize.Amount { return r.Spans[c.Segment].Amounts[c.Index] }

// AsValue makes a record value of a link.
func (l Link) AsValue() value.Value {
	return value.Cite(l.Value.Text, l.Value.Segment, l.Value.First, l.Value.Last, Sigmoid(l.LogOdds))
}

// lead is by how much a link is stronger than the strongest of its role that
// points to another value; 0 if there is none.
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

package link

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

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
		like := likeTaxID(span, f)
		if !ok || !like && annotate.Taken(span, f) || insideRate(span, f) {
			continue
		}
		c := Candidate{Segment: s, First: i, Last: i, Text: id}
		if like {
			c.Fit = likeTaxFit
		}
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

// likeTaxFit is for a number of a document that has the form of one for VAT.
const likeTaxFit = -0.5

// likeTaxID reports whether a word has the form of a VAT number, but no check digits
// prove it: "SI31064686" under "Invoice number".
func likeTaxID(s recognize.Span, f *annotate.Spans) bool {
	for _, c := range f.VATIDs {
		if c.Span == s {
			return c.Checksum != recognize.ChecksumValid
		}
	}
	return false
}

// seriesBefore reports whether the word before a number is the name of its
// series: "FV 12/2031", "RE 10234". It is two to four capitals and no label.
func (r *Linker) seriesBefore(s *layout.Segment, i int) bool {
	w := s.Words[i-1]
	letters := 0
	for _, c := range w {
		if !recognize.PlainCapital(c) {
			return false
		}
		letters++
	}
	if letters < 2 || letters > 4 {
		return false
	}
	if _, ok := recognize.Currency(w); ok {
		return false
	}
	if lexicon.NoSeries.Has(recognize.Fold(w)) {
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
	return value.Cite(l.Value.Text, l.Value.Segment, l.Value.First, l.Value.Last, boost.Probability(l.LogOdds))
}

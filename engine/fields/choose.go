package fields

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// market holds the links of several roles that compete for values of a kind.
type market struct {
	links map[lexicon.Role][]link
}

// trade links all labels of the given roles to values of a kind. A value that
// another role claims more strongly counts less.
func (r *reading) trade(find finder, roles ...lexicon.Role) *market {
	m := &market{links: map[lexicon.Role][]link{}}
	find = remembered(find)
	for _, h := range r.hits {
		for _, want := range roles {
			w, ok := h.as(want)
			if !ok {
				continue
			}
			m.links[want] = append(m.links[want], r.links(h, w, find)...)
		}
	}
	m.settle()
	r.weigh(m)
	return m
}

// remembered makes a finder look at each segment once.
func remembered(find finder) finder {
	seen := map[*layout.Segment][]candidate{}
	return func(s *layout.Segment) []candidate {
		found, ok := seen[s]
		if !ok {
			found = find(s)
			seen[s] = found
		}
		return found
	}
}

// settle lowers the links to values that another role claims more strongly.
func (m *market) settle() {
	type key struct {
		seg   *layout.Segment
		first int
	}
	best := map[key]map[lexicon.Role]float64{}
	for name, links := range m.links {
		for _, l := range links {
			k := key{l.value.seg, l.value.first}
			if best[k] == nil {
				best[k] = map[lexicon.Role]float64{}
			}
			if z, ok := best[k][name]; !ok || l.z > z {
				best[k][name] = l.z
			}
		}
	}
	for name, links := range m.links {
		for i := range links {
			l := &links[i]
			rival := l.z
			for other, z := range best[key{l.value.seg, l.value.first}] {
				if other != name {
					rival = max(rival, z)
				}
			}
			if rival > l.z {
				l.rival = rival - l.z
				l.z -= min(3, 0.8*(rival-l.z)+0.4)
			}
		}
	}
}

// best gives the strongest link of a role; of equal ones the first.
func (m *market) best(want lexicon.Role) (link, bool) {
	var top link
	ok := false
	for _, l := range m.links[want] {
		if !ok || l.z > top.z {
			top, ok = l, true
		}
	}
	return top, ok
}

// dateValues finds dates; eight bare digits are weak ones.
func (r *reading) dateValues(s *layout.Segment) []candidate {
	var out []candidate
	for i, d := range r.found[s].dates {
		c := candidate{seg: s, first: d.First, last: d.Last, text: d.ISO(r.order), index: i}
		c.kind = 0.8 * (0.5 - s.RelativeY())
		if d.Compact {
			c.kind--
		}
		out = append(out, c)
	}
	return out
}

// identifierValues finds document and customer numbers.
func (r *reading) identifierValues(s *layout.Segment) []candidate {
	f := r.found[s]
	var out []candidate
	for i, w := range s.Words {
		id, ok := recognize.Identifier(w)
		span := recognize.Span{First: i, Last: i}
		if !ok || taken(span, f) || insideRate(span, f) {
			continue
		}
		c := candidate{seg: s, first: i, last: i, text: id}
		if i > 0 && r.seriesBefore(s, i) {
			c.first, c.text = i-1, s.Words[i-1]+" "+id
		}
		if len(id) < 4 {
			c.kind = -1
		}
		if i+1 < len(s.Words) && len(id) <= 6 && allDigitsWord(id) && len(f.amounts) > 0 && currencyBeside(span, f) {
			c.kind = -2
		}
		out = append(out, c)
	}
	return out
}

// seriesBefore reports whether the word before a number is the name of its
// series: "FV 12/2031", "RE 10234". It is two to four capitals and no label.
func (r *reading) seriesBefore(s *layout.Segment, i int) bool {
	w := s.Words[i-1]
	if len(w) < 2 || len(w) > 4 {
		return false
	}
	for _, c := range []byte(w) {
		if !isUpperByte(c) {
			return false
		}
	}
	if _, ok := recognize.Currency(w); ok {
		return false
	}
	if lexicon.NoSeries.Has(strings.ToLower(w)) {
		return false
	}
	for _, h := range r.starts[s] {
		if h.first <= i-1 && h.last >= i-1 {
			return false
		}
	}
	return true
}

func allDigitsWord(s string) bool { return recognize.CountDigits(s) == len(s) }

func insideRate(s recognize.Span, f *recognised) bool {
	for _, a := range f.amounts {
		if a.Percent && a.Overlaps(s) {
			return true
		}
	}
	return false
}

func currencyBeside(s recognize.Span, f *recognised) bool {
	for _, a := range f.amounts {
		if a.Currency != "" && a.Overlaps(s) {
			return true
		}
	}
	return false
}

func (r *reading) ibanValues(s *layout.Segment) []candidate {
	var out []candidate
	for i, c := range r.found[s].ibans {
		out = append(out, candidate{seg: s, first: c.First, last: c.Last, text: c.Value, index: i, kind: checksumOdds(c.Checksum)})
	}
	if len(out) > 0 {
		return out
	}
	for i := 0; i < len(s.Words); i++ {
		if text, last := ibanRun(s.Words, i); ibanLike(text) {
			out = append(out, candidate{seg: s, first: i, last: last, text: text, kind: -1})
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
		if len(words[last]) != 4 || last+1 >= len(words) || len(words[last+1]) > 4 || recognize.CountDigits(words[last+1]) == 0 {
			return text, last
		}
		text += words[last+1]
	}
}

// ibanLike accepts a word that a label may call an IBAN although its length is
// wrong for the country: better told with a failed check than not at all.
func ibanLike(w string) bool {
	if len(w) < 12 || len(w) > 34 || !isUpperByte(w[0]) || !isUpperByte(w[1]) || !isDigitByte(w[2]) || !isDigitByte(w[3]) {
		return false
	}
	for i := 4; i < len(w); i++ {
		if !isDigitByte(w[i]) && !isUpperByte(w[i]) {
			return false
		}
	}
	return recognize.CountDigits(w) >= 10
}

func (r *reading) bicValues(s *layout.Segment) []candidate {
	var out []candidate
	for i, c := range recognize.BICs(s.Words) {
		out = append(out, candidate{seg: s, first: c.First, last: c.Last, text: c.Value, index: i})
	}
	return out
}

// taxIDValues finds VAT numbers, and under a label any other number.
func (r *reading) taxIDValues(s *layout.Segment) []candidate {
	var out []candidate
	for i, c := range r.found[s].vats {
		out = append(out, candidate{seg: s, first: c.First, last: c.Last, text: c.Value, index: i, kind: 1 + checksumOdds(c.Checksum)})
	}
	if len(out) > 0 {
		return out
	}
	for _, c := range r.identifierValues(s) {
		if recognize.CountDigits(c.text) >= 7 {
			c.kind -= 0.5
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

func (r *reading) phoneValues(s *layout.Segment) []candidate {
	var out []candidate
	for i, c := range recognize.Phones(s.Words) {
		out = append(out, candidate{seg: s, first: c.First, last: c.Last, text: c.Value, index: i})
	}
	return out
}

// amountValues finds sums of money: no percentages, and bare whole numbers
// only as a last resort.
func (r *reading) amountValues(s *layout.Segment) []candidate {
	var out []candidate
	for i, a := range r.found[s].amounts {
		if a.Percent || serialNumber(s, a) {
			continue
		}
		c := candidate{seg: s, first: a.First, last: a.Last, index: i}
		switch {
		case a.Currency != "" && a.Number.Fraction == 2:
			c.kind = 0.6
		case a.Number.Fraction == 2:
			c.kind = 0.4
		case a.Currency != "":
		case a.Number.Ambiguous || a.Number.Fraction > 0:
			c.kind = -0.6
		default:
			c.kind = -0.9
		}
		out = append(out, c)
	}
	return out
}

// serialNumber tells whole numbers that are no sums of money: long ones without
// grouping, and those with zeros in front.
func serialNumber(s *layout.Segment, a recognize.Amount) bool {
	if !a.Whole() || a.Last > a.First {
		return false
	}
	digits := strings.TrimLeft(s.Words[a.First], "-(*")
	return allDigitsWord(digits) && (len(digits) > 7 || len(digits) > 1 && digits[0] == '0')
}

// amount gives the recognised amount behind a candidate of amountValues.
func (r *reading) amount(c candidate) recognize.Amount { return r.found[c.seg].amounts[c.index] }

// value makes a record value of a link.
func (l link) asValue() Value {
	return cite(l.value.text, l.value.seg, l.value.first, l.value.last, sigmoid(l.z))
}

// lead is by how much a link is stronger than the strongest of its role that
// points to another value; 0 if there is none.
func (m *market) lead(want lexicon.Role, l link) float64 {
	lead, rivals := 0.0, false
	for _, o := range m.links[want] {
		if o.value.sameAs(l.value) || o.value.text == l.value.text && o.value.text != "" {
			continue
		}
		if d := l.z - o.z; !rivals || d < lead {
			lead, rivals = d, true
		}
	}
	return lead
}

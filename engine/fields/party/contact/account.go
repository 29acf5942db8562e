package contact

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// Account returns the scalars iban and bic of the account to pay to. A valid IBAN needs
// no label, and goes before a labelled one whose check digits are wrong.
func Account(l *link.Linker) *value.Set {
	set := IBAN(l)
	l.PutBest(set, l.Link(l.BicValues, lexicon.BIC), lexicon.BIC, "bic", 0.4)
	return set
}

// IBAN returns the scalar iban alone.
func IBAN(r *link.Linker) *value.Set {
	set := value.New()
	m := r.Link(r.IbanValues, lexicon.IBAN)
	l, ok := m.Best(lexicon.IBAN)
	if ok && l.LogOdds > 0 && recognize.ValidIBAN(l.Value.Text) {
		set.Put("iban", l.AsValue())
		return set
	}
	for _, s := range r.Layout.Segments {
		for _, c := range r.Spans[s].IBANs {
			if c.Checksum == recognize.ChecksumValid {
				set.Put("iban", value.Cite(c.Value, s, c.First, c.Last, 0.85))
				return set
			}
		}
	}
	if v, found := across(r.Layout); found {
		set.Put("iban", v)
		return set
	}
	if ok && l.LogOdds > leastAccount {
		set.Put("iban", l.AsValue())
	}
	return set
}

// across returns an account number that is broken between two lines.
func across(lay *layout.Layout) (value.Value, bool) {
	const (
		near = 1   // heights of a line between the two
		sure = 0.8 // a little less than one that stands in a line
	)
	for _, s := range lay.Segments {
		for _, below := range s.Page.Below(s.Row, s.Box, near*s.Height()) {
			c, ok := recognize.IBANAcross(s.Words, below.Words)
			if !ok {
				continue
			}
			parts := []layout.Part{{Segment: s, First: c.First, Last: len(s.Words) - 1}, {Segment: below, Last: c.Last}}
			return value.CiteParts(c.Value, parts, " ", sure), true
		}
	}
	return value.Value{}, false
}

// leastAccount is the least log-odds of an account number whose check digits or
// length are wrong, where no right one is printed: it is told, and its check
// fails.
const leastAccount = -2

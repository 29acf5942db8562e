package contact

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
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
	if ok && l.LogOdds > leastAccount {
		set.Put("iban", l.AsValue())
	}
	return set
}

// leastAccount is the least log-odds of an account number whose check digits or
// length are wrong, where no right one is printed: it is told, and its check
// fails.
const leastAccount = -2

package taxid

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// takeForms lets numbers without any form go behind one that is printed as a country's tax numbers
// are, in the same column a few lines away, where no label announces them: beside its tax number a
// letterhead has that of a register and a telephone.
func (in Input) takeForms(all []taxNumber) {
	for i := range all {
		n := &all[i]
		if in.formed(n) || in.announcedAs(n.Candidate, lexicon.TaxID) {
			continue
		}
		if slices.ContainsFunc(all, func(o taxNumber) bool { return in.formed(&o) && near(n, &o) }) {
			n.vendor, n.customer = n.vendor+behindForm, n.customer+behindForm
		}
	}
}

// behindForm is what a number without a form loses beside one that has it.
const behindForm = -3

// formed reports whether a number has the form of a country's tax numbers, and no wrong check digits.
func (in Input) formed(n *taxNumber) bool {
	if inForm(n.Segment, n.Last) {
		return true
	}
	return slices.ContainsFunc(in.Spans[n.Segment].VATIDs, func(c recognize.Code) bool {
		return c.First >= n.First && c.First <= n.Last && c.Checksum != recognize.ChecksumInvalid
	})
}

// inForm reports whether a word has the form of a country's tax numbers that have no prefix.
func inForm(s *layout.Segment, word int) bool {
	return country.IsTaxNumber(strings.Trim(s.Words[word], ".,;:()"))
}

// near reports whether two numbers stand in one column, a few lines apart.
func near(a, b *taxNumber) bool {
	const lines = 8
	s, t := a.Segment, b.Segment
	return s.Page == t.Page && s.Box.OverlapX(t.Box) > 0 && math.Abs(s.Box.CenterY()-t.Box.CenterY()) < lines*s.Height()
}

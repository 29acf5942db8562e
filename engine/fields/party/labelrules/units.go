package labelrules

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// name returns the unit of a block that holds the name: behind a label of names, else right behind
// or below the heading. It returns -1 if that has not the shape of a name.
func (a *adjuster) name(head *layout.Segment, after int, block []int) int {
	for _, k := range block {
		if a.isLabeledName(k) && a.hasNameShape(k) {
			return k
		}
	}
	if len(block) == 0 {
		return -1
	}
	first := &a.units[block[0]]
	below := after == len(head.Words) && first.Segment.Row != head.Row && first.First == 0
	behind := first.Segment == head && first.First == after
	if (below || behind) && !a.isLabeled(block[0]) && a.hasNameShape(block[0]) {
		return block[0]
	}
	return -1
}

// label returns the words before a unit, in its segment or the one left of it, if they end in a
// colon.
func (a *adjuster) label(k int) (words []string, of *layout.Segment) {
	u := &a.units[k]
	s, words := u.Segment, u.Segment.Words[:u.First]
	if u.First == 0 && s.Column > 0 {
		s = s.Page.Rows[s.Row].Segments[s.Column-1]
		words = s.Words
	}
	if len(words) == 0 || !strings.HasSuffix(words[len(words)-1], ":") {
		return nil, nil
	}
	return words, s
}

// isLabeledName reports whether a label such as "Name:" precedes a unit.
func (a *adjuster) isLabeledName(k int) bool {
	words, _ := a.label(k)
	return words != nil && lexicon.NameLabel.Has(recognize.Fold(strings.Join(words, " ")))
}

// isLabeled reports whether a label precedes a unit that is neither a label of names nor a
// heading of vendor or customer.
func (a *adjuster) isLabeled(k int) bool {
	words, of := a.label(k)
	if words == nil || a.isLabeledName(k) {
		return false
	}
	side, _ := role.Heading(of)
	return side == role.Unknown || side == role.Other
}

// isThirdParty reports whether a label of neither party precedes a unit: "Contact: Ada Lowe".
func (a *adjuster) isThirdParty(k int) bool {
	_, of := a.label(k)
	if of == nil {
		return false
	}
	side, _ := role.Heading(of)
	return side == role.Other
}

// hasNameShape reports whether a unit can be a name: it has no digits except beside a legal form,
// is no street, town or title, and does not begin with a label.
func (a *adjuster) hasNameShape(k int) bool {
	const minLetters = 3
	u := &a.units[k]
	words, text := u.Words(), u.Text()
	if len(recognize.Compact(text)) < minLetters || strings.ContainsAny(text, "@:©") || textshape.TitleLine(words) ||
		textshape.PostalLine(words) || textshape.Street(words, "") ||
		recognize.CountDigits(text) > 0 && !textshape.HasLegalForm(words) {
		return false
	}
	if side, _ := role.Heading(u.Segment); u.First == 0 && (side != role.Unknown ||
		slices.ContainsFunc(a.LabelsIn[u.Segment], func(l *annotate.Label) bool {
			return l.First == 0 && !textshape.HasLegalForm(words[:min(l.Last+2, len(words))]) // "Kunden AG" is a name
		})) {
		return false
	}
	first := recognize.Fold(words[0])
	return !lexicon.PartyAside.Has(first) && !lexicon.Salutation.Has(first)
}

// isTaxNumber reports whether a unit is a VAT number, or a number behind a label of tax numbers.
func (a *adjuster) isTaxNumber(k int) bool {
	u := &a.units[k]
	for _, c := range a.Spans[u.Segment].VATIDs {
		if c.First >= u.First && c.First <= u.Last && c.Checksum != recognize.ChecksumInvalid {
			return true
		}
	}
	_, of := a.label(k)
	return of != nil && recognize.CountDigits(u.Text()) >= textshape.MinTaxDigits &&
		slices.ContainsFunc(a.LabelsIn[of], func(l *annotate.Label) bool {
			vendor, _ := l.As(lexicon.TaxID)
			customer, _ := l.As(lexicon.CustomerTaxID)
			return max(vendor, customer) >= minLabelPlain
		})
}

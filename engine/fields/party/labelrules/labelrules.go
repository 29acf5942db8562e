// Package labelrules adjusts the tagger's odds below headings that name a party, such as "Seller:"
// and "Ship to", because the tagger misreads some layouts that it was not trained on: lists of
// labels and values above all.
package labelrules

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Adjust returns the document's tags with adjusted odds in the block of each heading. The name and
// the tax numbers below "Seller:" are the vendor's; names below "Ship to" or behind "Contact:" are
// rather no party's. On a purchase order, which either party's letterhead can head, vendor and
// customer change places if the headings contradict the tags. It returns the document's own tags
// if no rule applies.
func Adjust(doc *annotate.Document, order bool) *tag.Tags {
	if doc.Tags == nil {
		return nil
	}
	a := adjuster{Document: doc, units: slices.Clone(doc.Tags.Units)}
	if order && a.contradicted() {
		a.exchangeAll()
	}
	for i := range a.units {
		if side, after := role.UnitHeading(&a.units[i]); side != role.Unknown {
			a.applyHeading(side, i, after)
		}
	}
	if !a.changed {
		return doc.Tags
	}
	return tag.New(a.units, doc.Tags.Sender)
}

// adjuster changes the odds of units.
type adjuster struct {
	*annotate.Document
	units   []tag.Unit
	changed bool
}

// contradicted reports whether the blocks of headings are rather tagged as the other party's.
func (a *adjuster) contradicted() bool {
	const minContrary = 0.5 // sum of probabilities
	contrary := 0.0
	for i := range a.units {
		side, after := role.UnitHeading(&a.units[i])
		if side != role.Vendor && side != role.Customer {
			continue
		}
		for _, k := range blockUnder(a.units, i, after) {
			for _, pair := range tag.Pairs() {
				lead := math.Exp(float64(a.units[k].Odds[pair[1]])) - math.Exp(float64(a.units[k].Odds[pair[0]]))
				if side == role.Customer {
					lead = -lead
				}
				contrary += lead
			}
		}
	}
	return contrary > minContrary
}

// exchangeAll exchanges vendor and customer in all units.
func (a *adjuster) exchangeAll() {
	for i := range a.units {
		odds := &a.units[i].Odds
		for _, pair := range tag.Pairs() {
			odds[pair[0]], odds[pair[1]] = odds[pair[1]], odds[pair[0]]
		}
	}
	a.changed = true
}

// applyHeading adjusts the block of a heading, whose text ends before the word after.
func (a *adjuster) applyHeading(side role.Role, heading, after int) {
	block := blockUnder(a.units, heading, after)
	pairs := tag.Pairs()
	name, address, taxID := pairs[0], pairs[1], pairs[2]
	if side == role.Shipping || side == role.Other {
		for _, k := range block {
			a.lower(k, name)
		}
		return
	}
	found := a.name(a.units[heading].Segment, after, block)
	taxed := slices.ContainsFunc(block, a.isTaxNumber)
	if side == role.Vendor && found >= 0 && !taxed && a.canBeEmployee(found, block) {
		return
	}
	for _, k := range block {
		switch {
		case k == found:
			a.raise(k, name, side)
		case a.isTaxNumber(k):
			a.raise(k, taxID, side)
		case a.isThirdParty(k):
			a.deny(k, name)
			a.deny(k, address)
		case a.isLabeled(k):
			a.lower(k, name)
			if taxed {
				a.lower(k, taxID)
			}
		}
	}
}

// canBeEmployee reports whether the name below a vendor's heading, such as "Verkäufer: Ada Lowe",
// can be that of the person who served the customer.
func (a *adjuster) canBeEmployee(name int, block []int) bool {
	return !a.isLabeledName(name) && !textshape.HasLegalForm(a.units[name].Words()) &&
		!slices.ContainsFunc(block, func(k int) bool { return textshape.PostalLine(a.units[k].Words()) })
}

// Log-probabilities: of a class that a heading states, of one that it rules out, and what names in
// the block of neither party lose.
const (
	statedOdds    = -0.15
	ruledOutOdds  = -4
	neitherParty  = -1.5
	minLabelPlain = 0.9 // weight of a label that is not ambiguous
)

// lower makes a unit less likely either party's.
func (a *adjuster) lower(k int, pair [2]tag.Class) {
	a.units[k].Odds[pair[0]] += neitherParty
	a.units[k].Odds[pair[1]] += neitherParty
	a.changed = true
}

// deny rules out both classes of a pair.
func (a *adjuster) deny(k int, pair [2]tag.Class) {
	odds := &a.units[k].Odds
	odds[pair[0]], odds[pair[1]] = min(odds[pair[0]], ruledOutOdds), min(odds[pair[1]], ruledOutOdds)
	a.changed = true
}

// raise makes a unit likely the side's class of a pair, and not the other party's.
func (a *adjuster) raise(k int, pair [2]tag.Class, side role.Role) {
	own, other := pair[0], pair[1]
	if side == role.Customer {
		own, other = other, own
	}
	odds := &a.units[k].Odds
	odds[own], odds[other] = max(odds[own], statedOdds), min(odds[other], ruledOutOdds)
	a.changed = true
}

// blockUnder returns the units of a heading's block: those behind it in its segment, and those
// below with its left edge, down to a gap or the next heading. If the lines are labels such as
// "Name:", their values in the next column belong to the block.
func blockUnder(units []tag.Unit, heading, after int) (block []int) {
	const (
		maxUnits  = 40
		maxGap    = 2.2 // between lines, in heights of print
		maxIndent = 5   // of lines under a name behind its heading, in heights of print
	)
	head := units[heading].Segment
	bottom, h := head.Box.Y1, head.Height()
	line, values, indent := head, math.Inf(-1), 0.5*h
	if after < len(head.Words) {
		indent = maxIndent * h
	}
	for i := heading + 1; i < len(units) && len(block) < maxUnits; i++ {
		s := units[i].Segment
		if s == head {
			if units[i].First >= after {
				block = append(block, i)
			}
			continue
		}
		if s.Page != head.Page || s.Box.Y0-bottom > maxGap*h {
			break
		}
		if line == head && after == len(head.Words) && s.Row != head.Row && s.Box.X0 > head.Box.X0 &&
			s.Box.X0 < head.Box.X0+maxIndent*h && s.Column == 0 {
			indent = s.Box.X0 - head.Box.X0 + 0.5*h // the whole block is indented
		}
		switch {
		case s == line:
		case s.Box.X0 > head.Box.X0-0.5*h && s.Box.X0 < head.Box.X0+indent && s.Row != line.Row:
			line = s
		case s.Row == line.Row && s.Column == line.Column+1 && strings.HasSuffix(line.Text(), ":"):
			line, values = s, s.Box.X0
		case math.Abs(s.Box.X0-values) <= 0.5*h && s.Column == 0:
			line = s // a value wraps
		default:
			continue
		}
		if side, _ := role.Heading(s); side != role.Unknown && (side != role.Other || !labelsNext(s)) {
			break
		}
		block, bottom = append(block, i), max(bottom, s.Box.Y1)
	}
	return block
}

// labelsNext reports whether a segment labels the one beside it, so that "Contact:" in a list of
// labels and values does not open a block.
func labelsNext(s *layout.Segment) bool {
	right := s.Right()
	return strings.HasSuffix(s.Text(), ":") && len(right) > 0 && !strings.HasSuffix(right[0].Text(), ":")
}

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

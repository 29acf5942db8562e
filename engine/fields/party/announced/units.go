package announced

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

// addressLine reports whether the unit of a block is a line of an address that ends with
// the post code: a street or town, or a line with a number that has no label, or has one
// and stands over the post code ("Address: Dock 4", "LS1 4AP Leeds").
func (a *announcer) addressLine(block []int, k, postal int) bool {
	words := a.units[k].Words()
	if textshape.PostalLine(words) || textshape.Street(words, "") && !a.afterDash(k) {
		return true
	}
	at := slices.Index(block, k)
	return recognize.CountDigits(a.units[k].Text()) > 0 &&
		(!a.labelled(k) || block[min(at+1, len(block)-1)] == postal && !a.taxNumber(k))
}

// afterDash reports whether a unit without a number stands behind a dash in its line: a hotel that
// the company before has is a part of the name, whatever streets are called.
func (a *announcer) afterDash(k int) bool {
	u := &a.units[k]
	return u.First > 0 && textshape.IsSeparator(u.Segment.Words[u.First-1]) && recognize.CountDigits(u.Text()) == 0
}

// postal returns the last unit of a block's first line with a post code, none where
// there is no such.
func (a *announcer) postal(block []int) int {
	for _, k := range block {
		if textshape.PostalLine(a.units[k].Words()) {
			return k
		}
	}
	return none
}

// name returns the unit of a block that holds the name: behind a label of names, else
// behind the heading, else below it; none where that is no name by its print.
func (a *announcer) name(head *layout.Segment, after int, block []int) int {
	for _, k := range block {
		if a.labelledName(k) && a.nameLike(k) {
			return k
		}
	}
	if len(block) == 0 {
		return none
	}
	first := &a.units[block[0]]
	below := after == len(head.Words) && first.Segment.Row != head.Row && first.First == 0
	behind := first.Segment == head && first.First == after
	if (below || behind) && !a.labelled(block[0]) && a.nameLike(block[0]) {
		return block[0]
	}
	return none
}

// label returns what stands before a unit, in its segment or in the one left of it, if
// that ends in a colon.
func (a *announcer) label(k int) (words []string, of *layout.Segment) {
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

// labelledName reports whether "Name:" stands before the unit.
func (a *announcer) labelledName(k int) bool {
	words, _ := a.label(k)
	return words != nil && lexicon.NameLabel.Has(recognize.Fold(strings.Join(words, " ")))
}

// labelled reports whether a label stands before the unit that is none of names, nor a
// party's heading.
func (a *announcer) labelled(k int) bool {
	words, of := a.label(k)
	if words == nil || a.labelledName(k) {
		return false
	}
	side, _ := role.Heading(of)
	return side == role.Unknown || side == role.Other
}

// someoneElse reports whether the unit stands behind the heading of neither party in a
// list of labels: "Contact: Ada Lowe".
func (a *announcer) someoneElse(k int) bool {
	_, of := a.label(k)
	if of == nil {
		return false
	}
	side, _ := role.Heading(of)
	return side == role.Other
}

// nameLike reports whether a unit can be a name by its print: it has no digits but beside
// a legal form, is no street, town or title, and does not begin with a label.
func (a *announcer) nameLike(k int) bool {
	u := &a.units[k]
	words := u.Words()
	text := u.Text()
	if len(recognize.Compact(text)) < leastName || strings.ContainsAny(text, "@:©") || textshape.TitleLine(words) ||
		textshape.PostalLine(words) || textshape.Street(words, "") || recognize.CountDigits(text) > 0 && !textshape.HasLegalForm(words) {
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

// leastName is how many letters an announced name has at least.
const leastName = 3

// taxNumber reports whether the unit is a VAT number, or a number behind a label of such.
func (a *announcer) taxNumber(k int) bool {
	u := &a.units[k]
	for _, c := range a.Spans[u.Segment].VATIDs {
		if c.First >= u.First && c.First <= u.Last && c.Checksum != recognize.ChecksumInvalid {
			return true
		}
	}
	_, of := a.label(k)
	return of != nil && recognize.CountDigits(u.Text()) >= textshape.LeastTaxDigits &&
		slices.ContainsFunc(a.LabelsIn[of], func(l *annotate.Label) bool {
			vendor, _ := l.As(lexicon.TaxID)
			customer, _ := l.As(lexicon.CustomerTaxID)
			return max(vendor, customer) >= plainLabel
		})
}

// none is where no unit is.
const none = -1

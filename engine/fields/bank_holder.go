package fields

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// putHolder stores whose account it is: the name behind its label or else the
// one that the statement is addressed to. A label's name that the address
// repeats is surer.
func (r *reading) putHolder(set *Set) {
	name, ok := r.addressee(set.Text("bankName"))
	addressed := Value{}
	if ok {
		addressed = citeParts(name.Text(), []layout.Part{name}, " ", 0.75)
	}
	if l, ok := r.trade(r.holderValues, lexicon.Holder, lexicon.BankName).best(lexicon.Holder); ok && sigmoid(l.z) >= 0.5 {
		v := l.asValue()
		if recognize.Compact(v.Value) == recognize.Compact(addressed.Value) {
			v.Score = max(v.Score, 0.95)
		}
		set.put("accountHolder", v)
		return
	}
	set.put("accountHolder", addressed)
}

// holderValues finds names: of companies also with a form of several short
// words, and nothing that heads a column or is a label itself.
func (r *reading) holderValues(s *layout.Segment) []candidate {
	first := 0
	if h := r.starts[s]; len(h) > 0 && h[0].start {
		first = h[0].last + 1
	}
	for first < len(s.Words) && recognize.Compact(s.Words[first]) == "" {
		if strings.Trim(s.Words[first], "/|") == "" {
			return nil // "Name / Description" heads a column
		}
		first++
	}
	if first >= len(s.Words) || !holderName(s.Words[first:]) || headWords(s.Words[first:]) {
		return nil
	}
	last := len(s.Words) - 1
	return []candidate{{seg: s, first: first, last: last, text: strings.Trim(strings.Join(s.Words[first:], " "), " ,;")}}
}

func holderName(words []string) bool {
	if nameLike(words) {
		return true
	}
	return len(words) <= 9 && hasLegalForm(words) && nameLike(words[:min(2, len(words))])
}

// headWords reports whether the words head a column of a ledger.
func headWords(words []string) bool {
	ok := ledgerHeading(recognize.Fold(strings.Join(words, " "))) != ledgerOther
	return ok
}

// addressee gives the name over the address on the upper half of the first page
// that is not the bank's own.
func (r *reading) addressee(bank string) (layout.Part, bool) {
	head := r.headEnd()
	var top layout.Part
	found, headed := false, false
	for _, p := range r.parties() {
		if len(p.name) == 0 || len(p.address) == 0 || p.side == sideVendor || !upperHalf(p) || p.address[len(p.address)-1].Segment.Row >= head {
			continue
		}
		name, ok := r.behindBank(p, bank)
		if !ok || r.labelled(name.Segment) && name.First == 0 {
			continue
		}
		if !found || p.side == sideCustomer && !headed {
			top, found, headed = name, true, p.side == sideCustomer
		}
	}
	if !found {
		return r.overStreet(bank, head)
	}
	return top, found
}

// headEnd gives the row of the first page at which the ledger begins.
func (r *reading) headEnd() int {
	if len(r.lay.Pages) == 0 {
		return 0
	}
	rows := r.lay.Pages[0].Rows
	for i, row := range rows {
		if r.datedRow(row) {
			return i
		}
	}
	return len(rows)
}

// behindBank gives the name of a party that is not the bank. Where the bank's
// address and the holder's stand close under each other and were read as one,
// the name is the line after the first town or telephone number.
func (r *reading) behindBank(p *party, bank string) (layout.Part, bool) {
	for i := len(p.address) - 3; i >= 0; i-- {
		words := p.address[i].Segment.Words
		next := p.address[i+1]
		if (postalLine(words) || len(recognize.Phones(words)) > 0) && holderName(next.Segment.Words) && !street(next.Segment.Words, "") {
			return next, true
		}
	}
	return p.name[0], len(p.name) == 1 && !r.ofBank(p.name[0].Segment, bank)
}

// ofBank reports whether a line is the bank's: it names one, or a line that
// does stands right over it.
func (r *reading) ofBank(s *layout.Segment, bank string) bool {
	if bank != "" && recognize.Compact(s.Text()) == recognize.Compact(bank) || namesBank(s) {
		return true
	}
	above := s.PreviousInBlock()
	return above != nil && (namesBank(above) || bank != "" && above.Text() == bank)
}

// overStreet gives the name over a street on the upper half of the first page,
// for addresses without a post code that is known.
func (r *reading) overStreet(bank string, head int) (layout.Part, bool) {
	if len(r.lay.Pages) == 0 {
		return layout.Part{}, false
	}
	for _, row := range r.lay.Pages[0].Rows[:head] {
		for _, s := range row.Segments {
			next := s.NextInBlock()
			if next == nil || s.RelativeY() > 0.5 || r.labelled(s) || !holderName(s.Words) || len(s.Words) < 2 || titleLine(s.Words) {
				continue
			}
			if recognize.CountDigits(s.Text()) == 0 && houseNumbered(next) && !r.labelled(next) && next.NextInBlock() != nil && !r.ofBank(s, bank) {
				return whole(s), true
			}
		}
	}
	return layout.Part{}, false
}

// houseNumbered reports whether a line is a street with its number.
func houseNumbered(s *layout.Segment) bool {
	n := recognize.CountDigits(s.Text())
	return n > 0 && n <= 5 && len(s.Words) >= 2 && len(s.Words) <= 8 && hasLetters(s.Words) && len(recognize.Dates(s.Words)) == 0
}

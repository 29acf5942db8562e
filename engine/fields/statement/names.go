package statement

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// putHolder stores the labeled account holder or else the addressee. A repeated name is more certain.
func (r *finder) putHolder(set *value.Set) {
	name, ok := r.addressee(set.Text("bankName"))
	addressed := value.Value{}
	if ok {
		addressed = value.CiteParts(name.Text(), []layout.Part{name}, " ", 0.75)
	}
	if l, ok := r.Link(r.holderValues, lexicon.Holder, lexicon.BankName).Best(lexicon.Holder); ok &&
		boost.Probability(l.LogOdds) >= 0.5 {
		v := l.AsValue()
		if recognize.Compact(v.Value) == recognize.Compact(addressed.Value) {
			v.Score = max(v.Score, 0.95)
		}
		set.Put("accountHolder", v)
		return
	}
	set.Put("accountHolder", addressed)
}

// holderValues finds names, including companies with long legal forms, but no column headings or labels.
func (r *finder) holderValues(s *layout.Segment) []link.Candidate {
	first := 0
	if h := r.LabelsIn[s]; len(h) > 0 && h[0].Opens {
		first = h[0].Last + 1
	}
	for first < len(s.Words) && recognize.Compact(s.Words[first]) == "" {
		if strings.Trim(s.Words[first], "/|") == "" {
			return nil // "Name / Description" heads a column
		}
		first++
	}
	if first >= len(s.Words) || !isHolderName(s.Words[first:]) ||
		ledgerHeading(recognize.Fold(strings.Join(s.Words[first:], " "))) != ledgerOther {
		return nil
	}
	last := len(s.Words) - 1
	return []link.Candidate{{Segment: s, First: first, Last: last,
		Text: strings.Trim(strings.Join(s.Words[first:], " "), " ,;")}}
}

func isHolderName(words []string) bool {
	if textshape.NameLike(words) {
		return true
	}
	return len(words) <= 9 && textshape.HasLegalForm(words) && textshape.NameLike(words[:min(2, len(words))])
}

// addressee returns the name above the address on the upper half of the first page, unless it is the bank's.
func (r *finder) addressee(bank string) (layout.Part, bool) {
	head := r.headEnd()
	var top layout.Part
	found, headed := false, false
	for _, b := range r.addressBlocks() {
		if b.role == role.Vendor || b.address[len(b.address)-1].Segment.Row >= head {
			continue
		}
		name, ok := r.behindBank(b, bank)
		if !ok || r.Labeled(name.Segment) && name.First == 0 {
			continue
		}
		if !found || b.role == role.Customer && !headed {
			top, found, headed = name, true, b.role == role.Customer
		}
	}
	if !found {
		return r.overStreet(bank, head)
	}
	return top, found
}

// headEnd returns the row of the first page at which the ledger begins.
func (r *finder) headEnd() int {
	if len(r.Layout.Pages) == 0 {
		return 0
	}
	rows := r.Layout.Pages[0].Rows
	for i, row := range rows {
		if r.isDatedRow(row) || r.headsLedger(row) {
			return i
		}
	}
	return len(rows)
}

// behindBank returns the name of a party that is not the bank. If the addresses of bank and holder are so close
// that they were read as one, the name is the line after the first town or telephone number.
func (r *finder) behindBank(b addressBlock, bank string) (layout.Part, bool) {
	for i := len(b.address) - 3; i >= 0; i-- {
		words := b.address[i].Segment.Words
		next := b.address[i+1]
		if (textshape.PostalLine(words) || len(recognize.Phones(words)) > 0) && isHolderName(next.Segment.Words) &&
			!textshape.Street(next.Segment.Words, "") {
			return next, true
		}
	}
	return b.name, !r.isOfBank(b.name.Segment, bank)
}

// isOfBank reports whether a line, or the line directly above, names the bank.
func (r *finder) isOfBank(s *layout.Segment, bank string) bool {
	if bank != "" && recognize.Compact(s.Text()) == recognize.Compact(bank) || namesBank(s) {
		return true
	}
	above := s.PreviousInBlock()
	return above != nil && (namesBank(above) || bank != "" && above.Text() == bank)
}

// overStreet returns the name above a street in the upper half, for addresses without a known post code.
func (r *finder) overStreet(bank string, head int) (layout.Part, bool) {
	if len(r.Layout.Pages) == 0 {
		return layout.Part{}, false
	}
	for _, row := range r.Layout.Pages[0].Rows[:head] {
		for _, s := range row.Segments {
			next := s.NextInBlock()
			if next == nil || s.RelativeY() > 0.5 || r.Labeled(s) || !isHolderName(s.Words) || len(s.Words) < 2 ||
				textshape.TitleLine(s.Words) {
				continue
			}
			if recognize.CountDigits(s.Text()) == 0 && hasHouseNumber(next) && !r.Labeled(next) && next.NextInBlock() != nil &&
				!r.isOfBank(s, bank) {
				return annotate.Whole(s), true
			}
		}
	}
	return layout.Part{}, false
}

// hasHouseNumber reports whether a line is a street with its number.
func hasHouseNumber(s *layout.Segment) bool {
	n := recognize.CountDigits(s.Text())
	return n > 0 && n <= 5 && len(s.Words) >= 2 && len(s.Words) <= 8 && annotate.HasLetters(s.Words) && len(s.Dates()) == 0
}

// putBankName stores the first line of the letterhead that names a bank.
func (r *finder) putBankName(set *value.Set, names *link.Set) {
	for _, p := range r.Layout.Pages[:min(1, len(r.Layout.Pages))] {
		for _, row := range p.Rows[:min(10, len(p.Rows))] {
			for _, s := range row.Segments {
				if r.isBankLine(s) {
					set.Put("bankName", value.CiteParts(s.Text(), []layout.Part{annotate.Whole(s)}, " ", 0.7))
					return
				}
			}
		}
	}
	r.PutBest(set, names, lexicon.BankName, "bankName", 0.5)
	if !set.Has("bankName") {
		r.putLetterhead(set)
	}
}

func (r *finder) isBankLine(s *layout.Segment) bool {
	return len(s.Words) <= 7 && textshape.NameLike(s.Words) && namesBank(s) && !r.hasOtherLabel(s)
}

// hasOtherLabel reports whether a line opens with a label other than the words for "bank": "Credit limit".
func (r *finder) hasOtherLabel(s *layout.Segment) bool {
	if !r.Labeled(s) {
		return false
	}
	_, bank := r.LabelsIn[s][0].As(lexicon.BankName)
	return !bank && (r.LabelsIn[s][0].Colon || r.LabelsIn[s][0].Last > 0)
}

// putLetterhead stores a first name in larger print, because some banks have no "bank" in their names.
func (r *finder) putLetterhead(set *value.Set) {
	if len(r.Layout.Pages) == 0 || len(r.Layout.Pages[0].Rows) == 0 {
		return
	}
	rows := r.Layout.Pages[0].Rows
	for _, s := range rows[0].Segments {
		if len(s.Words) > 6 || !textshape.NameLike(s.Words) || r.Labeled(s) || s.RelativeY() > 0.15 ||
			s.Text() == set.Text("accountHolder") {
			continue
		}
		if next := s.Page.Rows[min(1, len(rows)-1)].Segments[0]; s.Height() > 1.15*next.Height() {
			set.Put("bankName", value.CiteParts(s.Text(), []layout.Part{annotate.Whole(s)}, " ", 0.5))
			return
		}
	}
}

// namesBank reports whether a line holds the words of a bank's name.
func namesBank(s *layout.Segment) bool {
	words, _ := s.Folded()
	if len(words) == 0 || lexicon.BankAside.Has(words[0]) {
		return false
	}
	if lexicon.BankFirst.Has(words[0]) {
		return len(words) > 1 && !lexicon.BankAside.Has(words[1])
	}
	line := strings.Join(words, " ") + " "
	if slices.ContainsFunc(lexicon.BankPhrase.All(), func(p string) bool { return strings.Contains(line, p+" ") }) {
		return true
	}
	return slices.ContainsFunc(words, func(w string) bool {
		return !lexicon.BankAside.Has(w) && slices.ContainsFunc(lexicon.BankPart.All(), func(p string) bool {
			return strings.HasPrefix(w, p) || strings.HasSuffix(w, p)
		})
	})
}

package fields

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
)

// putBankName stores the first line of the letterhead that names a bank.
func (r *reading) putBankName(set *Set, names *market) {
	for _, p := range r.lay.Pages[:min(1, len(r.lay.Pages))] {
		for _, row := range p.Rows[:min(10, len(p.Rows))] {
			for _, s := range row.Segments {
				if r.bankLine(s) {
					set.put("bankName", citeParts(s.Text(), []layout.Part{whole(s)}, " ", 0.7))
					return
				}
			}
		}
	}
	r.putBest(set, names, lexicon.BankName, "bankName", 0.5)
	if !set.Has("bankName") {
		r.putLetterhead(set)
	}
}

// bankLine reports whether a line is the name of a bank.
func (r *reading) bankLine(s *layout.Segment) bool {
	return len(s.Words) <= 7 && nameLike(s.Words) && namesBank(s) && !r.tellsOther(s)
}

// tellsOther reports whether a line opens with a label of anything but a bank:
// "Credit limit". The words for "bank" are labels too.
func (r *reading) tellsOther(s *layout.Segment) bool {
	if !r.labelled(s) {
		return false
	}
	_, bank := r.starts[s][0].as(lexicon.BankName)
	return !bank && (r.starts[s][0].colon || r.starts[s][0].last > 0)
}

// putLetterhead stores the first name on the first page that is set larger than
// what follows it: not every bank calls itself one.
func (r *reading) putLetterhead(set *Set) {
	if len(r.lay.Pages) == 0 || len(r.lay.Pages[0].Rows) == 0 {
		return
	}
	rows := r.lay.Pages[0].Rows
	for _, s := range rows[0].Segments {
		if len(s.Words) > 6 || !nameLike(s.Words) || r.labelled(s) || s.RelativeY() > 0.15 || s.Text() == set.Text("accountHolder") {
			continue
		}
		if next := s.Page.Rows[min(1, len(rows)-1)].Segments[0]; s.Height() > 1.15*next.Height() {
			set.put("bankName", citeParts(s.Text(), []layout.Part{whole(s)}, " ", 0.5))
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
		return !lexicon.BankAside.Has(w) && slices.ContainsFunc(lexicon.BankPart.All(), func(p string) bool { return strings.HasPrefix(w, p) || strings.HasSuffix(w, p) })
	})
}

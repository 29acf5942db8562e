package statement

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
)

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

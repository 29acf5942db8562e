package header

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// putTerms stores the labeled payment terms, or an unambiguous line: "Payable within 21 days".
func (r *finder) putTerms(set *value.Set) {
	r.PutBest(set, r.Link(r.termsValues, lexicon.PaymentTerms), lexicon.PaymentTerms, "paymentTerms", 0.5)
	if set.Has("paymentTerms") {
		return
	}
	for _, s := range r.Layout.Segments {
		if r.ItemRows[s.Page.Rows[s.Row]] {
			continue
		}
		first, announced := 0, false
		if h := r.LabelsIn[s]; len(h) > 0 && h[0].Opens {
			if _, ok := h[0].As(lexicon.PaymentTerms); ok {
				// a label that opens the terms separates them from theirs: "due on 3 May"
				first, announced = h[0].Last+1, h[0].Colon && len(r.termsValues(s)) > 0
			}
		}
		if first < len(s.Words) && (announced || termsLike(s.Words[first:])) {
			v := value.Cite(termsText(s.Words[first:]), s, first, len(s.Words)-1, linedTerms)
			set.Put("paymentTerms", v)
			return
		}
	}
}

// linedTerms is the certainty of unlabeled terms.
const linedTerms = 0.7

// termsText joins the words, without a repeated heading before them.
func termsText(words []string) string {
	if len(words) > 2 && (strings.HasSuffix(words[0], ":") || words[0] == words[1]) {
		words = words[1:]
	}
	return strings.Trim(strings.Join(words, " "), " :")
}

// termsValues returns the text of a segment after its label.
func (r *finder) termsValues(s *layout.Segment) []link.Candidate {
	first := 0
	if h := r.LabelsIn[s]; len(h) > 0 && h[0].Opens {
		if _, ok := h[0].As(lexicon.PaymentTerms); !ok {
			return nil
		}
		first = h[0].Last + 1
	}
	if first >= len(s.Words) {
		return nil
	}
	text := termsText(s.Words[first:])
	if d := recognize.Dates(s.Words[first:]); len(d) == 1 && d[0].First == 0 && d[0].Last == len(s.Words)-1-first {
		return nil // a date instead of terms
	}
	if len(text) < 4 || len(text) > 200 || recognize.CountDigits(text) == 0 &&
		!hasWord(s.Words[first:], lexicon.Settling) {
		return nil
	}
	return []link.Candidate{{Segment: s, First: first, Last: len(s.Words) - 1, Text: text}}
}

// maxTermsWords is the maximum length of an unlabeled line of payment terms.
const maxTermsWords = 9

// termsLike reports whether a line is a number of days with a word of payment, and not about complaints or returns.
func termsLike(words []string) bool {
	if len(words) < 2 || len(words) > maxTermsWords {
		return false
	}
	folded := recognize.FoldWords(strings.Join(words, " "))
	days, paid := false, hasAny(folded, lexicon.Paying)
	for i, w := range folded {
		if !annotate.AllDigitsWord(w) || len(w) > 3 {
			continue
		}
		behind := i + 1
		if behind < len(folded) && lexicon.DayCount.Has(folded[behind]) {
			days = true
		}
		if i == 1 && len(folded) == 2 && strings.HasPrefix(folded[0], "net") {
			return true // "Net 30"
		}
	}
	return days && paid && !hasAny(folded, lexicon.NotTerms)
}

func hasWord(words []string, wanted lexicon.List) bool {
	return hasAny(recognize.FoldWords(strings.Join(words, " ")), wanted)
}

func hasAny(folded []string, wanted lexicon.List) bool {
	return slices.ContainsFunc(folded, wanted.Has)
}

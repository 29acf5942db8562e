package header

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

// dropDiscounted removes due dates with a discount if a later one remains: "by 3 May with 2% discount, by 2 June net".
func (r *finder) dropDiscounted(m *link.Set) {
	due := m.Links[lexicon.DueDate]
	last := ""
	for _, l := range due {
		last = max(last, l.Value.Text)
	}
	left := slices.DeleteFunc(slices.Clone(due), func(l link.Link) bool {
		if l.Value.Text == last {
			return false
		}
		words, days := recognize.FoldWords(l.Value.Segment.Text()), r.DateValues(l.Value.Segment)
		later := slices.ContainsFunc(days, func(c link.Candidate) bool { return c.Text > l.Value.Text })
		return discounting(words) && (later || len(days) == 1 && !link.Undeducted(words))
	})
	if len(left) > 0 {
		m.Links[lexicon.DueDate] = left
	}
}

func discounting(words []string) bool {
	return slices.ContainsFunc(words, lexicon.DiscountStem.Begins)
}

// countedScore is the certainty of a due date that is counted from the issue date.
const countedScore = 0.6

// putCounted stores a due date from a number of days after the issue: "Payable within 30 days".
func (r *finder) putCounted(set *value.Set) {
	issued, err := time.Parse(time.DateOnly, set.Text("issueDate"))
	days, ok := daysToPay(strings.Fields(set.Text("paymentTerms")), true)
	if ok && r.dueUnlabeled && set.Text("dueDate") == set.Text("issueDate") {
		delete(set.Scalars, "dueDate") // no label says that payment is due at once, and the terms state days
	}
	if err != nil || set.Has("dueDate") || !r.Type.HasDueDate {
		return
	}
	if ok {
		v := set.Scalars["paymentTerms"]
		v.Value, v.Source = issued.AddDate(0, 0, days).Format(time.DateOnly), document.SourceDerived
		v.Score = min(v.Score, countedScore)
		set.Put("dueDate", v)
		return
	}
	for _, s := range r.Layout.Segments {
		if r.ItemRows[s.Page.Rows[s.Row]] || len(s.Dates()) > 0 {
			continue
		}
		for _, p := range sentences(s) {
			if days, ok := daysToPay(s.Words[p.First:p.Last+1], r.ofTerms(s)); ok {
				v := value.Cite(issued.AddDate(0, 0, days).Format(time.DateOnly), s, p.First, p.Last, countedScore)
				v.Source = document.SourceDerived
				set.Put("dueDate", v)
				return
			}
		}
	}
}

// ofTerms reports whether a due date's or terms' label opens a segment or is left of it: "Payment term | 30 days".
func (r *finder) ofTerms(s *layout.Segment) bool {
	labels := r.LabelsIn[s]
	if left := s.Left(); left != nil {
		labels = slices.Concat(labels, r.LabelsIn[left])
	}
	return slices.ContainsFunc(labels, func(h *annotate.Label) bool {
		due, _ := h.As(lexicon.DueDate)
		terms, _ := h.As(lexicon.PaymentTerms)
		return h.Opens && max(due, terms) >= clearLabel
	})
}

// sentences splits a segment after full stops, except after abbreviations.
func sentences(s *layout.Segment) []layout.Part {
	const shortest = 4 // letters, with the stop
	var out []layout.Part
	first := 0
	for i, w := range s.Words {
		if i == len(s.Words)-1 || strings.HasSuffix(w, ".") && utf8.RuneCountInString(w) >= shortest &&
			recognize.CountDigits(w) == 0 {
			out = append(out, layout.Part{Segment: s, First: first, Last: i})
			first = i + 1
		}
	}
	return out
}

// maxDaysToPay is the maximum plausible time to pay.
const maxDaysToPay = 180

// daysToPay returns the number of days from issue within which the whole sum is due. If announced, the words follow
// a label of terms and need no word about paying. Of several numbers of days, for example with an early payment
// discount, it returns the one after "net", or else the largest. It ignores days that are counted from another
// date, such as the end of the month.
func daysToPay(words []string, announced bool) (days int, ok bool) {
	folded := recognize.FoldWords(strings.Join(words, " "))
	if fromMonthEnd(folded) || slices.ContainsFunc(folded, aside) ||
		!announced && !hasAny(folded, lexicon.Paying) && !slices.ContainsFunc(folded, lexicon.PayingStem.Begins) {
		return 0, false
	}
	counts := 0
	for i, w := range folded {
		n, err := strconv.Atoi(inDigits(w))
		if err != nil || n < 1 || n > maxDaysToPay {
			continue
		}
		counted := i+1 < len(folded) && lexicon.DayCount.Has(folded[i+1])
		if i > 0 && net(folded[i-1]) && (counted || i == len(folded)-1) {
			return n, true
		}
		if counted {
			days, counts = max(days, n), counts+1
		}
	}
	if whole := link.Undeducted(folded); counts == 1 && !whole &&
		(discounting(folded) || strings.Contains(strings.Join(words, ""), "%")) {
		return 0, false
	}
	return days, counts > 0
}

// inDigits replaces letters that text recognition misread in a word with digits: "3o".
func inDigits(w string) string {
	if recognize.CountDigits(w) == 0 {
		return w
	}
	return strings.Map(func(c rune) rune {
		if digit, ok := ocrconfusion.DigitFor(c, ocrconfusion.Often); ok {
			return digit
		}
		return c
	}, w)
}

// fromMonthEnd reports whether folded words count days from the end of a month, also abbreviated with dots: "f.m.".
func fromMonthEnd(folded []string) bool {
	for i, w := range folded {
		if lexicon.MonthEnd.Has(w) || i > 0 && len(w) == 1 && lexicon.MonthEnd.Has(folded[i-1]+w) {
			return true
		}
	}
	return false
}

// net reports whether a folded word before a number of days means that the whole sum is due: "net 30", "n/30".
func net(w string) bool { return strings.HasPrefix(w, "net") || w == "n" }

// aside reports whether a folded word is about complaints, late payment or past payment, but not about a discount.
func aside(w string) bool {
	return (lexicon.NotTerms.Has(w) || lexicon.Paid.Has(w)) && !discounting([]string{w})
}

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

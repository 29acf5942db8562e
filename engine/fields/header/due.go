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

// firstInstalments replaces the due dates in lines about instalments by the first date there.
func (r *finder) firstInstalments(m *link.Set) {
	due := m.Links[lexicon.DueDate]
	for i := range due {
		s := due[i].Value.Segment
		if words, _ := s.Folded(); !slices.ContainsFunc(words, lexicon.Instalment.Begins) {
			continue
		}
		for _, c := range r.DateValues(s) {
			if c.Text < due[i].Value.Text {
				due[i].Value = c
			}
		}
	}
}

// putCounted stores a due date that is counted from the issue date, "Payable within 30 days", or that no label
// announces: "Please pay 120.00 by 1 May 2025".
func (r *finder) putCounted(set *value.Set) {
	issued, err := time.Parse(time.DateOnly, set.Text("issueDate"))
	day, ok := dueOf(strings.Fields(set.Text("paymentTerms")), true, issued)
	if ok && r.dueUnlabeled && set.Text("dueDate") == set.Text("issueDate") {
		delete(set.Scalars, "dueDate") // no label says that payment is due at once, and the terms state days
	}
	if err != nil || set.Has("dueDate") || !r.Type.HasDueDate {
		return
	}
	if ok {
		v := set.Scalars["paymentTerms"]
		v.Value, v.Source = day.Format(time.DateOnly), document.SourceDerived
		v.Score = min(v.Score, countedScore)
		set.Put("dueDate", v)
		return
	}
	for _, s := range r.Layout.Segments {
		if r.ItemRows[s.Page.Rows[s.Row]] {
			continue
		}
		for _, p := range sentences(s) {
			if c, ok := r.latestDay(p); ok && c.Text >= set.Text("issueDate") {
				set.Put("dueDate", value.Cite(c.Text, s, c.First, c.Last, latestScore))
				return
			}
			if day, ok := dueOf(s.Words[p.First:p.Last+1], r.ofTerms(s), issued); ok && len(s.Dates()) == 0 {
				v := value.Cite(day.Format(time.DateOnly), s, p.First, p.Last, countedScore)
				v.Source = document.SourceDerived
				set.Put("dueDate", v)
				return
			}
		}
	}
}

// latestScore is the certainty of a due date within a sentence about payment.
const latestScore = 0.8

// latestDay returns the only date of a sentence about payment if a word for "by" is shortly before it.
func (r *finder) latestDay(p layout.Part) (link.Candidate, bool) {
	const shortly = 3 // words
	var found []link.Candidate
	for _, c := range r.DateValues(p.Segment) {
		if c.First >= p.First && c.Last <= p.Last {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return link.Candidate{}, false
	}
	before := recognize.FoldWords(strings.Join(p.Segment.Words[p.First:found[0].First], " "))
	folded := recognize.FoldWords(strings.Join(p.Words(), " "))
	near := before[max(len(before)-shortly, 0):]
	return found[0], slices.ContainsFunc(before, lexicon.PayingStem.Begins) && hasAny(near, lexicon.Latest) &&
		!discounting(folded) && !slices.ContainsFunc(folded, aside)
}

// dueOf returns the day by which the whole sum is due, for terms that follow a label (announced) or have a word about
// paying: at once, some days after the issue or after the end of its month. It ignores days that are counted from
// another date.
func dueOf(words []string, announced bool, issued time.Time) (day time.Time, ok bool) {
	const longest, few = 4, 8 // words of a phrase, and of a sentence
	folded := recognize.FoldWords(strings.Join(words, " "))
	if !announced && !isAboutPaying(folded) || slices.ContainsFunc(folded, aside) {
		return time.Time{}, false
	}
	days, counts := daysIn(folded)
	isDiscounting := discounting(folded)
	switch {
	case lexicon.EndOfMonth.Within(folded, longest) && !hasAny(folded, lexicon.NextMonth) && !isDiscounting:
		return time.Date(issued.Year(), issued.Month()+1, days, 0, 0, 0, 0, time.UTC), true
	case lexicon.AtOnce.Within(folded, longest) && counts == 0 && len(folded) <= few:
		return issued, true
	case counts == 0 || fromMonthEnd(folded):
		return time.Time{}, false
	}
	isDeducted := counts == 1 && (isDiscounting || strings.Contains(strings.Join(words, ""), "%"))
	return issued.AddDate(0, 0, days), !isDeducted || link.Undeducted(folded)
}

func isAboutPaying(folded []string) bool {
	return hasAny(folded, lexicon.Paying) || slices.ContainsFunc(folded, lexicon.PayingStem.Begins)
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
		endsDate := func(d recognize.Date) bool { return d.Last == i }
		if i == len(s.Words)-1 || strings.HasSuffix(w, ".") && utf8.RuneCountInString(w) >= shortest &&
			(recognize.CountDigits(w) == 0 || slices.ContainsFunc(s.Dates(), endsDate)) {
			out = append(out, layout.Part{Segment: s, First: first, Last: i})
			first = i + 1
		}
	}
	return out
}

// maxDaysToPay is the maximum plausible time to pay.
const maxDaysToPay = 180

// daysIn returns the number of days to pay and how many numbers of days the folded words have. Of several, for example
// with an early payment discount, the one after "net" counts, or else the largest.
func daysIn(folded []string) (days, counts int) {
	const undisputed = 2
	for i, w := range folded {
		n, err := strconv.Atoi(inDigits(w))
		if err != nil || n < 1 || n > maxDaysToPay {
			continue
		}
		counted := i+1 < len(folded) && lexicon.DayCount.Has(folded[i+1])
		if i > 0 && net(folded[i-1]) && (counted || i == len(folded)-1) {
			return n, undisputed
		}
		if counted {
			days, counts = max(days, n), counts+1
		}
	}
	return days, counts
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

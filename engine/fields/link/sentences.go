package link

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Weights of labels in running text.
const (
	titleWeight    = 0.9
	sentenceWeight = 0.7
	wholeSumWeight = 0.9
)

// numberedTitles adds the title as the label of the next number: "Schlussrechnung Nr. 4711 vom 3. Mai 2031".
func (r *Linker) numberedTitles() {
	want := lexicon.Role(r.Type.Number)
	if want == "" || r.Type.NumberByTitle {
		return
	}
	for _, s := range r.Layout.Segments {
		if s.Page.Number > 1 {
			continue
		}
		last := titleEnd(s)
		if last < 0 || last+1 >= len(s.Words) || recognize.CountDigits(s.Words[last+1]) == 0 ||
			strings.HasPrefix(s.Words[last+1], "(") { // the title's code or an aside: "Fattura (TD01)"
			continue
		}
		if h := r.LabelsIn[s]; len(h) > 0 && h[0].Opens && h[0].Last >= last {
			if _, known := h[0].As(want); known || want == lexicon.InvoiceNumber && announces(h[0], lexicon.OrderNumber) {
				continue // an invoice names its order
			}
		}
		r.addLabel(&annotate.Label{Segment: s, First: 0, Last: last, Terms: []lexicon.Term{{Role: want, Weight: titleWeight}},
			Phrase: "title", Opens: true})
	}
}

// titledNumbers makes the title words of the type the label of its number, with a word for "number" after them:
// "Lieferschein Nr. 4711", "Lieferschein-Nr.: 4711". They replace labels with other roles at the same words.
func (r *Linker) titledNumbers() {
	if !r.Type.NumberByTitle {
		return
	}
	for _, s := range r.Layout.Segments {
		words, token := s.Folded()
		votes, _, n := lexicon.TypeVotes().Longest(words, nil)
		if !slices.ContainsFunc(votes, func(v lexicon.Vote) bool { return v.Type == string(r.Type.Name) }) {
			continue
		}
		numbered := false
		for n < len(words) && lexicon.NumberWord.Has(words[n]) {
			n, numbered = n+1, true
		}
		last := token[n-1]
		colon := strings.HasSuffix(s.Words[last], ":")
		weight := titleWeight
		if !numbered && !colon {
			behind := last+1 < len(s.Words) && recognize.CountDigits(s.Words[last+1]) > 0
			if !behind && r.IsLargePrint(s) {
				continue // a title alone
			}
			weight = sentenceWeight
		}
		overlaps := func(h *annotate.Label) bool { return h.Segment == s && h.First <= last }
		r.Labels = slices.DeleteFunc(r.Labels, overlaps)
		r.LabelsIn[s] = slices.DeleteFunc(slices.Clone(r.LabelsIn[s]), overlaps)
		r.addLabel(&annotate.Label{Segment: s, First: 0, Last: last,
			Terms:  []lexicon.Term{{Role: lexicon.Role(r.Type.Number), Weight: weight}},
			Phrase: "title", Opens: true, Colon: colon})
	}
}

// titleEnd returns the last token of a title that opens the segment, including the word for "number", or -1.
func titleEnd(s *layout.Segment) int {
	words, token := s.Folded()
	for n := min(4, len(words)-1); n > 0; n-- {
		if !lexicon.Title.Has(strings.Join(words[:n], " ")) || token[n] == token[n-1] {
			continue
		}
		for n+1 < len(words) &&
			(lexicon.NumberWord.Has(words[n]) || typeCode(s, token[n]) && lexicon.NumberWord.Has(words[n+1])) {
			n++
		}
		return token[n-1]
	}
	return -1
}

// typeCode reports whether a word is a type code in brackets (UNTDID 1001): "Invoice (380) No. 4711".
func typeCode(s *layout.Segment, at int) bool {
	w, opened := strings.CutPrefix(s.Words[at], "(")
	w, closed := strings.CutSuffix(w, ")")
	return opened && closed && annotate.AllDigitsWord(w)
}

// paymentSentences adds the words before a date in a sentence about payment as the label of the due date: "Bitte
// überweisen Sie 119,00 EUR bis 12.03.2031", "Le montant de CHF 21.50 sera prélevé le 19.03.31".
func (r *Linker) paymentSentences() {
	if !r.Type.IsBill {
		return
	}
	for _, s := range r.Layout.Segments {
		dates := r.Spans[s].Dates
		words, _ := s.Folded()
		whole := Undeducted(words)
		if len(dates) == 0 || !whole && (len(s.Words) < 5 || !ofPayment(s)) {
			continue
		}
		d := dates[0] // the last day: others are those of an early payment discount
		for _, o := range dates[1:] {
			if o.ISO(r.Order) > d.ISO(r.Order) {
				d = o
			}
		}
		if d.First == 0 {
			continue
		}
		weight := sentenceWeight
		if whole {
			weight = wholeSumWeight
		}
		r.addLabel(&annotate.Label{Segment: s, First: d.First - 1, Last: d.First - 1,
			Terms: []lexicon.Term{{Role: lexicon.DueDate, Weight: weight}}, Phrase: "sentence", Opens: true})
	}
}

// Undeducted reports whether folded words ask for the whole sum: their date is the last one, and an earlier one
// belongs to a discount: "Up to 12/03/2031 without deduction".
func Undeducted(words []string) bool {
	const longest = 3 // words of such a phrase
	return lexicon.Undeducted.Within(words, longest)
}

// ofPayment reports whether a line, with the end of its sentence, is about paying and not a past payment.
func ofPayment(s *layout.Segment) bool {
	words, _ := s.Folded()
	return paying(slices.Concat(words, goesOn(s)))
}

// goesOn returns the folded words of the next line if it opens with a small letter and holds no date.
func goesOn(s *layout.Segment) []string {
	next := s.NextInBlock()
	if strings.ContainsAny(s.Words[len(s.Words)-1], ".:!") || next == nil || len(next.Dates()) > 0 {
		return nil
	}
	if first, _ := utf8.DecodeRuneInString(next.Words[0]); !unicode.IsLower(first) {
		return nil
	}
	words, token := next.Folded()
	for i := range words {
		if end := next.Words[token[i]]; strings.HasSuffix(end, ".") && utf8.RuneCountInString(end) > maxAbbreviationLetters {
			return words[:i+1]
		}
	}
	return words
}

// maxAbbreviationLetters is the maximum length of an abbreviation in letters, with its dot.
const maxAbbreviationLetters = 4

// paying reports whether folded words are about paying, and not about a past payment.
func paying(words []string) bool {
	pays := false
	for _, w := range words {
		if lexicon.Paid.Has(w) {
			return false
		}
		pays = pays || lexicon.PayingStem.Begins(w)
	}
	return pays
}

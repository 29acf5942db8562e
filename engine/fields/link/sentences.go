package link

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/result"
)

// Weights of labels that stand in running text.
const (
	titleWeight    = 0.9
	sentenceWeight = 0.7
)

// numberedTitles takes the title of a document for the label of the number that
// follows it: "Schlussrechnung Nr. 4711 vom 3. Mai 2031".
func (r *Linker) numberedTitles() {
	want, ok := map[result.DocumentType]lexicon.Role{
		result.TypeInvoice: lexicon.InvoiceNumber, result.TypeCreditNote: lexicon.InvoiceNumber,
		result.TypePurchaseOrder: lexicon.OrderNumber, result.TypeReceipt: lexicon.ReceiptNumber,
	}[r.Kind]
	if !ok {
		return
	}
	for _, s := range r.Layout.Segments {
		if s.Page.Number > 1 {
			continue
		}
		last := titleEnd(s)
		if last < 0 || last+1 >= len(s.Words) || recognize.CountDigits(s.Words[last+1]) == 0 {
			continue
		}
		if h := r.LabelsIn[s]; len(h) > 0 && h[0].Opens && h[0].Last >= last {
			if _, known := h[0].As(want); known {
				continue
			}
		}
		r.addLabel(&annotate.Label{Segment: s, First: 0, Last: last, Terms: []lexicon.Term{{Role: want, Weight: titleWeight}},
			Phrase: "title", Opens: true})
	}
}

// addLabel puts a label among those of its segment, in reading order and in front
// of one that begins at the same word.
func (r *Linker) addLabel(h *annotate.Label) {
	r.Labels = append(r.Labels, h)
	in := slices.Clone(r.LabelsIn[h.Segment])
	at := 0
	for at < len(in) && in[at].First < h.First {
		at++
	}
	r.LabelsIn[h.Segment] = slices.Insert(in, at, h)
}

// titleEnd returns the last token of a title that opens the segment, with the word
// for "number" behind it; -1 if none does.
func titleEnd(s *layout.Segment) int {
	words, token := s.Folded()
	for n := min(4, len(words)-1); n > 0; n-- {
		if !lexicon.Title.Has(strings.Join(words[:n], " ")) || token[n] == token[n-1] {
			continue
		}
		for n+1 < len(words) && lexicon.NumberWord.Has(words[n]) {
			n++
		}
		return token[n-1]
	}
	return -1
}

// paymentSentences takes the words before a date in a sentence about payment for
// the label of the due date: "Bitte überweisen Sie 119,00 EUR bis 12.03.2031",
// "Le montant de CHF 21.50 sera prélevé le 19.03.31".
func (r *Linker) paymentSentences() {
	if r.Kind != result.TypeInvoice && r.Kind != result.TypeCreditNote {
		return
	}
	for _, s := range r.Layout.Segments {
		dates := r.Spans[s].Dates
		if len(dates) == 0 || len(s.Words) < 5 || !ofPayment(s) {
			continue
		}
		d := dates[0] // the last day: others are those of a discount for paying early
		for _, o := range dates[1:] {
			if o.ISO(r.Order) > d.ISO(r.Order) {
				d = o
			}
		}
		if d.First == 0 {
			continue
		}
		r.addLabel(&annotate.Label{Segment: s, First: d.First - 1, Last: d.First - 1,
			Terms: []lexicon.Term{{Role: lexicon.DueDate, Weight: sentenceWeight}}, Phrase: "sentence", Opens: true})
	}
}

// ofPayment reports whether a line speaks of paying, and not of having paid.
func ofPayment(s *layout.Segment) bool {
	words, _ := s.Folded()
	pays := false
	for _, w := range words {
		if lexicon.Paid.Has(w) {
			return false
		}
		pays = pays || slices.ContainsFunc(lexicon.PayingStem.All(), func(stem string) bool {
			return strings.HasPrefix(w, stem)
		})
	}
	return pays
}

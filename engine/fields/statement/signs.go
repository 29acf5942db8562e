package statement

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// ledgerSum is an amount of a ledger's row with its sign.
type ledgerSum struct {
	link.Candidate
	value  decimal.Decimal
	signed bool // the sign is printed
	box    layout.Box
	column int // from the left
}

// readSigns reads amounts again with the signs of statements: "3.004,09+", "1 120,33-", "-R$ 12,00".
func (r *finder) readSigns(s *layout.Segment) {
	words := slices.Clone(annotate.Digitized(s))
	minus := make([]bool, len(words))
	changed := false
	for i, w := range words {
		plain, negative, ok := withoutSign(w)
		if !ok {
			continue
		}
		words[i], minus[i], changed = plain, negative, true
	}
	if !changed {
		return
	}
	f := r.Spans[s]
	f.Amounts = annotate.Recognize(words).Amounts
	for i := range f.Amounts {
		a := &f.Amounts[i]
		a.Negative = a.Negative || slices.Contains(minus[a.First:a.Last+1], true)
	}
}

// withoutSign removes a sign after an amount with cents or before a currency.
func withoutSign(w string) (plain string, negative, ok bool) {
	if t, cut := strings.CutPrefix(w, "-"); cut && recognize.CountDigits(t) == 0 {
		_, currency := recognize.Currency(t)
		return t, true, currency
	}
	for _, sign := range []string{"+", "-", "−"} {
		t, cut := strings.CutSuffix(w, sign)
		if !cut {
			continue
		}
		n, number := recognize.ParseNumber(strings.TrimLeft(t, "+-"))
		return t, sign != "+", number && n.Fraction == 2
	}
	return w, false, false
}

// signedSum reads an amount with the word for its sign, also in a separate column: "650,00 S", "650.00 DR".
func (r *finder) signedSum(c link.Candidate) ledgerSum {
	a := r.Amount(c)
	sum := ledgerSum{Candidate: c, value: a.Value(r.Style), signed: a.Negative ||
		strings.HasPrefix(c.Segment.Words[c.First], "+"),
		box: c.Segment.SpanBox(c.First, c.Last)}
	mark := ""
	switch next := c.Last + 1; {
	case next < len(c.Segment.Words):
		mark = c.Segment.Words[next]
		if signOf(mark) != 0 {
			sum.Last = next
			sum.box = c.Segment.SpanBox(c.First, next)
		}
	case len(c.Segment.Right()) > 0:
		if t := c.Segment.Right()[0]; len(t.Words) == 1 && t.Box.X0-c.Segment.Box.X1 < 3*c.Segment.Height() {
			mark = t.Words[0]
		}
	}
	switch signOf(mark) {
	case -1:
		sum.value, sum.signed = sum.value.Abs().Neg(), true
	case 1:
		sum.signed = true
	}
	return sum
}

// signOf returns the sign of a word after an amount: -1 for a debit, 1 for a credit, 0 for other words.
func signOf(word string) int {
	switch word {
	case "-", "−", "–":
		return -1
	case "+":
		return 1
	}
	switch compact := recognize.Compact(word); {
	case lexicon.DebitMark.Has(compact):
		return -1
	case lexicon.CreditMark.Has(compact):
		return 1
	}
	return 0
}

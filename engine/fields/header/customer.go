package header

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// namedScore is the certainty of a customer number after a bare word for customer or account.
const namedScore = 0.7

// putCustomer stores the customer number if no label with "number" announces one in digits. It reads codes of
// letters, such as short account names, and values after a bare word for customer or account among the document's
// number and dates: "Kunde 10472".
func (r *finder) putCustomer(set *value.Set) {
	const field = "customerId"
	if set.Has(field) {
		return
	}
	codes := r.Link(r.letterCodes, lexicon.CustomerID)
	if l, ok := codes.Best(lexicon.CustomerID); ok && l.LabelWeight() >= clearLabel && !headsParty(l.Label) &&
		l.Untrained().LogOdds > 0 {
		set.Put(field, value.Cite(l.Value.Text, l.Value.Segment, l.Value.First, l.Value.Last, namedScore))
		return
	}
	for _, s := range r.Layout.Segments {
		h := r.customerWord(s)
		if h == nil || r.ItemRows[s.Page.Rows[s.Row]] || !r.amongData(h) && !r.headsTerms(h) {
			continue
		}
		if c, ok := r.codeAfterLabel(h); ok && unclaimed(c, set) {
			set.Put(field, value.Cite(c.Text, c.Segment, c.First, c.Last, namedScore))
			return
		}
	}
}

// letterCodes finds codes of capitals that fill a cell, or the rest of it after its label.
func (r *finder) letterCodes(s *layout.Segment) []link.Candidate {
	const shortest, longest = 3, 12
	last := len(s.Words) - 1
	for _, h := range r.LabelsIn[s] {
		if last > 0 && h.Last != last-1 || last == 0 {
			return nil
		}
	}
	code := s.Words[last]
	n := utf8.RuneCountInString(code)
	if last > 0 && len(r.LabelsIn[s]) == 0 || n < shortest || n > longest {
		return nil
	}
	for _, c := range code {
		if !recognize.PlainCapital(c) {
			return nil
		}
	}
	if _, money := recognize.Currency(code); money {
		return nil
	}
	return []link.Candidate{{Segment: s, First: last, Last: last, Text: code}}
}

// headsParty reports whether a label is also the heading of a party, as in "Customer" above a name.
func headsParty(h *annotate.Label) bool {
	return len(lexicon.PartyHeadings().Meanings(h.Phrase)) > 0
}

// customerWord returns the word for a customer or customer account that opens a segment, or nil.
func (r *finder) customerWord(s *layout.Segment) *annotate.Label {
	words, token := s.Folded()
	if s.Page.Number > 1 || len(words) == 0 {
		return nil
	}
	sides, _, n := lexicon.PartyHeadings().Longest(words, token)
	if n > 0 && slices.Contains(sides, "customer") {
		return &annotate.Label{Segment: s, Last: token[n-1], Phrase: "customer", Opens: true}
	}
	if in := r.LabelsIn[s]; len(in) > 0 && in[0].Opens {
		if _, ok := in[0].As(lexicon.CustomerID); ok { // weaker than a label with "number": "Debitor"
			return &annotate.Label{Segment: s, Last: in[0].Last, Phrase: "customer", Opens: true}
		}
	}
	account := -1
	for _, h := range r.LabelsIn[s] {
		if _, ok := h.As(lexicon.AccountNumber); !ok || !annotate.OnlyMarks(s.Words[account+1:h.First]) {
			break
		}
		account = h.Last
	}
	if account < 0 {
		return nil
	}
	return &annotate.Label{Segment: s, Last: account, Phrase: "account", Opens: true}
}

// codeAfterLabel returns the single code after a label in its segment, in the next one or, in a row of headings, in
// the one below. The code of an account has letters, because one of digits may be a bank account.
func (r *finder) codeAfterLabel(h *annotate.Label) (link.Candidate, bool) {
	const shortest = 3
	s, first := h.Segment, h.Last+1
	for first < len(s.Words) && strings.Trim(s.Words[first], ":#") == "" {
		first++
	}
	switch right := s.Right(); {
	case first < len(s.Words):
	case r.InHeading(h):
		if s = r.under(h); s == nil {
			return link.Candidate{}, false
		}
		first = 0
	case len(right) > 0:
		s, first = right[0], 0
	}
	if first != len(s.Words)-1 {
		return link.Candidate{}, false
	}
	found := slices.Concat(r.IdentifierValues(s), r.letterCodes(s))
	if len(found) != 1 || found[0].First != first || len(found[0].Text) < shortest {
		return link.Candidate{}, false
	}
	digits, letters, _ := link.Composition(found[0].Text)
	if h.Phrase == "account" && letters == 0 || h.Phrase == "customer" && digits == 0 {
		return link.Candidate{}, false
	}
	return found[0], true
}

// headsTerms reports whether the row of a heading has those of the customer's order and the payment terms.
func (r *finder) headsTerms(h *annotate.Label) bool {
	var order, terms bool
	for _, o := range r.Labels {
		if o.Segment.Page != h.Segment.Page || o.Segment.Row != h.Segment.Row {
			continue
		}
		_, ordered := o.As(lexicon.OrderNumber)
		_, termed := o.As(lexicon.PaymentTerms)
		order, terms = order || ordered, terms || termed
	}
	return order && terms && r.InHeading(h)
}

// under returns the only segment in the next row that is in a heading's column, or nil.
func (r *finder) under(h *annotate.Label) *layout.Segment {
	rows, box := h.Segment.Page.Rows, h.Segment.Box
	if h.Segment.Row+1 >= len(rows) {
		return nil
	}
	var found *layout.Segment
	for _, s := range rows[h.Segment.Row+1].Segments {
		if s.Box.OverlapX(box) <= 0 {
			continue
		}
		if found != nil {
			return nil
		}
		found = s
	}
	return found
}

// unclaimed reports whether a number differs from the document's other numbers.
func unclaimed(c link.Candidate, set *value.Set) bool {
	others := []string{set.Text("invoiceNumber"), set.Text("purchaseOrderNumber"), set.Text("paymentReference")}
	return !slices.Contains(others, c.Text)
}

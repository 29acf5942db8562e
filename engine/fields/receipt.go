package fields

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/misread"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/shopspring/decimal"
)

func (r *reading) receipt(set *Set) {
	set.receipt = true
	for _, h := range r.hits {
		_, net := h.as(lexicon.Subtotal)
		if _, total := h.as(lexicon.Total); total && net {
			h.terms = []lexicon.Term{{Role: lexicon.Total, Weight: 0.95}} // "net total" on a receipt is what is paid
		}
	}
	items := r.receiptItems()
	r.putCurrency(set)
	numbers := r.trade(r.identifierValues, lexicon.ReceiptNumber, lexicon.OtherNumber, lexicon.Phone, lexicon.TaxID, lexicon.CustomerID)
	r.putBest(set, numbers, lexicon.ReceiptNumber, "receiptNumber", 0.5)
	r.putDates(set, numbers, lexicon.ReceiptNumber)
	r.renameDate(set)
	r.putTime(set)
	if r.scorer.Head.ready() {
		r.putHead(set, r.scorer.Head)
	} else {
		r.putShop(set)
	}
	r.putTaxIDs(set)
	r.putContacts(set)
	r.sums(set)
	r.putPayments(set)
	r.putItems(set, items)
}

func (r *reading) renameDate(set *Set) {
	if v, ok := set.Scalars["issueDate"]; ok {
		set.put("date", v)
		delete(set.Scalars, "issueDate")
	}
}

// putTime stores the first time of day, one in the date's row if there is one.
func (r *reading) putTime(set *Set) {
	for _, s := range r.lay.Segments {
		for _, t := range recognize.Times(digitised(s)) {
			beside := false
			for _, o := range s.Page.Rows[s.Row].Segments {
				beside = beside || len(r.found[o].dates) > 0
			}
			if !set.Has("time") || beside {
				set.put("time", cite(t.Value, s, t.First, t.Last, 0.8))
			}
			if beside {
				return
			}
		}
	}
}

// settleByCash strengthens totals that cash less change, or a rounding, confirm,
// and adds the one that cash less change makes where it is printed, or where it
// differs from a labelled total by a rounding or by one misread digit.
func (r *reading) settleByCash(m *market, totals []sum) []sum {
	totals = best(totals)
	cash, change := r.single(m, lexicon.Cash), r.single(m, lexicon.Change)
	var paid decimal.Decimal
	if cash != nil {
		paid = cash.amount
		if change != nil {
			paid = paid.Sub(inCents(change.amount.Abs(), paid))
		}
	}
	rounding := r.single(m, lexicon.Rounding)
	for i := range totals {
		t := &totals[i]
		if cash != nil && t.amount.Equal(paid) {
			t.z += 1.5
		}
		if rounding != nil && !rounding.amount.IsZero() && hasAmount(totals, t.amount.Sub(rounding.amount)) {
			t.z++
		}
	}
	totals = r.rounded(totals, rounding)
	if cash == nil || !paid.IsPositive() || hasAmount(totals, paid) {
		return totals
	}
	if change != nil {
		for _, t := range totals {
			if settled, ok := r.settled(t, paid, cash, change); ok {
				return append(totals, settled)
			}
		}
	}
	if change != nil || len(totals) == 0 {
		if c, ok := r.printed(paid); ok {
			return append(totals, sum{amount: paid, z: 1, links: []link{{value: c}}})
		}
	}
	if tendered(cash) && tendered(change) && !paid.LessThan(r.largestItem()) {
		totals = append(totals, sum{amount: paid, z: lonePaid, links: []link{cash.links[0], change.links[0]}, minus: true})
	}
	return totals
}

// lonePaid are the log-odds of a total of which nothing is legible but what was
// given and given back for it.
const lonePaid = 0.4

// tendered reports whether an amount given or given back was surely recognised:
// with its cents, beside its label.
func tendered(s *sum) bool {
	return s != nil && s.z > 1 && len(s.links) == 1 && s.amount.Exponent() == -2 && s.links[0].value.seg.Tokens[0].Source == document.SourceOCR
}

// inCents gives the change, which is no more than was given: if it is, the point
// before its cents was lost.
func inCents(change, cash decimal.Decimal) decimal.Decimal {
	if change.LessThan(cash) || !change.IsInteger() || change.GreaterThan(decimal.NewFromInt(99)) {
		return change
	}
	return change.Shift(-2)
}

// mostRounding is by how many cents a total may be rounded where there are no
// small coins.
const mostRounding = 5

// settled gives what was paid as the total in place of t, if the two differ by a
// rounding or by one digit that may have been misread.
func (r *reading) settled(t sum, paid decimal.Decimal, cash, change *sum) (sum, bool) {
	rounding := cents(t.amount.Sub(paid)) <= mostRounding
	if !rounding && !oneDigitOff(t.amount, paid) {
		return sum{}, false
	}
	out := sum{amount: paid, z: max(t.z, 1) + 0.5}
	if c, ok := r.printed(paid); ok {
		out.links = []link{{value: c}}
		out.z += 0.5
		return out, true
	}
	if rounding && !oneDigitOff(t.amount, paid) || len(cash.links) != 1 || len(change.links) != 1 || t.links[0].value.seg.Tokens[0].Source != document.SourceOCR {
		return sum{}, false // a file's own text would print it
	}
	out.links, out.minus = []link{cash.links[0], change.links[0]}, true
	return out, true
}

// oneDigitOff reports whether two amounts are printed alike but for one digit
// that is easily taken for the other, or for a currency's sign taken for a digit.
func oneDigitOff(a, b decimal.Decimal) bool {
	x, y := a.StringFixed(2), b.StringFixed(2)
	if len(x) != len(y) {
		return len(x) == len(y)+1 && x[1:] == y
	}
	n := 0
	for i := range len(x) {
		if x[i] == y[i] {
			continue
		}
		if n++; n > 1 || !misread.Confused(rune(x[i]), rune(y[i]), misread.Till) {
			return false
		}
	}
	return n == 1
}

// rounded adds the amounts that a printed rounding makes of a total, if they
// are on the page.
func (r *reading) rounded(totals []sum, rounding *sum) []sum {
	if rounding == nil || rounding.amount.IsZero() || cents(rounding.amount) > 5 {
		return totals
	}
	for _, t := range totals {
		v := t.amount.Add(rounding.amount)
		if hasAmount(totals, v) {
			continue
		}
		if c, ok := r.printed(v); ok {
			totals = append(totals, sum{amount: v, z: t.z + 1, links: []link{{value: c}}})
		}
	}
	return totals
}

func hasAmount(all []sum, v decimal.Decimal) bool {
	return slices.ContainsFunc(all, func(s sum) bool { return s.amount.Equal(v) })
}

// printed finds an amount of the given value on the page.
func (r *reading) printed(v decimal.Decimal) (candidate, bool) {
	for _, s := range r.lay.Segments {
		for _, c := range r.moneyOutsideItems(s) {
			if r.amount(c).Value(r.style).Equal(v) {
				return c, true
			}
		}
	}
	return candidate{}, false
}

// putPayments stores how a receipt was paid.
func (r *reading) putPayments(set *Set) {
	m := r.trade(r.amountValues, lexicon.Cash, lexicon.Tip, lexicon.Total)
	r.putBestAmount(set, m, lexicon.Tip, "tip")
	for _, l := range m.links[lexicon.Cash] {
		if sigmoid(l.z) < 0.6 || len(set.Lists["payments"]) >= 4 {
			continue
		}
		a := r.amount(l.value)
		if a.Whole() {
			continue // the number of a card
		}
		row := Row{
			"method": cite(strings.ToLower(l.hit.phrase), l.hit.seg, l.hit.first, l.hit.last, sigmoid(l.z)),
			"amount": cite(a.Money(r.style, r.currency), l.value.seg, l.value.first, l.value.last, sigmoid(l.z)),
		}
		set.Lists["payments"] = append(set.Lists["payments"], row)
	}
}

func (r *reading) putBestAmount(set *Set, m *market, want lexicon.Role, name string) {
	if l, ok := m.best(want); ok && sigmoid(l.z) > 0.6 {
		a := r.amount(l.value)
		set.put(name, cite(a.Money(r.style, r.currency), l.value.seg, l.value.first, l.value.last, sigmoid(l.z)))
	}
}

// labelledSum reports whether a label of a sum, payment or date opens the row.
func (r *reading) labelledSum(row *layout.Row) bool {
	for _, s := range row.Segments {
		for _, h := range r.starts[s] {
			if !h.start {
				continue
			}
			for _, t := range h.terms {
				switch t.Role {
				case lexicon.IssueDate, lexicon.Cash, lexicon.Change, lexicon.Rounding, lexicon.OtherAmount, lexicon.Discount, lexicon.Tip, lexicon.Subtotal,
					lexicon.Total, lexicon.Tax, lexicon.TaxTotal, lexicon.AmountDue, lexicon.AmountPaid, lexicon.ReceiptNumber:
					return true
				}
			}
		}
		if len(r.found[s].dates) > 0 {
			return true
		}
	}
	return false
}

func hasLetters(words []string) bool {
	n := 0
	for _, w := range words {
		for _, c := range recognize.Fold(w) {
			if c >= 'a' && c <= 'z' {
				n++
			}
		}
	}
	return n >= 2
}

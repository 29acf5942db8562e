// Package header finds the document's numbers, dates and period, its currency and the terms of payment.
package header

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// dateRoles returns the roles that compete for dates.
func dateRoles() []lexicon.Role {
	return []lexicon.Role{lexicon.IssueDate, lexicon.DueDate, lexicon.DeliveryDate, lexicon.Period, lexicon.PeriodStart,
		lexicon.PeriodEnd, lexicon.OtherDate}
}

// putDates stores issue date, due date and service period. Without a labeled issue date it uses the one next to the
// document's number, then the first on the first page.
func (r *finder) putDates(set *value.Set, numbers *link.Set, number lexicon.Role) {
	m := r.Link(r.DateValues, dateRoles()...)
	r.PutBest(set, m, lexicon.IssueDate, "issueDate", 0.3)
	dropPast(m, set.Text("issueDate"))
	r.dropDiscounted(m)
	r.firstInstalments(m)
	r.PutBest(set, m, lexicon.DueDate, "dueDate", 0.4)
	r.PutTagged(set, r.DateValues, lexicon.IssueDate, "issueDate", minTagged)
	if !set.Has("dueDate") {
		r.PutTagged(set, r.DateValues, lexicon.DueDate, "dueDate", minTagged)
		r.dueUnlabeled = set.Has("dueDate")
	}
	if v, ok := r.besideNumber(numbers, number); ok && v.Score > set.Scalars["issueDate"].Score {
		set.Put("issueDate", v)
	}
	if !set.Has("issueDate") {
		set.Put("issueDate", r.firstDate(m))
	}
	if issue, due := set.Text("issueDate"), set.Text("dueDate"); due != "" && due < issue {
		if v := set.Scalars["dueDate"]; v.Score < set.Scalars["issueDate"].Score {
			delete(set.Scalars, "dueDate")
		}
	}
	r.putPeriod(set, m)
	switch {
	case r.Type.IsBill:
		r.putDelivery(set, m)
	case r.Type.Has("deliveryDate"):
		ordered := r.Link(r.DateValues, lexicon.IssueDate, lexicon.DeliveryDate, lexicon.OtherDate, lexicon.DueDate)
		r.PutBest(set, ordered, lexicon.DeliveryDate, "deliveryDate", 0.5)
	}
}

// dropPast removes due dates before the issue date, such as that of a cited law, if others remain.
func dropPast(m *link.Set, issued string) {
	past := func(l link.Link) bool { return l.Value.Text < issued }
	due := m.Links[lexicon.DueDate]
	if left := slices.DeleteFunc(slices.Clone(due), past); len(left) > 0 {
		m.Links[lexicon.DueDate] = left
	}
}

// besideNumber returns the date that follows the document's number in its line.
func (r *finder) besideNumber(numbers *link.Set, number lexicon.Role) (value.Value, bool) {
	l, ok := numbers.Best(number)
	if !ok {
		return value.Value{}, false
	}
	for _, c := range r.DateValues(l.Value.Segment) {
		if c.First > l.Value.Last && c.First <= l.Value.Last+4 {
			return value.Cite(c.Text, c.Segment, c.First, c.Last, 0.85), true
		}
	}
	return value.Value{}, false
}

// Certainties of unlabeled dates.
const (
	placedScore = 0.7
	firstScore  = 0.45
)

// firstDate returns the first unclaimed date of the first page, preferably one after a place ("Leeds, 3 May 2031").
func (r *finder) firstDate(m *link.Set) value.Value {
	var first value.Value
	for _, s := range r.Layout.Segments {
		if s.Page != r.Layout.Pages[0] || r.ItemRows[s.Page.Rows[s.Row]] {
			continue
		}
		for _, c := range r.DateValues(s) {
			switch {
			case m.Claims(c):
			case placed(c):
				return value.Cite(c.Text, c.Segment, c.First, c.Last, placedScore)
			case first.Value == "":
				first = value.Cite(c.Text, c.Segment, c.First, c.Last, firstScore)
			}
		}
	}
	return first
}

// placed reports whether a date ends a line that opens with a place and a comma: "Paris, le 3 mai 2031".
func placed(c link.Candidate) bool {
	const longest, longestArticle = 5, 3 // words, letters
	words := c.Segment.Words[:c.First]
	if n := len(words); n > 1 && words[n-1] == strings.ToLower(words[n-1]) &&
		utf8.RuneCountInString(words[n-1]) <= longestArticle {
		words = words[:n-1]
	}
	n := len(words)
	return n > 0 && n <= longest && c.Last == len(c.Segment.Words)-1 && strings.HasSuffix(words[n-1], ",") &&
		textshape.TownWords(words)
}

// putPeriod stores the service period: two dates after one label.
func (r *finder) putPeriod(set *value.Set, m *link.Set) {
	l, ok := m.Best(lexicon.Period)
	if !ok || boost.Probability(l.LogOdds) < 0.4 {
		if !r.putEnds(set, m) {
			r.putSpan(set)
		}
		return
	}
	dates := r.datesOf(l.Value.Segment)
	for i := 0; i+1 < len(dates); i++ {
		if dates[i+1].Text < dates[i].Text {
			continue
		}
		for k, name := range []string{"servicePeriodStart", "servicePeriodEnd"} {
			d := dates[i+k]
			set.Put(name, value.Cite(d.Text, d.Segment, d.First, d.Last, boost.Probability(l.LogOdds)))
		}
		return
	}
	r.putSpanBeside(set, l)
}

// putCurrency stores the labeled currency, or else the most frequent one. A label in a column of items is ignored,
// because it is the currency of a purchased service, such as freight in dollars.
func (r *finder) putCurrency(set *value.Set) {
	m := r.Link(r.currencyValues, lexicon.Currency)
	m.Links[lexicon.Currency] = slices.DeleteFunc(m.Links[lexicon.Currency], func(l link.Link) bool {
		return r.inItems(l.Value)
	})
	if l, ok := m.Best(lexicon.Currency); ok && l.LogOdds > 0 {
		r.Currency = l.Value.Text
		set.Put("currency", l.AsValue())
		return
	}
	if code := r.currencyOfSum(); code != "" {
		r.Currency = code
	}
	if v, ok := r.printedCurrency(); ok {
		set.Put("currency", v)
		return
	}
	if r.Currency == "" {
		r.Currency = r.CurrencyOfCountry()
	}
	if r.Currency != "" {
		set.Put("currency", value.Value{Value: r.Currency, Source: document.SourceDerived, Score: unprinted, Legibility: 1})
	}
}

// unprinted is the certainty of a currency that the document does not print.
const unprinted = 0.5

// printedCurrency returns the first print of the document's currency.
func (r *finder) printedCurrency() (value.Value, bool) {
	for _, s := range r.Layout.Segments {
		for i := range s.Words {
			if c, ok := r.CurrencyAt(s.Words, i); ok && c == r.Currency {
				return value.Cite(c, s, i, i, 0.85), true
			}
		}
		for _, a := range r.Spans[s].Amounts {
			if a.Currency == r.Currency && a.Currency != "" {
				return value.Cite(a.Currency, s, a.First, a.Last, 0.85), true
			}
		}
	}
	return value.Value{}, false
}

// currencyOfSum returns the currency code in or next to the label of the total or the amount due: "Total GBP
// 2,246.93". Other currencies of items do not matter. It returns "" if there are several.
func (r *finder) currencyOfSum() string {
	found := ""
	for _, h := range r.Labels {
		_, total := h.As(lexicon.Total)
		_, due := h.As(lexicon.AmountDue)
		if !total && !due || !h.Opens || r.ItemRows[h.Segment.Page.Rows[h.Segment.Row]] {
			continue
		}
		for _, s := range append([]*layout.Segment{h.Segment}, h.Segment.Right()...) {
			for i := range s.Words {
				c, ok := r.CurrencyAt(s.Words, i)
				if !ok || !strings.Contains(s.Words[i], c) {
					continue
				}
				if found != "" && c != found {
					return ""
				}
				found = c
			}
		}
	}
	return found
}

func (r *finder) inItems(c link.Candidate) bool {
	return r.ItemRows[c.Segment.Page.Rows[c.Segment.Row]]
}

func (r *finder) currencyValues(s *layout.Segment) []link.Candidate {
	var out []link.Candidate
	for i := range s.Words {
		if c, ok := r.CurrencyAt(s.Words, i); ok {
			out = append(out, link.Candidate{Segment: s, First: i, Last: i, Text: c})
		}
	}
	return out
}

// Find returns the scalars currency, issueDate, dueDate, deliveryDate, servicePeriodStart, servicePeriodEnd and
// paymentTerms and the numbers of the document's type, as far as they were found. It sets the linker's currency to
// a labeled one.
func Find(l *link.Linker) *value.Set {
	set, f := value.New(), &finder{Linker: l}
	f.putCurrency(set)
	own := numbersOf(l.Type)
	if len(own) == 0 {
		return set
	}
	roles := make([]lexicon.Role, 0, len(own)+5)
	for _, n := range own {
		roles = append(roles, n.role)
	}
	numbers := f.Link(f.numberValues(&link.Set{}), append(roles, otherNumbers(l.Type)...)...)
	for _, n := range own {
		if n.field != "" {
			f.PutBest(set, numbers, n.role, n.field, n.minCertainty)
			keepMark(set, numbers, n)
			f.PutTagged(set, f.numberValues(numbers), n.role, n.field, minTagged)
		}
	}
	if l.Type.IsBill {
		f.putOrder(set, numbers)
		f.putReference(set)
		f.putCustomer(set)
	}
	f.putDates(set, numbers, own[0].role)
	f.putTerms(set)
	f.putCounted(set)
	return set
}

// numberValues returns the candidates for numbers. For types whose title announces their number, of which the models
// know none, it leaves out those in item rows and those that the links give another role ("Invoice no.").
func (r *finder) numberValues(linked *link.Set) link.Values {
	if !r.Type.NumberByTitle {
		return r.IdentifierValues
	}
	return func(s *layout.Segment) []link.Candidate {
		if r.ItemRows[s.Page.Rows[s.Row]] {
			return nil
		}
		return slices.DeleteFunc(slices.Clone(r.IdentifierValues(s)), linked.Claims)
	}
}

// minTagged is the minimum probability of a number or date by its tag alone.
const minTagged = 0.6

// keepMark restores the "#" of a number with a label. After a title alone ("Invoice #4711") it means "number".
func keepMark(set *value.Set, numbers *link.Set, n number) {
	l, ok := numbers.Best(n.role)
	if !ok || !set.Has(n.field) || lexicon.Title.Has(l.Label.Phrase) {
		return
	}
	word := l.Value.Segment.Words[l.Value.First]
	if v := set.Scalars[n.field]; word == "#"+v.Value {
		v.Value = word
		set.Put(n.field, v)
	}
}

// Currency returns the currency alone.
func Currency(l *link.Linker) *value.Set {
	set := value.New()
	(&finder{Linker: l}).putCurrency(set)
	return set
}

type finder struct {
	*link.Linker
	dueUnlabeled bool // only the tags give the due date
}

// number is a number of a document type.
type number struct {
	role         lexicon.Role
	field        string
	minCertainty float64 // minimum certainty
}

// numbersOf lists the numbers that documents of a type have, the document's number first.
func numbersOf(t schema.Type) []number {
	if t.Number == "" {
		return nil
	}
	own := number{lexicon.Role(t.Number), t.Number, 0.2}
	if t.Family == schema.FamilyReceipt {
		own.minCertainty = 0.5
	}
	numbers := []number{own}
	for _, n := range []number{
		{lexicon.OrderNumber, "purchaseOrderNumber", 0.3}, {lexicon.CustomerID, "customerId", 0.4},
		{lexicon.PaymentReference, "paymentReference", 0.4},
	} {
		if n.field != t.Number && t.Has(n.field) {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// otherNumbers returns the roles that compete with a type's numbers.
func otherNumbers(t schema.Type) []lexicon.Role {
	switch {
	case t.IsTrade() && !t.IsBill:
		return []lexicon.Role{lexicon.InvoiceNumber, lexicon.CustomerID, lexicon.OtherNumber, lexicon.Phone, lexicon.TaxID}
	case t.Family == schema.FamilyReceipt:
		return []lexicon.Role{lexicon.OtherNumber, lexicon.Phone, lexicon.TaxID, lexicon.CustomerID}
	}
	return []lexicon.Role{
		lexicon.OtherNumber, lexicon.Phone, lexicon.TaxID, lexicon.CustomerTaxID, lexicon.AccountNumber,
	}
}

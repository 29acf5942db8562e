// Package header finds the document's numbers, dates and period, its currency and the terms of payment.
package header

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/lexicon"
)

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

package fields

import (
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
)

// Extract reads the fields of the given document type with the scorer that is
// part of the program. Language is a BCP 47 code or "".
func Extract(lay *layout.Layout, kind result.DocumentType, language string) *Set {
	return Trained().Extract(lay, kind, language)
}

// Extractor reads fields with a scorer of the caller's choice.
type Extractor struct {
	// Links adds to the log-odds of links between labels and values; see
	// LinkFeatures. Without it the weights set by hand stand alone.
	Links *boost.Ensemble
	// Head finds a shop's name and address; nil leaves it to rules.
	Head *HeadScorers
	// Parties finds vendor and customer; nil leaves it to rules.
	Parties *PartyScorers
	// Watch is told of every link that was weighed.
	Watch func(Observation)
}

// Extract reads the fields of the given document type.
func (x Extractor) Extract(lay *layout.Layout, kind result.DocumentType, language string) *Set {
	set := newSet()
	r := read(lay)
	r.scorer, r.kind = x, kind
	if len(lay.Pages) > 0 && lay.Pages[0].Nominal {
		r.scorer = Extractor{Watch: x.Watch} // the scorers have seen displayed pages only
	}
	r.numberedTitles()
	r.paymentSentences()
	switch kind {
	case result.TypeInvoice, result.TypeCreditNote:
		r.invoice(set)
	case result.TypePurchaseOrder:
		r.purchaseOrder(set)
	case result.TypeReceipt:
		r.receipt(set)
	case result.TypeBankStatement:
		r.statement(set)
	case result.TypeGeneric, result.TypeAuto:
		r.generic(set, language)
	}
	set.keep(schema.Of(kind))
	r.respell(set)
	return set
}

func (r *reading) invoice(set *Set) {
	items := r.itemTables()
	r.putCurrency(set)
	numbers := r.trade(r.identifierValues, lexicon.InvoiceNumber, lexicon.OrderNumber, lexicon.CustomerID, lexicon.PaymentReference,
		lexicon.OtherNumber, lexicon.Phone, lexicon.TaxID, lexicon.CustomerTaxID, lexicon.AccountNumber)
	r.putBest(set, numbers, lexicon.InvoiceNumber, "invoiceNumber", 0.2)
	r.putBest(set, numbers, lexicon.OrderNumber, "purchaseOrderNumber", 0.3)
	r.putBest(set, numbers, lexicon.CustomerID, "customerId", 0.4)
	r.putBest(set, numbers, lexicon.PaymentReference, "paymentReference", 0.4)
	r.putDates(set, numbers, lexicon.InvoiceNumber)
	r.putParties(set)
	r.putBank(set)
	r.putTaxIDs(set)
	r.putContacts(set)
	r.putTerms(set)
	r.sums(set)
	r.putItems(set, items)
}

func (r *reading) purchaseOrder(set *Set) {
	items := r.itemTables()
	r.putCurrency(set)
	numbers := r.trade(r.identifierValues, lexicon.OrderNumber, lexicon.InvoiceNumber, lexicon.CustomerID, lexicon.OtherNumber, lexicon.Phone, lexicon.TaxID)
	r.putBest(set, numbers, lexicon.OrderNumber, "purchaseOrderNumber", 0.2)
	r.putDates(set, numbers, lexicon.OrderNumber)
	dates := r.trade(r.dateValues, lexicon.IssueDate, lexicon.DeliveryDate, lexicon.OtherDate, lexicon.DueDate)
	r.putBest(set, dates, lexicon.DeliveryDate, "deliveryDate", 0.5)
	r.putParties(set)
	r.putBuyer(set)
	r.putTaxIDs(set)
	r.sums(set)
	r.putItems(set, items)
}

// putBest stores the strongest link of a role if it is certain enough.
func (r *reading) putBest(set *Set, m *market, want lexicon.Role, name string, least float64) {
	if l, ok := m.best(want); ok && sigmoid(l.z) >= least {
		v := l.asValue()
		v.Lead = m.lead(want, l)
		set.put(name, v)
	}
}

// dateRoles are the roles that compete for dates.
func dateRoles() []lexicon.Role {
	return []lexicon.Role{lexicon.IssueDate, lexicon.DueDate, lexicon.DeliveryDate, lexicon.Period, lexicon.PeriodStart, lexicon.PeriodEnd, lexicon.OtherDate}
}

// putDates stores issue date, due date and service period. Without a labelled
// issue date the one beside the document's number is taken, then the first on
// the first page.
func (r *reading) putDates(set *Set, numbers *market, number lexicon.Role) {
	m := r.trade(r.dateValues, dateRoles()...)
	r.putBest(set, m, lexicon.IssueDate, "issueDate", 0.3)
	r.putBest(set, m, lexicon.DueDate, "dueDate", 0.4)
	if v, ok := r.besideNumber(numbers, number); ok && v.Score > set.Scalars["issueDate"].Score {
		set.put("issueDate", v)
	}
	if !set.Has("issueDate") {
		set.put("issueDate", r.firstDate(m))
	}
	if issue, due := set.Text("issueDate"), set.Text("dueDate"); due != "" && due < issue {
		if v := set.Scalars["dueDate"]; v.Score < set.Scalars["issueDate"].Score {
			delete(set.Scalars, "dueDate")
		}
	}
	r.putPeriod(set, m)
}

// besideNumber gives the date that follows the document's number in its line.
func (r *reading) besideNumber(numbers *market, number lexicon.Role) (Value, bool) {
	l, ok := numbers.best(number)
	if !ok {
		return Value{}, false
	}
	for _, c := range r.dateValues(l.value.seg) {
		if c.first > l.value.last && c.first <= l.value.last+4 {
			return cite(c.text, c.seg, c.first, c.last, 0.85), true
		}
	}
	return Value{}, false
}

// firstDate gives the first date of the first page that no other role claims.
func (r *reading) firstDate(m *market) Value {
	for _, s := range r.lay.Segments {
		if s.Page != r.lay.Pages[0] || r.items[s.Page.Rows[s.Row]] {
			continue
		}
		for _, c := range r.dateValues(s) {
			if !m.claims(c) {
				return cite(c.text, c.seg, c.first, c.last, 0.45)
			}
		}
	}
	return Value{}
}

// claims reports whether any role but the issue date has a fair link to the value.
func (m *market) claims(c candidate) bool {
	for name, links := range m.links {
		if name == lexicon.IssueDate {
			continue
		}
		for _, l := range links {
			if l.value.sameAs(c) && l.z > 0 {
				return true
			}
		}
	}
	return false
}

// putPeriod stores the service period: two dates behind one label.
func (r *reading) putPeriod(set *Set, m *market) {
	l, ok := m.best(lexicon.Period)
	if !ok || sigmoid(l.z) < 0.4 {
		if !r.putEnds(set, m) {
			r.putSpan(set)
		}
		return
	}
	dates := r.dateValues(l.value.seg)
	for i := 0; i+1 < len(dates); i++ {
		if dates[i+1].text < dates[i].text {
			continue
		}
		for k, name := range []string{"servicePeriodStart", "servicePeriodEnd"} {
			d := dates[i+k]
			set.put(name, cite(d.text, d.seg, d.first, d.last, sigmoid(l.z)))
		}
		return
	}
	r.putSpanBeside(set, l)
}

// putCurrency stores the currency: behind its label, else the one printed most.
func (r *reading) putCurrency(set *Set) {
	m := r.trade(r.currencyValues, lexicon.Currency)
	if l, ok := m.best(lexicon.Currency); ok && l.z > 0 {
		r.currency = l.value.text
		set.put("currency", l.asValue())
		return
	}
	if r.currency == "" {
		return
	}
	for _, s := range r.lay.Segments {
		for i := range s.Words {
			if c, ok := currencyAt(s.Words, i); ok && c == r.currency {
				set.put("currency", cite(c, s, i, i, 0.85))
				return
			}
		}
		for _, a := range r.found[s].amounts {
			if a.Currency == r.currency {
				set.put("currency", cite(a.Currency, s, a.First, a.Last, 0.85))
				return
			}
		}
	}
}

func (r *reading) currencyValues(s *layout.Segment) []candidate {
	var out []candidate
	for i := range s.Words {
		if c, ok := currencyAt(s.Words, i); ok {
			out = append(out, candidate{seg: s, first: i, last: i, text: c})
		}
	}
	return out
}

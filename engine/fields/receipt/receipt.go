package receipt

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

func (r *Finder) Receipt(set *value.Set) {
	set.Receipt = true
	for _, h := range r.Labels {
		_, net := h.As(lexicon.Subtotal)
		if _, total := h.As(lexicon.Total); total && net {
			h.Terms = []lexicon.Term{{Role: lexicon.Total, Weight: 0.95}} // "net total" on a receipt is what is paid
		}
	}
	items := r.items.ReceiptItems()
	r.header.PutCurrency(set)
	numbers := r.Link(r.IdentifierValues, lexicon.ReceiptNumber, lexicon.OtherNumber, lexicon.Phone, lexicon.TaxID, lexicon.CustomerID)
	r.PutBest(set, numbers, lexicon.ReceiptNumber, "receiptNumber", 0.5)
	r.header.PutDates(set, numbers, lexicon.ReceiptNumber)
	r.renameDate(set)
	r.putTime(set)
	if r.scorers.ready() {
		r.putHeader(set, r.scorers)
	} else {
		r.putShop(set)
	}
	r.party.PutTaxIDs(set)
	r.party.PutContacts(set)
	r.totals.Sums(set)
	r.putPayments(set)
	r.items.PutItems(set, items)
}

func (r *Finder) renameDate(set *value.Set) {
	if v, ok := set.Scalars["issueDate"]; ok {
		set.Put("date", v)
		delete(set.Scalars, "issueDate")
	}
}

// putTime stores the first time of day, one in the date's row if there is one.
func (r *Finder) putTime(set *value.Set) {
	for _, s := range r.Layout.Segments {
		for _, t := range recognize.Times(annotate.Digitised(s)) {
			beside := false
			for _, o := range s.Page.Rows[s.Row].Segments {
				beside = beside || len(r.Spans[o].Dates) > 0
			}
			if !set.Has("time") || beside {
				set.Put("time", value.Cite(t.Value, s, t.First, t.Last, 0.8))
			}
			if beside {
				return
			}
		}
	}
}

// putPayments stores how a receipt was paid.
func (r *Finder) putPayments(set *value.Set) {
	m := r.Link(r.AmountValues, lexicon.Cash, lexicon.Tip, lexicon.Total)
	r.putBestAmount(set, m, lexicon.Tip, "tip")
	for _, l := range m.Links[lexicon.Cash] {
		if link.Sigmoid(l.LogOdds) < 0.6 || len(set.Lists["payments"]) >= 4 {
			continue
		}
		a := r.Amount(l.Value)
		if a.Whole() {
			continue // the number of a card
		}
		row := value.Row{
			"method": value.Cite(strings.ToLower(l.Label.Phrase), l.Label.Segment, l.Label.First, l.Label.Last, link.Sigmoid(l.LogOdds)),
			"amount": value.Cite(a.Money(r.Style, r.Currency), l.Value.Segment, l.Value.First, l.Value.Last, link.Sigmoid(l.LogOdds)),
		}
		set.Lists["payments"] = append(set.Lists["payments"], row)
	}
}

func (r *Finder) putBestAmount(set *value.Set, m *link.Set, want lexicon.Role, name string) {
	if l, ok := m.Best(want); ok && link.Sigmoid(l.LogOdds) > 0.6 {
		a := r.Amount(l.Value)
		set.Put(name, value.Cite(a.Money(r.Style, r.Currency), l.Value.Segment, l.Value.First, l.Value.Last, link.Sigmoid(l.LogOdds)))
	}
}

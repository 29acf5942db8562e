package header

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// clearLabel is the minimum strength of unambiguous labels. "Termin" means delivery on orders, but due on invoices.
const clearLabel = 0.8

// putDelivery stores an invoice's delivery date. It uses the weights set by hand only, because the trained scorer
// has seen no delivery dates on invoices and rejects them.
func (r *finder) putDelivery(set *value.Set, dates *link.Set) {
	l, ok := dates.Best(lexicon.DeliveryDate)
	if !ok || l.LabelWeight() < clearLabel || r.inSpan(l.Value) {
		return
	}
	if v := l.Untrained().AsValue(); v.Score >= 0.5 && !endsPeriod(set, v) {
		set.Put("deliveryDate", v)
	}
}

// endsPeriod reports whether the words of a date are an end of the stored service period.
func endsPeriod(set *value.Set, v value.Value) bool {
	from, to := set.Scalars["servicePeriodStart"], set.Scalars["servicePeriodEnd"]
	same := func(o value.Value) bool { return o.Page == v.Page && o.Box == v.Box }
	return from.Value != to.Value && (same(from) || same(to))
}

// inSpan reports whether another date is at most one word away: the two are the ends of a period.
func (r *finder) inSpan(date link.Candidate) bool {
	const beside = 2 // tokens from one to the other
	return slices.ContainsFunc(r.DateValues(date.Segment), func(c link.Candidate) bool {
		return c.First > date.Last && c.First-date.Last <= beside || c.Last < date.First && date.First-c.Last <= beside
	})
}

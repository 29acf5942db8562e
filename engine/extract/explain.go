package extract

import (
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/validate"
)

// Log-odds added to those of the type, set by hand; one nat is a factor e in the type's probability. See explain.
const (
	weightKeyFound      = 0.5 // of a key field, times the score of its value
	weightKeyMissing    = -0.8
	weightSumHolds      = 0.6
	weightCustomerFound = 0.6 // times the score; receipts have no customer
	weightRowsFound     = 0.3
	weightLabelUsed     = 0.35  // a label whose field was found
	weightLabelUnused   = -0.25 // a label whose field the type does not have
	weightNoTotals      = 1.6   // of a generic document without labeled sums; a wrong type is worse than none
	weightOtherType     = 1.0   // of a generic document, times the votes for documents of no known type
)

// minLabelWeight is the minimum weight of an unambiguous label.
const minLabelWeight = 0.9

const minRows = 2

// explain returns how much of a page a reading explains, in log-odds: key fields, sums, rows and labels. A page
// without labeled sums and words of other kinds of documents count for a generic document.
func explain(doc *annotate.Document, kind result.DocumentType, set *value.Set, otherVotes float64) float64 {
	t, labels, odds := schema.Of(kind), labeledFields(doc), 0.0
	for _, alternatives := range t.Keys() {
		if score, found := bestScore(set, alternatives); found {
			odds += weightKeyFound * score
		} else {
			odds += weightKeyMissing
		}
	}
	if !t.HasSums() {
		odds += weightOtherType * otherVotes
		if !labels["total"] && !labels["amountDue"] && !labels["closingBalance"] {
			odds += weightNoTotals
		}
	}
	used, unused := 0, 0
	for role := range labels {
		switch {
		case set.Has(role):
			used++
		case !t.Has(role):
			unused++
		}
	}
	return odds + weightLabelUsed*float64(used) + weightLabelUnused*float64(unused) + explainSums(set)
}

func explainSums(set *value.Set) float64 {
	odds := weightCustomerFound * set.Scalars["customerName"].Score
	for _, o := range validate.Run(set) {
		if o.Passed && (o.Name == validate.Sum || o.Name == validate.Balance) {
			odds += weightSumHolds
		}
	}
	if len(set.Lists["lineItems"])+len(set.Lists["transactions"]) >= minRows {
		odds += weightRowsFound
	}
	return odds
}

// labeledFields returns the fields of any type that have an unambiguous label on the page.
func labeledFields(doc *annotate.Document) map[string]bool {
	fields := map[string]bool{}
	for _, h := range doc.Labels {
		term := h.Terms[0]
		if _, known := schema.Find(string(term.Role)); known && h.Opens && term.Weight >= minLabelWeight {
			fields[string(term.Role)] = true
		}
	}
	return fields
}

// bestScore returns the best score among several fields, and whether any of them was found.
func bestScore(set *value.Set, names []string) (score float64, found bool) {
	for _, name := range names {
		if v, ok := set.Scalars[name]; ok {
			score, found = max(score, v.Score), true
		}
	}
	return score, found
}

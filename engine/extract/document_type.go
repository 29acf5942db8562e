package extract

import (
	"math"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/validate"
)

const (
	// plausible is the minimum probability of a type to try.
	plausible = 0.004
	// maxReadings limits the number of types for which the fields are extracted.
	maxReadings = 3
	// requestedType is the probability above which a type with all its key fields is accepted without trying others.
	requestedType = 0.7
)

type reading struct {
	docType result.DocumentType
	set     *value.Set
	odds    float64 // log-odds of the type plus those of explain
}

// decide finds type and fields together: if the type is uncertain or lacks key fields, it tries each plausible one
// and keeps the reading that explains most of the page. language is a BCP 47 code or "".
func (m Models) decide(
	doc *formrole.Document, ranking classify.Ranking, language string,
) (
	classify.Verdict, *value.Set,
) {
	var readings []reading
	best := 0
	for _, v := range candidates(ranking) {
		set := m.Fields.Extract(doc, v.Type, language)
		if len(readings) == 0 && v.Certainty >= requestedType && isComplete(v.Type, set) {
			return v, set
		}
		odds := math.Log(max(v.Certainty, math.SmallestNonzeroFloat64))
		readings = append(readings, reading{v.Type, set, odds + explain(doc.Document, v.Type, set, ranking.OtherKind)})
		if readings[len(readings)-1].odds > readings[best].odds {
			best = len(readings) - 1
		}
	}
	return classify.Verdict{Type: readings[best].docType, Certainty: certainty(readings, best)}, readings[best].set
}

// candidates returns the types to try, the most probable first; generic only if no other type is sure.
func candidates(ranking classify.Ranking) []classify.Verdict {
	sure := ranking.Verdict().Type != result.TypeGeneric && ranking.OtherKind == 0
	var out []classify.Verdict
	for _, v := range ranking.Types {
		switch {
		case sure && v.Type == result.TypeGeneric:
		case len(out) == 0 || len(out) < maxReadings && v.Certainty >= plausible:
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		out = append(out, ranking.Verdict())
	}
	return out
}

func certainty(readings []reading, best int) float64 {
	sum := 0.0
	for i := range readings {
		sum += math.Exp(readings[i].odds - readings[best].odds)
	}
	return 1 / sum
}

// isComplete reports whether all key fields of a type were found. It is false for generic documents, which have none.
func isComplete(kind result.DocumentType, set *value.Set) bool {
	keys := schema.Of(kind).Keys()
	for _, alternatives := range keys {
		if _, found := bestScore(set, alternatives); !found {
			return false
		}
	}
	return len(keys) > 0
}

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

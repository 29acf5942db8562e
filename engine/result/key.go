package result

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/schema"
)

// Missing lists the unknown key fields of the type, without those that the document is known not to have. It lists
// all alternatives if none of them is known. It is never nil.
func Missing(kind DocumentType, known, none func(name string) bool) []string {
	missing := []string{}
	for _, alternatives := range schema.Of(kind).Keys() {
		if slices.ContainsFunc(alternatives, known) {
			continue
		}
		for _, name := range alternatives {
			if !none(name) {
				missing = append(missing, name)
			}
		}
	}
	return missing
}

// Confidence is the probability that all key fields of the type are right, computed from that of each, 0 for a
// missing one. Errors are correlated (a wrong layout spoils several fields), so it averages the product, which
// assumes independence, and the weakest field. It is 0 for a type without key fields.
func Confidence(kind DocumentType, probability func(name string) float64) float64 {
	keys := schema.Of(kind).Keys()
	if len(keys) == 0 {
		return 0
	}
	product, weakest := 1.0, 1.0
	for _, alternatives := range keys {
		best := 0.0
		for _, name := range alternatives {
			best = max(best, probability(name))
		}
		product *= best
		weakest = min(weakest, best)
	}
	const digits = 1000
	return math.Round(min(max((product+weakest)/2, 0), 1)*digits) / digits
}

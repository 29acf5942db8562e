package result

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/schema"
)

// Missing lists the key fields of the type that are not known, without those of
// which it is known that the document has none; of alternatives all, as long as
// none of them is known. It is never nil.
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

// Confidence is the probability that all key fields of the type are right, from
// that of each, 0 for a missing one. Errors come together (a wrong layout
// spoils several fields), so the product, which would hold for independent
// ones, is averaged with the weakest field. It is 0 for a type without key
// fields.
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

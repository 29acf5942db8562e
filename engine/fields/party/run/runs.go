// Package run joins tagged units that stand together and are for the same thing: the
// pieces and lines of a name or of an address. What the words themselves say completes
// what the tags have missed.
package run

import (
	"cmp"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Run is a few units that stand together and are for the same thing.
type Run struct {
	Units []int   // their indices in the document's tags
	Odds  float64 // mean logarithm of the units' probabilities
	Key   string  // compact text
}

// Least probabilities of a unit: to open a run, and to continue one.
const (
	leastOpen     = 0.12
	leastContinue = 0.3
	leastBeside   = 0.1 // to continue a name in its own line
)

// Addresses reports whether the class is one of addresses.
func Addresses(c tag.Class) bool {
	return c == tag.VendorAddress || c == tag.CustomerAddress || c == tag.ShippingAddress
}

// finder finds runs among the units; of the document it reads labels.
type finder struct {
	*annotate.Document
	units []tag.Unit
}

func (t *finder) probability(i int, c tag.Class) float64 {
	return math.Exp(float64(t.units[i].Odds[c]))
}

func (t *finder) words(i int) []string {
	return t.units[i].Words()
}

// Find returns the runs of a class among a document's tagged units, likeliest first. A
// class of names has runs of one line or of two where the name wraps; a class of addresses
// has runs of all their lines.
func Find(doc *annotate.Document, c tag.Class) []Run {
	t := finder{Document: doc, units: doc.Tags.Units}
	used := make([]bool, len(t.units))
	var out []Run
	for i := range t.units {
		if used[i] || t.probability(i, c) < leastOpen || Addresses(c) && (t.units[i].Best() != c || t.noPlace(i)) ||
			!Addresses(c) && (t.noName(i, c) || t.branchUnder(i, used)) {
			continue
		}
		one := Run{Units: []int{i}}
		used[i] = true
		for at := i; ; {
			next := t.next(at, i, c, used)
			if next < 0 {
				break
			}
			used[next] = true
			one.Units, at = append(one.Units, next), next
		}
		if Addresses(c) {
			t.lighten(&one)
			t.complete(&one, c, used)
			t.completeTown(&one, c, used)
			t.fill(&one, used)
			t.weigh(&one, c)
			t.bridge(&one, c, used)
			t.completeWords(&one, c, used)
		} else {
			t.weigh(&one, c) // the tags' odds of what the words add say nothing of the rest
			t.completeWords(&one, c, used)
			t.completeName(&one, c, used)
			one.Key = t.key(&one)
		}
		if Addresses(c) {
			t.completeProvince(&one, used) // the tags' odds of it say nothing of the rest
			t.completeBox(&one, used)      // nor do those of a box
		}
		out = append(out, one)
	}
	slices.SortStableFunc(out, func(a, b Run) int { return cmp.Compare(b.Odds, a.Odds) })
	return out
}

func (t *finder) weigh(one *Run, c tag.Class) {
	for _, i := range one.Units {
		one.Odds += float64(t.units[i].Odds[c]) / float64(len(one.Units))
	}
	one.Key = t.key(one)
}

// key is the compact text of a run.
func (t *finder) key(one *Run) (key string) {
	for _, i := range one.Units {
		key += recognize.Compact(t.units[i].Text())
	}
	return key
}

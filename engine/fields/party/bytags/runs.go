package bytags

import (
	"cmp"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/text/recognize"
)

// run is a sequence of neighboring units of one class.
type run struct {
	units []int   // indexes in the document's tags
	odds  float64 // mean log-probability of the units
	key   string  // compact text
}

func (r *run) last() int { return r.units[len(r.units)-1] }

// Minimum probabilities of a unit.
const (
	minOpen     = 0.12 // to open a run
	minContinue = 0.3  // to continue it
	minBeside   = 0.1  // to continue a name in the same line
	minWrapped  = 0.005
)

// none is the index of a missing unit.
const none = -1

func isAddress(class tag.Class) bool {
	return class == tag.VendorAddress || class == tag.CustomerAddress || class == tag.ShippingAddress
}

func (c *chooser) probability(i int, class tag.Class) float64 {
	return math.Exp(float64(c.units[i].Odds[class]))
}

func (c *chooser) words(i int) []string { return c.units[i].Words() }

// runs returns the runs of a class, likeliest first. A name takes one line, or two if it wraps; an
// address takes all of its lines.
func (c *chooser) runs(class tag.Class) []run {
	used := make([]bool, len(c.units))
	var out []run
	for i := range c.units {
		if used[i] || !c.canOpen(i, class) {
			continue
		}
		r := run{units: []int{i}}
		used[i] = true
		for k := c.next(i, i, class, used); k >= 0; k = c.next(k, i, class, used) {
			used[k] = true
			r.units = append(r.units, k)
		}
		for _, k := range r.units {
			r.odds += float64(c.units[k].Odds[class]) / float64(len(r.units))
		}
		if !isAddress(class) {
			c.completeName(&r, class, used)
		}
		for _, k := range r.units {
			r.key += recognize.Compact(c.units[k].Text())
		}
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(a, b run) int { return cmp.Compare(b.odds, a.odds) })
	return out
}

func (c *chooser) canOpen(i int, class tag.Class) bool {
	switch {
	case c.probability(i, class) < minOpen:
		return false
	case isAddress(class):
		return c.units[i].Best() == class && !c.isAside(i)
	}
	return !c.isNoName(i, class)
}

func (c *chooser) canContinue(i int, class tag.Class) bool {
	return c.probability(i, class) >= minContinue && c.units[i].Best() == class &&
		(!isAddress(class) || !c.isAside(i))
}

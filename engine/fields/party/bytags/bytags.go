// Package bytags finds vendor and customer from the tags of package tagger: names, addresses and
// tax numbers. Each unit of the page has a log-probability for each class. Neighboring units of one
// class form a run. Vendor and customer are then chosen together, so that they never share a name.
package bytags

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Party is a name and an address. Values that were not found are empty.
type Party struct{ Name, Address value.Value }

// Parties are the parties of a trade document.
type Parties struct {
	Vendor, Customer Party
	Shipping         value.Value // address that goods are delivered to
}

// Minimum probabilities.
const (
	minProbability    = 0.05 // of the name or address of a party
	minAddressAlone   = 0.3  // of an address without a name
	minShopConfidence = 0.6  // of a shop's name
)

// chooser chooses the parties of a document among its units.
type chooser struct {
	*annotate.Document
	units []tag.Unit
	order bool // the customer issued the document
}

func newChooser(doc *annotate.Document, order bool) *chooser {
	if doc.Tags == nil {
		return &chooser{Document: doc}
	}
	return &chooser{Document: doc, units: doc.Tags.Units, order: order}
}

// Find returns the parties of a document. Order says that it is a purchase order, which the
// customer issues.
func Find(doc *annotate.Document, order bool) (out Parties) {
	c := newChooser(doc, order)
	vendors := c.candidates(tag.VendorName, tag.VendorAddress)
	vendor, customer := choosePair(vendors, c.candidates(tag.CustomerName, tag.CustomerAddress))
	vendor, customer = c.resolveSwap(vendors, vendor, customer)
	c.adoptAddress(vendor, customer, tag.CustomerAddress)
	c.adoptAddress(customer, vendor, tag.VendorAddress)
	out.Vendor, out.Customer = c.values(vendor), c.values(customer)
	if all := c.runs(tag.ShippingAddress); len(all) > 0 && all[0].odds > math.Log(minAddressAlone) {
		out.Shipping = c.cite(all[0], true)
	}
	return out
}

// Shop returns the name and address of the shop of a receipt with a text layer. The tagger was not
// trained on till receipts and photos, so that recognized documents have none.
func Shop(doc *annotate.Document) Party {
	c := newChooser(doc, false)
	if len(c.units) == 0 || c.units[0].Segment.Tokens[0].Source == document.SourceOCR {
		return Party{}
	}
	for _, p := range c.candidates(tag.VendorName, tag.VendorAddress) {
		if p.name != nil && p.name.odds > math.Log(minShopConfidence) {
			return c.values(&p)
		}
	}
	return Party{}
}

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

// Maximum distances between the pieces of a run, in heights of print.
const (
	maxLineGap    = 2.2
	maxAlignedGap = 3.5 // of lines with the same left edge
	maxBesideGap  = 3
)

// next returns the unit that continues a run from the unit at, which began with the unit start: the
// next unit of its segment, the next segment of its row, or the nearest unit below. It returns none
// at the end of the run.
func (c *chooser) next(at, start int, class tag.Class, used []bool) int {
	cur, names := &c.units[at], !isAddress(class)
	if k := at + 1; k < len(c.units) && c.units[k].Segment == cur.Segment {
		switch {
		case !used[k] && (c.canContinue(k, class) || names && c.probability(k, class) >= minBeside):
			return k
		case names:
			return none
		}
	}
	if names && c.isComplete(at, start) {
		return none
	}
	h := cur.Segment.Height()
	if k := c.nextUnit(at, h); k >= 0 && !used[k] && c.canContinue(k, class) {
		return k
	}
	return c.nextBelow(at, start, class, used)
}

// nextBelow returns the nearest unit below that continues a run.
func (c *chooser) nextBelow(at, start int, class tag.Class, used []bool) int {
	cur, names := &c.units[at], !isAddress(class)
	h, box := cur.Segment.Height(), cur.Box().Union(c.units[start].Box())
	if c.isLabeled(start) {
		box.X0 = min(box.X0, c.units[start].Segment.Box.X0) // "Seller: name" goes on below the label
	}
	open := names && textshape.EndsOpen(c.words(at)) // it goes on at the start of the next line
	for k := at + 1; k < len(c.units); k++ {
		u := &c.units[k]
		down := u.Segment.Box.Y0 - cur.Segment.Box.Y1
		if u.Segment.Page != cur.Segment.Page || down > maxAlignedGap*h || isHeading(u, box) {
			return none
		}
		if down > maxLineGap*h && math.Abs(u.Box().X0-cur.Box().X0) > 0.5*h || u.Segment.Row == cur.Segment.Row ||
			used[k] || u.Box().OverlapX(box) <= 0 || u.First > 0 && (open || !c.opensSegment(k, class)) {
			continue
		}
		switch {
		case !c.canContinue(k, class):
		case names && c.isOtherName(at, start, k), !names && c.isSeparated(at, k):
			return none
		case recognize.Compact(u.Text()) != recognize.Compact(c.units[start].Text()): // the name is not repeated
			return k
		}
	}
	return none
}

// nextUnit returns the unit that opens the next segment of the row if that is near.
func (c *chooser) nextUnit(at int, h float64) int {
	cur, k := &c.units[at], at+1
	if k >= len(c.units) || c.units[k].Segment.Page != cur.Segment.Page || c.units[k].Segment == cur.Segment ||
		c.units[k].Segment.Row != cur.Segment.Row || c.units[k].Segment.Box.X0-cur.Box().X1 > maxBesideGap*h {
		return none
	}
	for i := at; i >= 0 && c.units[i].Segment == cur.Segment; i-- {
		if c.units[i].Text() == c.units[k].Text() {
			return none // billing and delivery address are the same
		}
	}
	return k
}

// isSeparated reports whether a line is printed between a line with a post code and one below it,
// so that the address ends at the post code.
func (c *chooser) isSeparated(upper, lower int) bool {
	a, b := c.units[upper].Segment, c.units[lower].Segment
	if !textshape.PostalLine(c.words(upper)) && !textshape.PostalLine(a.Words) {
		return false
	}
	return slices.ContainsFunc(c.units[upper+1:lower], func(u tag.Unit) bool {
		return u.Segment.Row > a.Row && u.Segment.Row < b.Row && u.Segment.Box.OverlapX(a.Box) > 0 &&
			u.Segment.Box.OverlapX(b.Box) > 0
	})
}

// isLabeled reports whether a label with a colon is printed right before a unit.
func (c *chooser) isLabeled(i int) bool {
	u := &c.units[i]
	return u.First > 0 && strings.HasSuffix(u.Segment.Words[u.First-1], ":")
}

// isHeading reports whether a unit is a party's heading in the column of a box.
func isHeading(u *tag.Unit, box layout.Box) bool {
	if u.Box().OverlapX(box) <= 0 {
		return false
	}
	side, _ := role.UnitHeading(u)
	return side != role.Unknown
}

// opensSegment reports whether a unit is the first of its segment that continues a run of the class.
func (c *chooser) opensSegment(k int, class tag.Class) bool {
	return k == 0 || c.units[k-1].Segment != c.units[k].Segment || !c.canContinue(k-1, class)
}

// isAside reports whether a unit belongs to a line about a person at the company, such as "Attn
// Sales, Ada Lowe" or "Herr Uwe Stahl". A line with the post code does not.
func (c *chooser) isAside(i int) bool {
	u := &c.units[i]
	words := u.Segment.Words
	if recognize.CountDigits(words[u.Last]) > 0 || slices.ContainsFunc(c.units[i:], func(o tag.Unit) bool {
		return o.Segment == u.Segment && textshape.PostalLine(o.Words())
	}) {
		return false
	}
	folded := recognize.FoldWords(strings.Join(words[:min(len(words), 2)], " "))
	return len(folded) > 1 && (len(folded[0]) > 1 && lexicon.Salutation.Has(folded[0]) ||
		lexicon.PartyAside.Has(folded[0]) || lexicon.CareOf.Has(folded[0]+" "+folded[1]))
}

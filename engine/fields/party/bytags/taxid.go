package bytags

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/recognize"
)

// taxNumber is a possible tax number of a party.
type taxNumber struct {
	link.Candidate
	vendor, customer float64 // log-probabilities
}

// TaxIDs returns the scalars vendorTaxId and customerTaxId, chosen together. A number below one of
// the parties' names in its column belongs to that party.
func TaxIDs(l *link.Linker, vendorName, customerName value.Value) *value.Set {
	const presence = 1.6 // bonus of a number over none
	set := value.New()
	all := taxNumbers(l)
	for i := range all {
		n := &all[i]
		vendors, customers := distanceUnder(vendorName, n.Candidate), distanceUnder(customerName, n.Candidate)
		if vendors < customers && n.vendor < n.customer || customers < vendors && n.customer < n.vendor {
			n.vendor, n.customer = n.customer, n.vendor
		}
	}
	vendor, customer := likeliestPair(len(all), len(all),
		func(i int) float64 { return all[i].vendor + presence },
		func(k int) float64 { return all[k].customer + presence },
		func(i, k int) bool { return all[i].Text == all[k].Text })
	if vendor >= 0 {
		set.Put("vendorTaxId", all[vendor].value(all[vendor].vendor))
	}
	if customer >= 0 {
		set.Put("customerTaxId", all[customer].value(all[customer].customer))
	}
	return set
}

func taxNumbers(l *link.Linker) []taxNumber {
	const minProbability = 0.15
	if l.Tags == nil {
		return nil
	}
	var out []taxNumber
	for i := range l.Tags.Units {
		u := &l.Tags.Units[i]
		n := taxNumber{vendor: float64(u.Odds[tag.VendorTaxID]), customer: float64(u.Odds[tag.CustomerTaxID])}
		if max(n.vendor, n.customer) < math.Log(minProbability) {
			continue
		}
		found := false
		if n.Candidate, found = numberIn(l, u); found {
			out = append(out, n)
		}
	}
	return out
}

// numberIn returns the number in a unit: one with the form of a tax number, or else its whole text
// if that is no telephone number.
func numberIn(l *link.Linker, u *tag.Unit) (link.Candidate, bool) {
	const maxLength = 24
	for _, c := range l.TaxIDValues(u.Segment) {
		inside := c.Segment == u.Segment && c.First >= u.First && c.First <= u.Last
		if inside && (c.Fit > 0 || c.Last <= u.Last) { // one with a known form goes on where the print changes
			return c, true
		}
	}
	text := strings.Trim(u.Text(), " .,;:()")
	if recognize.CountDigits(text) < textshape.MinTaxDigits || strings.ContainsAny(text, ":#@") ||
		len(text) > maxLength ||
		recognize.VehicleNumber(text) || slices.ContainsFunc(u.Segment.Phones(), func(c recognize.Code) bool {
		return c.First >= u.First && c.Last <= u.Last
	}) {
		return link.Candidate{}, false
	}
	return link.Candidate{Segment: u.Segment, First: u.First, Last: u.Last, Text: text}, true
}

func (n *taxNumber) value(odds float64) value.Value {
	score := math.Exp(min(0, odds))
	if mark, below := n.markBelow(); below != nil {
		parts := []layout.Part{{Segment: n.Segment, First: n.First, Last: n.Last}, {Segment: below}}
		return value.CiteParts(n.Text+mark, parts, " ", score)
	}
	return value.Cite(n.Text, n.Segment, n.First, n.Last, score)
}

// markBelow returns the VAT mark of a Swiss number, such as MWST, if a narrow column wraps before it.
func (n *taxNumber) markBelow() (mark string, line *layout.Segment) {
	const swiss, digits = "CHE", 9
	next := n.Segment.NextInBlock()
	if next == nil || len(next.Words) != 1 || n.Last != len(n.Segment.Words)-1 || len(n.Text) != len(swiss)+digits ||
		!strings.HasPrefix(n.Text, swiss) || !country.SwissVATMark(next.Words[0]) {
		return "", nil
	}
	return strings.ToUpper(next.Words[0]), next
}

// distanceUnder returns how far below a name in the same column a number is printed, in heights of
// its line. It is infinite for a number above, far below or in another column.
func distanceUnder(name value.Value, c link.Candidate) float64 {
	const minDistance, maxDistance, tolerance = 0.5, 9, 0.02
	p := c.Segment.Tokens[c.First].Place
	away := (p.Y0 + p.Y1 - name.Box.Y0 - name.Box.Y1) / 2 / p.Height()
	if name.Box.Empty() || c.Segment.Page.Number != name.Page || away < minDistance || away > maxDistance ||
		p.X0 > name.Box.X1 || p.X1 < name.Box.X0-tolerance {
		return math.Inf(1)
	}
	return away
}

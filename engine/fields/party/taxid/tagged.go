package taxid

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/country"
	"github.com/docmill/docmill/engine/fields/form"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/tag"
)

// taxNumber is a number that may be a party's tax number.
type taxNumber struct {
	link.Candidate
	vendor, customer float64 // logarithms of the probabilities
}

// putTagged stores the tax numbers that the tags tell, chosen together: no number is
// both parties'.
func (in Input) putTagged(set *value.Set, m *link.Set) {
	all := in.taxNumbers(m)
	vendor, customer := role.Pair(len(all), len(all),
		func(i int) float64 { return all[i].vendor + toldTaxID },
		func(k int) float64 { return all[k].customer + toldTaxID },
		func(i, k int) bool { return all[i].Text == all[k].Text })
	if vendor >= 0 {
		set.Put("vendorTaxId", all[vendor].value(all[vendor].vendor))
	}
	if customer >= 0 {
		set.Put("customerTaxId", all[customer].value(all[customer].customer))
	}
}

// toldTaxID is what a tax number gains by being there at all.
const toldTaxID = 1.6

func (n *taxNumber) value(odds float64) value.Value {
	score := math.Exp(min(0, odds))
	if mark, below := n.markBelow(); below != nil {
		parts := []layout.Part{{Segment: n.Segment, First: n.First, Last: n.Last}, {Segment: below}}
		return value.CiteParts(n.Text+mark, parts, " ", score)
	}
	return value.Cite(n.Text, n.Segment, n.First, n.Last, score)
}

// markBelow is the mark of a Swiss number that is a VAT number, where it stands alone in
// the line under the number: the column is narrow.
func (n *taxNumber) markBelow() (mark string, line *layout.Segment) {
	const swiss, digits = "CHE", 9
	next := n.Segment.NextInBlock()
	if next == nil || len(next.Words) != 1 || n.Last != len(n.Segment.Words)-1 || len(n.Text) != len(swiss)+digits ||
		!strings.HasPrefix(n.Text, swiss) || !country.SwissVATMark(next.Words[0]) {
		return "", nil
	}
	return strings.ToUpper(next.Words[0]), next
}

// taxNumbers are the numbers that may be tax numbers: those of a known form, those
// behind a label, and whatever the tags hold for one.
func (in Input) taxNumbers(m *link.Set) []taxNumber {
	var out []taxNumber
	for i := range in.Tags.Units {
		u := &in.Tags.Units[i]
		n := taxNumber{vendor: float64(u.Odds[tag.VendorTaxID]), customer: float64(u.Odds[tag.CustomerTaxID])}
		lift := in.formLift(u, max(n.vendor, n.customer))
		n.vendor, n.customer = n.vendor+lift, n.customer+lift
		if max(n.vendor, n.customer) < math.Log(leastTold) {
			continue
		}
		c, ok := in.taxNumberIn(u, m)
		if !ok {
			continue
		}
		n.Candidate = c
		out = append(out, n)
	}
	return out
}

// formLift is what a number with the given odds gains by its form: one that is printed as
// the tax numbers of a country are is likely a party's, unless its check digits are wrong,
// as those of an account number's first groups are.
func (in Input) formLift(u *tag.Unit, odds float64) float64 {
	for _, c := range in.Spans[u.Segment].VATIDs {
		switch {
		case c.First < u.First || c.First > u.Last:
		case c.Checksum == recognize.ChecksumInvalid:
			return formBonus
		default:
			return max(formBonus, formedOdds-odds)
		}
	}
	if country.IsTaxNumber(strings.Trim(u.Segment.Words[u.Last], ".,;:()")) {
		return max(formBonus, formedOdds-odds)
	}
	return 0
}

// formedOdds is the logarithm of the least probability of a number with the form of a tax
// number to be a party's.
const formedOdds = -1.2

// formBonus is what a number gains by the form of a VAT number: of two numbers of a
// party it is the one to tell.
const formBonus = 0.7

// taxNumberIn is the number in a unit.
func (in Input) taxNumberIn(u *tag.Unit, m *link.Set) (link.Candidate, bool) {
	inside := func(c link.Candidate) bool {
		return c.Segment == u.Segment && c.First >= u.First && c.Last <= u.Last
	}
	phone := slices.ContainsFunc(u.Segment.Phones(), func(c recognize.Code) bool {
		return c.First >= u.First && c.Last <= u.Last && phoneLike(c.Value)
	})
	for _, c := range in.TaxIDValues(u.Segment) {
		if inside(c) && (!phone || c.Fit > 0) {
			return c, true
		}
	}
	for _, role := range []lexicon.Role{lexicon.TaxID, lexicon.CustomerTaxID} {
		for _, l := range m.Links[role] {
			if inside(l.Value) && !phone {
				return l.Value, true
			}
		}
	}
	if slices.ContainsFunc(u.Segment.Phones(), func(c recognize.Code) bool {
		return c.First >= u.First && c.Last <= u.Last
	}) {
		return link.Candidate{}, false
	}
	first := u.First
	for first < u.Last && recognize.CountDigits(u.Segment.Words[first]) == 0 && len(u.Segment.Words[first]) > 3 {
		first++
	}
	text := strings.Trim(strings.Join(u.Segment.Words[first:u.Last+1], " "), " .,;:()")
	if recognize.CountDigits(text) < form.LeastTaxDigits || strings.ContainsAny(text, ":#@") || len(text) > longestTaxID {
		return link.Candidate{}, false
	}
	return link.Candidate{Segment: u.Segment, First: first, Last: u.Last, Text: text}, true
}

// phoneLike reports whether a number is written as telephone numbers are in North
// America and tax numbers nowhere: in groups of three, three and four digits, or with
// an extension.
func phoneLike(number string) bool {
	main, extension, _ := strings.Cut(strings.TrimLeft(number, "+"), "x")
	groups := strings.Split(main, "-")
	n := len(groups)
	return extension != "" ||
		n >= 3 && len(groups[n-1]) == 4 && len(groups[n-2]) == 3 && len(groups[n-3]) == 3
}

// longestTaxID is how long a tax number is at most, with what parts its digits.
const longestTaxID = 24

// leastTold is the least probability of a number to be told.
const leastTold = 0.15

package taxid

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
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
	in.takeOthers(all)
	in.takeNames(all)
	in.takeForms(all)
	in.takeBlocks(all, m)
	vendor, customer := role.Pair(len(all), len(all),
		func(i int) float64 { return all[i].vendor + toldTaxID },
		func(k int) float64 { return all[k].customer + toldTaxID },
		func(i, k int) bool { return sameNumber(all[i].Text, all[k].Text) })
	if vendor < 0 && customer >= 0 && in.ofDocument(all, m) {
		vendor, customer = customer, vendor
		all[vendor].vendor = all[vendor].customer
	}
	if vendor >= 0 {
		set.Put("vendorTaxId", all[vendor].value(all[vendor].vendor))
	}
	if customer >= 0 {
		set.Put("customerTaxId", all[customer].value(all[customer].customer))
	}
	if set.Has("vendorTaxId") {
		return
	}
	if l, ok := in.unseen(m); ok && l.Value.Text != set.Text("customerTaxId") {
		set.Put("vendorTaxId", l.AsValue())
	} else if l := labelled(m).vendor; l != nil && customer >= 0 {
		set.Put("vendorTaxId", l.AsValue())
	}
}

// sameNumber reports whether two numbers are one, printed with and without the letters and
// marks of a country: "NO974760673MVA" is the "974 760 673" of the register, and Finland's
// "1572860-0" is "FI15728600".
func sameNumber(a, b string) bool {
	return a == b || len(digits(a)) >= textshape.LeastTaxDigits && digits(a) == digits(b)
}

func digits(s string) string {
	return strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, s)
}

// unseen is the number that a label announces most strongly in a place of which the tags
// say nothing, as they leave out most rows of long tables: a foot may stand right under one.
func (in Input) unseen(m *link.Set) (link.Link, bool) {
	var top link.Link
	found := false
	for _, l := range m.Links[lexicon.TaxID] {
		s := l.Value.Segment
		if in.Tags.At(s, l.Value.First) == nil && l.LogOdds > leastTaxID && !namesCustomer(l.Label) &&
			!in.ItemRows[s.Page.Rows[s.Row]] && (!found || l.LogOdds > top.LogOdds) {
			top, found = l, true
		}
	}
	return top, found
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
	told := labelled(m)
	for i := range in.Tags.Units {
		u := &in.Tags.Units[i]
		n := taxNumber{vendor: float64(u.Odds[tag.VendorTaxID]), customer: float64(u.Odds[tag.CustomerTaxID])}
		lift := max(in.formLift(u, max(n.vendor, n.customer)), labelLift(u, m, max(n.vendor, n.customer)))
		n.vendor, n.customer = n.vendor+lift, n.customer+lift
		told.correct(u, &n)
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
	if inForm(u.Segment, u.Last) {
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
	labelled := in.behindLabel(u)
	other := in.inRegister(u) || !labelled && slices.ContainsFunc(u.Segment.Phones(), func(c recognize.Code) bool {
		return c.First >= u.First && c.Last <= u.Last && phoneLike(c.Value)
	})
	for _, c := range in.TaxIDValues(u.Segment) {
		// A number with a form goes on where the print changes within it.
		begins := c.Fit > 0 && c.Segment == u.Segment && c.First >= u.First && c.First <= u.Last
		if begins || inside(c) && !other {
			return c, true
		}
	}
	for _, role := range []lexicon.Role{lexicon.TaxID, lexicon.CustomerTaxID} {
		for _, l := range m.Links[role] {
			if inside(l.Value) && !other {
				return l.Value, true
			}
		}
	}
	if other || !labelled && slices.ContainsFunc(u.Segment.Phones(), func(c recognize.Code) bool {
		return c.First >= u.First && c.Last <= u.Last
	}) {
		return link.Candidate{}, false
	}
	first := u.First
	for first < u.Last && announcing(u.Segment.Words[first]) {
		first++
	}
	text := strings.Trim(strings.Join(u.Segment.Words[first:u.Last+1], " "), " .,;:()")
	if recognize.CountDigits(text) < textshape.LeastTaxDigits || strings.ContainsAny(text, ":#@") ||
		len(text) > longestTaxID || in.isMoney(u) || recognize.VehicleNumber(text) {
		return link.Candidate{}, false
	}
	if joined := strings.ReplaceAll(text, " ", ""); labelled && recognize.CountDigits(joined) == len(joined) {
		text = joined // in groups as a telephone's
	}
	return link.Candidate{Segment: u.Segment, First: first, Last: u.Last, Text: text}, true
}

// announcing reports whether a word is what stands before a tax number and no part of it, as the
// letters of a country are.
func announcing(word string) bool {
	const longestLetters = 3
	return recognize.CountDigits(word) == 0 && (len(word) > longestLetters || country.StartsNumber(strings.ToLower(word)))
}

// isMoney reports whether an amount with cents opens a unit: "Cap. Soc. € 50.000,00 i.v." is a
// company's capital.
func (in Input) isMoney(u *tag.Unit) bool {
	const cents = 2
	return slices.ContainsFunc(in.Spans[u.Segment].Amounts, func(a recognize.Amount) bool {
		return a.First == u.First && a.Number.Fraction == cents
	})
}

// behindLabel reports whether the label of a tax number stands right before a unit: what it
// announces is no telephone number, though it is in groups like one: "Org.nr 974 760 673".
func (in Input) behindLabel(u *tag.Unit) bool {
	return slices.ContainsFunc(in.LabelsIn[u.Segment], func(h *annotate.Label) bool {
		return h.Last == u.First-1 && announcesTaxID(h)
	})
}

// inRegister reports whether a unit begins with the name of a register, or stands behind
// it, that no label of tax numbers says: "REA MI-1024", "HRB 20311".
func (in Input) inRegister(u *tag.Unit) bool {
	for i := max(0, u.First-1); i <= u.First; i++ {
		if lexicon.Registration.Has(recognize.Fold(strings.Trim(u.Segment.Words[i], ".,;:()"))) &&
			!slices.ContainsFunc(in.LabelsIn[u.Segment], func(h *annotate.Label) bool {
				return h.First <= i && i <= h.Last && announcesTaxID(h)
			}) {
			return true
		}
	}
	return false
}

func announcesTaxID(h *annotate.Label) bool {
	_, vendors := h.As(lexicon.TaxID)
	_, customers := h.As(lexicon.CustomerTaxID)
	return vendors || customers
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

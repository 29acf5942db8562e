package announced

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/recognize"
)

// hearDomain applies what mail addresses say where no heading tells two blocks from each
// other, whichever stands first: a company prints its own address under its own name, and
// "info@marlow-pumps.test" under "Marlow Pumps Ltd" says that these send the invoice. If
// the page has addresses of other domains, too, they say nothing.
func (a *announcer) hearDomain(kind result.DocumentType) {
	if kind == result.TypePurchaseOrder || a.headed() {
		return
	}
	domains := a.domains()
	sender := a.sender(domains)
	if len(domains) == 0 || sender < 0 {
		return
	}
	own := columnUnder(a.units, sender)
	if !slices.ContainsFunc(own, a.reachable) {
		return // it stands elsewhere, perhaps of a person at the customer's
	}
	rival := a.rival(sender)
	if rival < 0 {
		return
	}
	other := columnUnder(a.units, rival)
	for _, k := range own {
		a.settle(k, role.Vendor)
	}
	for _, k := range other {
		if !slices.Contains(own, k) {
			a.settle(k, role.Customer)
		}
	}
}

// headed reports whether a heading says whose a block is.
func (a *announcer) headed() bool {
	for i := range a.units {
		if side, _ := role.UnitHeading(&a.units[i]); side == role.Vendor || side == role.Customer {
			return true
		}
	}
	return false
}

// domains are the different domains of the page's mail addresses, compact and without
// their ends.
func (a *announcer) domains() (out []string) {
	for _, s := range a.Layout.Segments {
		for _, m := range s.Emails() {
			if c := domainOf(m.Value); !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// domainOf returns the domain of a mail address, compact and without its end.
func domainOf(mail string) string {
	_, domain, _ := strings.Cut(mail, "@")
	if k := strings.IndexByte(domain, '.'); k > 0 {
		domain = domain[:k]
	}
	return recognize.Compact(domain)
}

// reachable reports whether a unit holds a mail address.
func (a *announcer) reachable(k int) bool {
	return strings.ContainsRune(a.units[k].Text(), '@')
}

// sender returns the first unit of a name that the only domain is made of; none where the
// tags have it for the vendor's already.
func (a *announcer) sender(domains []string) int {
	if len(domains) != 1 {
		return none
	}
	pair := tag.Pairs()[0]
	for i := range a.units {
		if u := &a.units[i]; u.First == 0 && named(u.Segment.Words, domains[0]) && a.nameLike(i) {
			if u.Odds[pair[0]] >= u.Odds[pair[1]] {
				return none
			}
			return i
		}
	}
	return none
}

// rival returns the unit in the row of a name that is likeliest another party's; none
// where the two are no equals: one is printed again, as a letterhead is in the foot.
func (a *announcer) rival(sender int) int {
	const leastName = 0.3
	top, best := none, math.Log(leastName)
	pair, head := tag.Pairs()[0], a.units[sender].Segment
	for i := range a.units {
		u := &a.units[i]
		odds := float64(max(u.Odds[pair[0]], u.Odds[pair[1]]))
		if u.First == 0 && u.Segment.Page == head.Page && u.Segment.Row == head.Row && u.Segment != head &&
			odds > best && a.nameLike(i) {
			top, best = i, odds
		}
	}
	if top >= 0 && a.printed(a.units[top].Segment.Text()) > a.printed(head.Text()) {
		return none
	}
	return top
}

// printed counts the lines that hold a text.
func (a *announcer) printed(text string) (n int) {
	key := recognize.Compact(text)
	for _, s := range a.Layout.Segments {
		if strings.Contains(recognize.Compact(s.Text()), key) {
			n++
		}
	}
	return n
}

// settle makes whatever a unit is of either party the role's.
func (a *announcer) settle(k int, side role.Role) {
	odds := &a.units[k].Odds
	for _, pair := range tag.Pairs() {
		own, other := pair[0], pair[1]
		if side == role.Customer {
			own, other = other, own
		}
		odds[own], odds[other] = max(odds[own], odds[other]), min(odds[own], odds[other], contraryOdds)
	}
	a.changed = true
}

// named reports whether a domain consists of words of a name in their order, of most of
// its letters: "valle-tinto" is "Bodegas Valle de Tinto S.A.".
func named(words []string, domain string) bool {
	const leastDomain = 5 // letters
	if len(domain) < leastDomain {
		return false
	}
	rest, whole := domain, 0
	for _, w := range words {
		c := recognize.Compact(w)
		if c == "" || !strings.HasPrefix(rest, c) {
			continue
		}
		if rest = rest[len(c):]; !textshape.HasLegalForm([]string{"", w}) {
			whole += len(c)
		}
	}
	return rest == "" && whole >= leastDomain
}

// columnUnder returns the units of a name's line and those below it with its left or its
// right edge, down to a gap.
func columnUnder(units []tag.Unit, name int) (out []int) {
	head := units[name].Segment
	bottom, h := head.Box.Y1, head.Height()
	for i := name; i < len(units) && len(out) < longestBlock; i++ {
		s := units[i].Segment
		if s.Page != head.Page || s.Box.Y0-bottom > mostBetween*h {
			break
		}
		left, right := math.Abs(s.Box.X0-head.Box.X0), math.Abs(s.Box.X1-head.Box.X1)
		if s != head && (s.Row == head.Row || min(left, right) > 0.6*h) {
			continue
		}
		out, bottom = append(out, i), max(bottom, s.Box.Y1)
	}
	return out
}

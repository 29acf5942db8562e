package tagged

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/fields/party/run"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Parties by the tags of package tagger: every unit of the page has the odds of
// being a party's name or a piece of its address. Pieces that stand together make a
// run; the names and addresses of all parties are then chosen together.

// taggedParty is a party's name and address; either may be nil.
type taggedParty struct {
	name, address *run.Run
	odds          float64
}

// mostParties is how many names and addresses of each party are weighed.
const mostParties = 6

// parties returns names with their addresses, likeliest first.
func (t *tagged) parties(name, address tag.Class) []taggedParty {
	names, places := t.full(run.Find(t.Document, name), name), t.entire(run.Find(t.Document, address))
	names, places = names[:min(len(names), mostParties)], places[:min(len(places), mostParties)]
	var out []taggedParty
	for i := range names {
		n := &names[i]
		if n.Odds < leastOdds() {
			continue
		}
		best := taggedParty{name: n, odds: n.Odds + t.repeated(n)}
		top := math.Inf(-1)
		for k := range places {
			a := &places[k]
			if a.Odds < leastOdds() || !t.placeLike(a) {
				continue
			}
			if z := a.Odds + t.together(n, a) + 0.1*float64(min(3, len(a.Units))); z > top {
				top, best.address = z, a
			}
		}
		if best.address != nil {
			best.odds += 0.3 * t.together(n, best.address)
		}
		out = append(out, best)
	}
	if len(out) == 0 && len(places) > 0 && places[0].Odds > math.Log(leastSure) {
		out = append(out, taggedParty{address: &places[0], odds: places[0].Odds})
	}
	slices.SortStableFunc(out, func(a, b taggedParty) int { return cmp.Compare(b.odds, a.odds) })
	return out
}

// entire returns addresses without those that others end with, as a letter's foot has the town
// of an address that is printed in full elsewhere; the full one is as likely as either.
func (t *tagged) entire(places []run.Run) []run.Run {
	short := make([]bool, len(places))
	for i := range places {
		k := slices.IndexFunc(places, func(o run.Run) bool {
			return len(o.Units) > len(places[i].Units) && endsWith(o.Key, places[i].Key) && o.Odds >= leastOdds() &&
				t.opensPlace(&t.units[o.Units[0]])
		})
		if short[i] = k >= 0; short[i] {
			places[k].Odds = max(places[k].Odds, places[i].Odds)
		}
	}
	return kept(places, short)
}

// endsWith reports whether a key ends with another, and not inside a number: 4 Quay Street is
// another house than 14 Quay Street.
func endsWith(long, short string) bool {
	rest, ends := strings.CutSuffix(long, short)
	inside := rest != "" && short != "" && annotate.IsDigitByte(rest[len(rest)-1]) && annotate.IsDigitByte(short[0])
	return ends && !inside
}

// opensPlace reports whether a unit is the first line of an address: a street or a house.
func (t *tagged) opensPlace(u *tag.Unit) bool {
	return textshape.Street(u.Words(), "") || textshape.House(u.Words()) || textshape.EndsInHouseNumber(u.Words())
}

// kept returns the runs that are not left out.
func kept(runs []run.Run, left []bool) []run.Run {
	var out []run.Run
	for i := range runs {
		if !left[i] {
			out = append(out, runs[i])
		}
	}
	return out
}

// full returns names without those that others are and more, as a logo or a short form is the
// beginning of the company's name; the full one is as likely as either. Legal forms without
// a name are left out.
func (t *tagged) full(names []run.Run, c tag.Class) []run.Run {
	for i := range names {
		t.uncut(&names[i], c)
	}
	short := make([]bool, len(names))
	for i := range names {
		words := t.words(&names[i])
		if short[i] = textshape.OnlyLegalForm(words); short[i] {
			continue
		}
		k := slices.IndexFunc(names, func(o run.Run) bool {
			return t.extends(&o, words) || o.Odds >= leastOdds() && abbreviates(words, t.words(&o))
		})
		if short[i] = k >= 0; short[i] {
			names[k].Odds = max(names[k].Odds, names[i].Odds)
		}
	}
	return kept(names, short)
}

// abbreviates reports whether a name is that of a person which is another's with initials: "A. Lowe"
// for "Ada Lowe", as in a signature or over the window of an envelope.
func abbreviates(short, long []string) bool {
	n := len(short)
	if n < 2 || n != len(long) || recognize.Fold(short[n-1]) != recognize.Fold(long[n-1]) {
		return false
	}
	initials := false
	for i := range n - 1 {
		letter, dotted := strings.CutSuffix(short[i], ".")
		first, size := utf8.DecodeRuneInString(long[i])
		switch {
		case recognize.Fold(short[i]) == recognize.Fold(long[i]):
		case dotted && letter == string(first) && len(long[i]) > size+1:
			initials = true
		default:
			return false
		}
	}
	return initials
}

// extends reports whether a name begins with the words of another and is rather its full form:
// it adds a legal form, or is one piece that is likely for itself.
func (t *tagged) extends(long *run.Run, short []string) bool {
	words := t.words(long)
	if !run.StartsWith(recognize.FoldWords(strings.Join(words, " ")), recognize.FoldWords(strings.Join(short, " "))) {
		return false
	}
	if textshape.HasLegalForm(short) {
		return long.Odds >= leastOdds() && textshape.OnlyLegalForm(words[min(len(short), len(words)):])
	}
	return long.Odds >= leastOdds() && textshape.HasLegalForm(words) || long.Odds > math.Log(leastSure) && len(long.Units) == 1
}

// words are those of a run.
func (t *tagged) words(one *run.Run) (out []string) {
	for _, i := range one.Units {
		out = append(out, t.units[i].Words()...)
	}
	return out
}

// repeated is what a name gains by being printed again.
func (t *tagged) repeated(n *run.Run) float64 {
	count := 0
	for i := range t.units {
		if len(n.Key) > 3 && recognize.Compact(t.units[i].Text()) == n.Key {
			count++
		}
	}
	return 0.15 * float64(min(2, max(0, count-1)))
}

// together is what an address gains by standing under or behind its name.
func (t *tagged) together(n, a *run.Run) float64 {
	last, top := &t.units[n.Units[len(n.Units)-1]], &t.units[a.Units[0]]
	if last.Segment.Page != top.Segment.Page {
		return -1
	}
	h := last.Segment.Height()
	down, across := top.Box().Y0-last.Box().Y1, top.Box().OverlapX(last.Box())
	switch {
	case last.Segment == top.Segment, down > -h && down < 3*h && across > 0:
		return 1
	case down > -h && down < 8*h && across > 0:
		return 0.5
	}
	return 0
}

// choosePair takes the likeliest vendor and customer whose names differ.
func choosePair(vendors, customers []taggedParty) (vendor, customer *taggedParty) {
	i, k := role.Pair(len(vendors), len(customers),
		func(i int) float64 { return vendors[i].odds + told },
		func(k int) float64 { return customers[k].odds + told },
		func(i, k int) bool { return clash(&vendors[i], &customers[k]) })
	if i >= 0 {
		vendor = &vendors[i]
	}
	if k >= 0 {
		customer = &customers[k]
	}
	return vendor, customer
}

// told is what a party gains by being there at all.
const told = 2.5

// clash reports whether two parties cannot both be: they have one name, or share
// words of the page.
func clash(a, b *taggedParty) bool {
	if a.name != nil && b.name != nil && a.name.Key == b.name.Key {
		return true
	}
	return a.name != nil && b.name != nil && slices.ContainsFunc(a.name.Units, func(i int) bool {
		return slices.Contains(b.name.Units, i)
	})
}

// exchange gives two parties each other's address where each stands in the column of the
// other's name alone, one of them right under it.
func (t *tagged) exchange(a, b *taggedParty) {
	if a == nil || b == nil || a.name == nil || b.name == nil || a.address == nil || b.address == nil ||
		t.column(a.name, a.address) || t.column(b.name, b.address) {
		return
	}
	if t.column(a.name, b.address) && t.column(b.name, a.address) &&
		max(t.together(a.name, b.address), t.together(b.name, a.address)) == 1 {
		a.address, b.address = b.address, a.address
	}
}

// column reports whether an address stands at the left edge of a name below it, or near it
// otherwise: contacts may stand between.
func (t *tagged) column(n, a *run.Run) bool {
	const longest, edge = 16, 0.6 // heights of print
	last, top := &t.units[n.Units[len(n.Units)-1]], &t.units[a.Units[0]]
	h := last.Segment.Height()
	down := top.Box().Y0 - last.Box().Y1
	return t.together(n, a) > 0 || last.Segment.Page == top.Segment.Page && down > 0 && down < longest*h &&
		math.Abs(top.Box().X0-last.Box().X0) < edge*h
}

// uncut takes the line of the page that a name in a narrow logo is the beginning of; a name with
// its legal form is whole. Two parties do not begin with the same two words and a part of the
// next: of fewer the line is not the other party's.
func (t *tagged) uncut(name *run.Run, c tag.Class) {
	const telling = 3 // words
	words := t.words(name)
	if textshape.HasLegalForm(words) {
		return
	}
	for i := range t.units {
		best := t.units[i].Best()
		others := len(words) < telling && best != c && (best == tag.VendorName || best == tag.CustomerName)
		if !others && cutOff(words, t.units[i].Words()) {
			name.Units, name.Key = []int{i}, recognize.Compact(t.units[i].Text())
			return
		}
	}
}

// cutOff reports whether a name is the beginning of another and ends inside a word: "Maple
// Catering Serv".
func cutOff(a, b []string) bool {
	const leastWord = 3 // letters of what is left of a word
	last := len(a) - 1
	if last < 1 || last >= len(b) || !slices.Equal(a[:last], b[:last]) || len(a[last]) < leastWord {
		return false
	}
	rest, begins := strings.CutPrefix(b[last], a[last])
	next, _ := utf8.DecodeRuneInString(rest)
	return begins && unicode.IsLower(next)
}

// adopt gives a party whose address is unknown, or stands elsewhere, the one right under its
// name, for whose ever the network holds that, unless it is the other party's.
func (t *tagged) adopt(p, other *taggedParty, class tag.Class) {
	if p == nil || p.name == nil || p.address != nil && t.together(p.name, p.address) > 0 {
		return
	}
	all := run.Find(t.Document, class)
	for i := range all {
		a := &all[i]
		if a.Odds < leastOdds() || t.together(p.name, a) < 1 || !t.placeLike(a) {
			continue
		}
		if other != nil && (other.address != nil && other.address.Key == a.Key ||
			other.name != nil && t.together(other.name, a) == 1) {
			continue
		}
		p.address = a
		return
	}
}

// placeLike reports whether a run can be an address: it holds a town with its post
// code, or a street with a number. What a network that has never seen the like
// holds for an address is now and then a number of the trade register.
func (t *tagged) placeLike(one *run.Run) bool {
	for _, i := range one.Units {
		words := t.units[i].Words()
		if textshape.PostalLine(words) || textshape.Street(words, "") {
			return true
		}
	}
	digits := recognize.CountDigits(one.Key)
	return digits > 0 && len(one.Key)-digits >= leastStreet && len(one.Units) > 1
}

// leastStreet is how many letters the name of a street has at least, with its town.
const leastStreet = 8

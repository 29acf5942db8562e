package announced

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/text/recognize"
)

// hearSeat applies what "Registered office:" says of the line behind it: all up to the post
// code is the address of the company that must print it, the sender, a house without a
// number included. A town alone, as beside a register court, is none.
func (a *announcer) hearSeat(k int) {
	if !endsInSeat(a.units[k].Words()) {
		return
	}
	pairs := tag.Pairs()
	name, address, taxID := pairs[0], pairs[1], pairs[2]
	last, sender := none, 0.0
	for i := k + 1; i < len(a.units) && a.units[i].Segment == a.units[k].Segment; i++ {
		if a.taxNumber(i) {
			break
		}
		sender += float64(a.units[i].Odds[address[0]] - a.units[i].Odds[address[1]])
		if a.endsPostal(k, i) {
			last = i
			break
		}
	}
	if last == none {
		a.denyTown(k + 1)
	}
	if sender < 0 {
		return
	}
	for i := k + 1; i <= last; i++ {
		a.own(i, address, role.Vendor)
		a.deny(i, name)
		a.deny(i, taxID) // a post code is none
	}
	if first := a.nameBefore(k); first < k {
		for i := first; i < k; i++ {
			a.own(i, name, role.Vendor)
		}
		a.deny(k, name)
	}
}

// denyTown makes what stands alone behind the words for a seat no piece of an address: the town
// that a company is registered in is printed beside an address which has it already.
func (a *announcer) denyTown(k int) {
	seat := a.units[k-1].Segment
	if k < len(a.units) && a.units[k].Segment == seat && a.units[k].Last == len(seat.Words)-1 &&
		textshape.TownWords(a.units[k].Words()) {
		a.deny(k, tag.Pairs()[1])
	}
}

// nameBefore returns the first of the units that are the company's name in the line before
// what announces its seat, from the start of the line to its legal form; the announcing unit
// itself where there is no such name.
func (a *announcer) nameBefore(seat int) int {
	const mostUnits = 3
	s, first := a.units[seat].Segment, seat
	for first > 0 && a.units[first-1].Segment == s {
		first--
	}
	if first == seat || seat-first > mostUnits {
		return seat
	}
	words := s.Words[a.units[first].First:a.units[seat].First]
	text := strings.Join(words, " ")
	if len(a.LabelsIn[s]) > 0 && a.LabelsIn[s][0].First == 0 && a.LabelsIn[s][0].Colon ||
		!textshape.HasLegalForm(words) || !textshape.NameLike(words) || recognize.CountDigits(text) > 0 {
		return seat
	}
	return first
}

// endsPostal reports whether a unit behind the one that announces a seat ends with the post
// code, alone or with the town in the unit before; what a label opens is not of it.
func (a *announcer) endsPostal(seat, i int) bool {
	u := &a.units[i]
	end := u.Last + 1
	for _, l := range a.LabelsIn[u.Segment] {
		if l.First > u.First && l.First < end {
			end = l.First
		}
	}
	if textshape.PostalLine(u.Segment.Words[u.First:end]) {
		return true
	}
	return i-1 > seat && textshape.PostalLine(u.Segment.Words[a.units[i-1].First:end])
}

// endsInSeat reports whether words end in what announces the seat of a company, and a colon,
// or are nothing else.
func endsInSeat(words []string) bool {
	if seatAt(words) == len(words) {
		return true
	}
	if !strings.HasSuffix(words[len(words)-1], ":") {
		return false
	}
	for n := 1; n <= min(longestSeat, len(words)); n++ {
		if seatAt(words[len(words)-n:]) == n {
			return true
		}
	}
	return false
}

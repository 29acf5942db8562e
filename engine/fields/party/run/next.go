package run

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// mostBetween is how far a line of a run may stand under the one before, in heights
// of print; lines with the same left edge may stand further apart.
const (
	mostBetween = 2.2
	mostAligned = 3.5
)

// mostBeside is how far apart the pieces of a line may stand.
const mostBeside = 3

// beside returns the unit that opens the next segment of the row, if that stands
// near; -1 for none.
func (t *finder) beside(at int, h float64) int {
	cur, k := &t.units[at], at+1
	if k >= len(t.units) || t.units[k].Segment.Page != cur.Segment.Page || t.units[k].Segment == cur.Segment ||
		t.units[k].Segment.Row != cur.Segment.Row || t.units[k].Segment.Box.X0-cur.Box().X1 > mostBeside*h ||
		t.repeats(k, at) {
		return none
	}
	return k
}

// repeats reports whether a unit says what one of another's segment does: who pays has
// the address of who gets the goods, and that stands beside it.
func (t *finder) repeats(k, at int) bool {
	for i := at; i >= 0 && t.units[i].Segment == t.units[at].Segment; i-- {
		if t.units[i].Text() == t.units[k].Text() {
			return true
		}
	}
	return false
}

// next returns the unit that continues a run which began with the unit start: the
// next of its segment, or the nearest under it that is of the class; -1 for none.
func (t *finder) next(at, start int, c tag.Class, used []bool) int {
	cur := &t.units[at]
	if k := at + 1; k < len(t.units) && t.units[k].Segment == cur.Segment {
		if !used[k] && t.continues(k, c) {
			return k
		}
		if !Addresses(c) {
			if !used[k] && t.probability(k, c) >= leastBeside && !t.describes(k) {
				return k
			}
			if !t.titled(at, k) {
				return none
			}
		}
	}
	if !Addresses(c) && t.ends(at, start) {
		return none // the name is complete
	}
	h := cur.Segment.Height()
	if k := t.beside(at, h); k >= 0 && !used[k] && t.continues(k, c) {
		return k
	}
	box := cur.Box().Union(t.units[start].Box())
	if t.labelled(start) || start > 0 && t.boxWord(start-1) {
		box.X0 = min(box.X0, t.units[start].Segment.Box.X0) // "Seller: name", which goes on below the label; "PO Box 12"
	}
	open := !Addresses(c) && textshape.EndsOpen(t.words(at)) // it goes on at the start of the next line
	for k := at + 1; k < len(t.units); k++ {
		u := &t.units[k]
		down := u.Segment.Box.Y0 - cur.Segment.Box.Y1
		if u.Segment.Page != cur.Segment.Page || down > mostAligned*h || t.heads(u, box) {
			return none
		}
		if down > mostBetween*h && math.Abs(u.Box().X0-cur.Box().X0) > 0.5*h {
			continue
		}
		if u.Segment.Row == cur.Segment.Row || used[k] || u.Box().OverlapX(box) <= 0 ||
			u.First > 0 && (open || !t.opens(k, c)) {
			continue
		}
		switch {
		case !t.continues(k, c):
		case Addresses(c) && t.parted(at, k):
			return none
		case !Addresses(c) && (t.again(k, start) || t.another(at, start, k, c)):
			return none // a logo, a trade name or a person above the name itself
		case recognize.Compact(u.Text()) != recognize.Compact(t.units[start].Text()):
			return k // and no second mention
		}
	}
	return none
}

// parted reports whether another line stands between a line with a post code and one below it, so that
// the address is complete: what is printed below a telephone or a tax number is no piece of it.
func (t *finder) parted(upper, lower int) bool {
	a, b := t.units[upper].Segment, t.units[lower].Segment
	if !textshape.PostalLine(t.words(upper)) && !textshape.PostalLine(a.Words) {
		return false
	}
	return slices.ContainsFunc(t.units[upper+1:lower], func(u tag.Unit) bool {
		return u.Segment.Row > a.Row && u.Segment.Row < b.Row && u.Segment.Box.OverlapX(a.Box) > 0 &&
			u.Segment.Box.OverlapX(b.Box) > 0
	})
}

// labelled reports whether a label with a colon opens the line of a unit and ends before it.
func (t *finder) labelled(i int) bool {
	u := &t.units[i]
	return u.First > 0 && strings.HasSuffix(u.Segment.Words[u.First-1], ":")
}

// titled reports whether the next unit in a line is the title of the document beside a name,
// so that the name may yet go on below.
func (t *finder) titled(at, next int) bool {
	return textshape.TitleLine(t.words(next)) && t.units[next].Last == len(t.units[next].Segment.Words)-1 &&
		t.units[next].Segment == t.units[at].Segment
}

// ends reports whether a name that begins with one unit is complete with another: that holds
// a legal form, or is one, and no bracket is open.
func (t *finder) ends(at, start int) bool {
	words := t.words(at)
	return (textshape.HasLegalForm(words) || at != start && textshape.OnlyLegalForm(words)) && !textshape.EndsOpen(words)
}

// again reports whether one of two units of names begins with all words of the other: a logo
// shows the first word of the name below it, a letterhead all of a name that wraps below.
func (t *finder) again(one, other int) bool {
	a, b := recognize.FoldWords(t.units[one].Text()), recognize.FoldWords(t.units[other].Text())
	return StartsWith(a, b) || StartsWith(b, a)
}

// StartsWith reports whether folded words are some others and more.
func StartsWith(long, short []string) bool {
	return len(short) > 0 && len(long) > len(short) && slices.Equal(long[:len(short)], short)
}

// heads reports whether a unit is a party's heading in the column of a box: another party
// begins there.
func (t *finder) heads(u *tag.Unit, box layout.Box) bool {
	if u.Box().OverlapX(box) <= 0 {
		return false
	}
	side, _ := role.UnitHeading(u)
	return side != role.Unknown
}

// opens reports whether the unit is the first of its segment of the class.
func (t *finder) opens(k int, c tag.Class) bool {
	return k == 0 || t.units[k-1].Segment != t.units[k].Segment || !t.continues(k-1, c)
}

// none is where no unit is.
const none = -1

func (t *finder) continues(i int, c tag.Class) bool {
	refused := t.noPlace
	if !Addresses(c) {
		refused = func(i int) bool { return t.desk(i) || t.describes(i) || t.branch(i) || number(t.words(i)) }
	}
	if refused(i) {
		return false
	}
	return t.probability(i, c) >= leastContinue && t.units[i].Best() == c
}

// otherCase reports whether one of two lines of names is all in capitals and the other is not,
// though no legal form ends it: a name that wraps keeps its print, and these are two.
func (t *finder) otherCase(upper, lower int) bool {
	const capitals, small = 0.99, 0.5 // shares of the letters
	a, b := textshape.UpperShare(t.units[upper].Segment.Text()), textshape.UpperShare(t.units[lower].Segment.Text())
	return a > capitals && b < small && t.units[upper].First == 0 && !textshape.EndsOpen(t.words(upper)) &&
		!textshape.HasLegalForm(t.units[lower].Segment.Words)
}

// another reports whether a line is another name than the one above, which began with the unit
// start.
func (t *finder) another(at, start, k int, c tag.Class) bool {
	return t.otherCase(at, k) || t.otherPrint(at, k) || t.person(start, k, c)
}

// otherPrint reports whether one of two lines of names is set much larger than the other, as a
// name that wraps is not, and the other is what somebody does, which has no legal form, or a
// company in the print of the line below it, its address: above is a shop's or a brand's name.
func (t *finder) otherPrint(upper, lower int) bool {
	const larger, same = 1.4, 0.08 // recognised lines have the height of their letters, of print of one size, too
	a, b := t.units[upper].Segment, t.units[lower].Segment
	if a.Height() < larger*b.Height() || t.units[upper].First > 0 || textshape.EndsOpen(a.Words) ||
		textshape.OnlyLegalForm(b.Words) {
		return false
	}
	if !textshape.HasLegalForm(b.Words) {
		return len(b.Words) > 1
	}
	k := t.aligned(lower, 1)
	return whole(b.Words) && k >= 0 && math.Abs(t.units[k].Segment.Height()-b.Height()) < same*b.Height()
}

// whole reports whether words are a name of some words with its legal form.
func whole(words []string) bool {
	const leastName = 2 // words before the legal form
	return len(words) > leastName && textshape.HasLegalForm(words) && !textshape.HasLegalForm(words[:leastName])
}

// person reports whether a line that is rather no name of the class stands over a whole one: the
// person at a company, and not the beginning of its name.
func (t *finder) person(start, k int, c tag.Class) bool {
	return t.units[start].Best() != c && t.probability(start, c) < leastContinue && !textshape.EndsOpen(t.words(start)) &&
		t.units[k].First == 0 && whole(t.units[k].Segment.Words)
}

// describes reports whether a unit says behind a name and a comma what somebody does: "Ada Lowe,
// ceramic artist". It is of words in small letters, none of them an abbreviation.
func (t *finder) describes(i int) bool {
	const leastWord = 2 // letters
	u := &t.units[i]
	if u.First == 0 || u.First == u.Last || !strings.HasSuffix(u.Segment.Words[u.First-1], ",") {
		return false // a single word is rather a legal form
	}
	best := t.units[i-1].Best()
	if best != tag.VendorName && best != tag.CustomerName {
		return false
	}
	for _, w := range u.Words() {
		if w = strings.TrimRight(w, ","); w != strings.ToLower(w) || strings.Contains(w, ".") || len(w) < leastWord {
			return false
		}
	}
	words := u.Words()
	return recognize.CountDigits(u.Text()) == 0 && !textshape.OnlyLegalForm(words) &&
		!textshape.HasLegalForm(append([]string{""}, words...))
}

// announced reports whether a unit is digits alone behind a colon and the label of a number
// that is in no address: "No.: 549910" over a name and its street.
func (t *finder) announced(i int) bool {
	u := &t.units[i]
	if strings.Trim(u.Text(), "0123456789 ") != "" {
		return false
	}
	s, end := u.Segment, u.First
	colon := end > 0 && strings.HasSuffix(s.Words[end-1], ":")
	if left := s.Left(); left != nil && (end == 0 || end == 1 && s.Words[0] == ":") {
		s, end = left, len(left.Words)
		colon = colon || strings.HasSuffix(s.Words[end-1], ":")
	}
	return colon && t.labelsNumber(s, end)
}

// labelsNumber reports whether the label of a number that is in no address opens a segment, and
// ends before one of its words.
func (t *finder) labelsNumber(s *layout.Segment, before int) bool {
	return slices.ContainsFunc(t.LabelsIn[s], func(h *annotate.Label) bool {
		return h.Opens && h.Last < before && slices.ContainsFunc(h.Terms, func(l lexicon.Term) bool {
			return l.Role == lexicon.InvoiceNumber || l.Role == lexicon.CustomerID || l.Role == lexicon.OtherNumber
		})
	})
}

// desk reports whether a unit says whose desk in a company a letter is for: "Accounts payable".
func (t *finder) desk(i int) bool { return lexicon.Department.Has(recognize.Fold(t.units[i].Text())) }

// branch reports whether a unit opens a line that says which of a company's places a letter is
// for, which carries on no name: "Branch office Leeds".
func (t *finder) branch(i int) bool {
	const longest = 3 // words
	words := t.units[i].Segment.Words
	for n := 1; t.units[i].First == 0 && n <= min(longest, len(words)-1); n++ {
		if lexicon.Branch.Has(recognize.Fold(strings.Join(words[:n], " "))) {
			return true
		}
	}
	return false
}

// branchUnder reports whether a unit is such a line close under a name.
func (t *finder) branchUnder(i int, used []bool) bool {
	if !t.branch(i) {
		return false
	}
	k := t.aligned(i, -1)
	return k >= 0 && used[k]
}

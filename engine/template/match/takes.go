package match

import (
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Bounds of what outweighs a reading.
const (
	// mostSlips is in how many lessons people may be wrong where the reading had
	// been sure.
	mostSlips = 2
	// sure is the confidence from which one lesson does not outweigh what is read of
	// the page at hand.
	sure = 0.95
	// doubtful is the confidence below which the place that all lessons lead to
	// outweighs a reading, though the field was never read wrong.
	doubtful = 0.7
	// close is the likeness from which places alone are enough to go by.
	close = 0.62
	// near is the likeness from which a page is all but the same as one that taught.
	near = 0.7
	// settled is the same for an address that the reading has as a part of more.
	settled = 0.9
	// undoubted is the confidence from which what is read tells whether the page is of
	// the layout.
	undoubted = 0.8
	// remote is the confidence below which the reading is likely to be wrong.
	remote = 0.5
	// leastTelling are the letters that tell a value.
	leastTelling = 4
)

// takes decides whether a proposal goes before what was read: where that was
// missed before, and the same mistake is made again or several lessons agree; and
// where nothing speaks for the reading but much for the place. A page that
// resembles the layout but a little may be another's: it is only helped out.
func (c *claims) takes(of *claim) bool {
	name, value := of.best.Name, of.best.Quote.Value
	if !of.agrees() && c.knows(of) {
		return true
	}
	switch {
	case 2*of.absent >= len(of.taught), of.agrees(), !of.plausible(), c.mixes(name, value), c.deducted(name, value),
		of.written() && recognised(of.best.Quote.Parts): // what stands there is the same with letters misread
		return false
	case c.mends(of):
		return true
	}
	if !c.certain() || !c.displaced(of) && !c.shared(of) && !c.heads(of) && !of.keeps() {
		return false
	}
	// Two sums or days of a document may be the same.
	return of.target.Typed() && of.best.Held >= 2 || !c.elsewhere(name, value)
}

// knows reports whether what is proposed stays the same for the vendor, whom the page shows:
// all its lessons spell it so, and it stands here, too, for no other party. One lesson, of a
// page all but the same, tells how much of what was read it is.
func (c *claims) knows(of *claim) bool {
	best := of.best
	if !constant(best.Name) || len(c.q.readAs(best.Name, best.Quote.Value)) > 0 {
		return false
	}
	held := c.constantly(of, best.Quote.Value)
	return held > 1 || held == 1 && of.near &&
		(of.misreads(of.read.Value) || of.overlaps() && of.read.Confidence < sure)
}

// constantly counts the lessons of the vendor, whom the page shows, that have a value for a field;
// it is 0 where one of them has another.
func (c *claims) constantly(of *claim, value string) (held int) {
	name := of.target.Field()
	for i := range c.layout.Lessons {
		l := &c.layout.Lessons[i]
		if l.Field(name) == nil || !c.sharesVendor(l) {
			continue
		}
		if !of.target.Same(constantOf(l, name), value) {
			return 0
		}
		held++
	}
	return held
}

// shared reports whether the reading has the same for both parties, in doubt: it is wrong
// for that one whose place holds another value.
func (c *claims) shared(of *claim) bool {
	if !of.target.Party() || of.read.Value == "" || of.read.Confidence >= doubtful {
		return false
	}
	return len(c.q.readAs(of.best.Name, of.read.Value)) > 0
}

// heads reports whether a proposed name stands over the address that its party has on the page,
// by the layout or as it is read, and the name that was read does not.
func (c *claims) heads(of *claim) bool {
	party, isName := strings.CutSuffix(of.best.Name, "Name")
	address := c.by[party+"Address"]
	if !isName || address == nil || of.best.Held < 2 || of.read.Confidence >= sure || of.overlaps() {
		return false
	}
	var over []llm.Quote
	if address.best != nil && (address.agrees() || c.takes(address)) {
		over = []llm.Quote{address.best.Quote}
	} else {
		over = c.page.quotes.Find(address.target, address.read.Value)
	}
	stands := func(name llm.Quote) bool {
		last := name.Parts[len(name.Parts)-1].Segment
		return slices.ContainsFunc(over, func(q llm.Quote) bool { return last.NextInBlock() == q.Parts[0].Segment })
	}
	return stands(of.best.Quote) && !c.block(of.best.Quote, of)
}

// mixes reports whether a proposal for a party holds more than what is read of
// another field without doubt, as an address that begins with the name, or is a line
// of an address that is.
func (c *claims) mixes(name, text string) bool {
	if !c.q.Targets[name].Party() {
		return false
	}
	proposed := recognize.Compact(text)
	for other, t := range c.q.Targets {
		read := c.q.Read(other)
		value := recognize.Compact(read.Value)
		if c.joins(name, other, value) {
			return true
		}
		if other == name || !t.Party() || read.Confidence < doubtful || len(value) < leastTelling || value == proposed ||
			c.confused(other) {
			continue
		}
		line := t.Address() && !c.q.Targets[name].Address() && strings.Contains(value, proposed)
		if line || strings.Contains(proposed, value) {
			return true
		}
	}
	return false
}

// confused reports whether a field is displaced; see displaced.
func (c *claims) confused(name string) bool {
	of, known := c.by[name]
	return known && c.displaced(of)
}

// elsewhere reports whether a value is what is read of another field of the form,
// without doubt and not for the reason that the reading has confused them.
func (c *claims) elsewhere(name, value string) bool { return c.q.elsewhere(name, value, c.confused) }

// removes returns the newest lesson that says that the layout has no such field,
// where all do that know of it and what was read stands where the wrong value
// stood: several, or one where the reading is not sure. It is nil otherwise.
func (p *Page) removes(l *template.Layout, f *field, t llm.Target, reading Reading) *template.Lesson {
	known := f.absent == len(f.taught) && (f.absent > 1 || reading.Confidence < sure)
	if reading.Value == "" || !known || !p.repeats(f, t, reading.Value) {
		return nil
	}
	for i := range l.Lessons {
		if f := l.Lessons[i].Field(t.Field()); f != nil && f.Absent {
			return &l.Lessons[i]
		}
	}
	return nil
}

// keeps reports whether a value is to be taken from the place where it stood in all
// lessons, two at least, though it was read right in them: a party's name, address or
// tax number where nothing is read, where the place is surer than the reading, or
// where that has only a part of the lines, or of a name or an address more than these;
// another field where three lessons are surer than the reading.
func (c *claim) keeps() bool {
	const enough = 3 // lessons, for a field that many documents lack
	outweighed := c.repeated() && c.outweighed()
	read, proposed := recognize.Compact(c.read.Value), recognize.Compact(c.best.Quote.Value)
	switch {
	case !c.repeated(), c.best.Held < 2 && (!c.target.Party() || c.read.Confidence >= remote):
		return false
	case !c.target.Party() && read == "":
		return c.target.Typed() && c.best.labelled
	case !c.target.Party():
		return c.longer() || read != "" && outweighed && c.settled() && c.best.Held >= enough
	case read == "":
		return c.settled() || taxNumber(c.best.Quote.Value)
	case !c.settled() && (!outweighed || c.read.Confidence >= doubtful),
		c.target.Name() && c.read.Confidence >= remote && c.whole():
		return false
	case c.partly(proposed):
		return len(c.best.Quote.Parts) == 1 || outweighed ||
			c.read.Confidence < settled && (c.postal() || c.target.Address() && strings.HasSuffix(proposed, read))
	case strings.Contains(read, proposed):
		return c.read.Confidence < settled && c.postal() ||
			c.target.Name() && outweighed &&
				(strings.HasSuffix(read, proposed) && 2*len(proposed) >= len(read) || c.read.Confidence < remote)
	}
	// A tax number is found by its form; what is much shorter is a sign or a remark.
	return outweighed && (c.target.Name() || c.target.Address()) &&
		(2*len(proposed) >= len(read) || c.read.Confidence < remote && c.settled())
}

// longer reports whether several lessons lead to a code of one word of which the reading
// lacks the sign before it, such as "#".
func (c *claim) longer() bool {
	sign, found := strings.CutSuffix(c.best.Quote.Value, c.read.Value)
	return found && !c.target.Typed() && !strings.ContainsFunc(sign, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r)
	})
}

// taxNumber reports whether a text is a VAT identification number, as one tells it by
// its form.
func taxNumber(text string) bool {
	found := recognize.VATIDs(strings.Fields(text))
	return len(found) == 1 && recognize.Compact(found[0].Value) == recognize.Compact(text)
}

// partly reports whether all that was read, line by line, is among what is proposed.
func (c *claim) partly(proposed string) bool {
	return !slices.ContainsFunc(strings.Split(c.read.Value, ", "), func(line string) bool {
		return !strings.Contains(proposed, recognize.Compact(line))
	})
}

// whole reports whether what was read are the first lines of the proposal: a name may
// go on in the next one, but a person or a street is as likely to stand there.
func (c *claim) whole() bool {
	lines, read := "", recognize.Compact(c.read.Value)
	for _, l := range c.best.Quote.Parts {
		if lines += recognize.Compact(l.Text()); lines == read {
			return true
		}
	}
	return false
}

// postal reports whether the proposal is an address of several lines that ends with
// the one of the post code.
func (c *claim) postal() bool {
	parts := c.best.Quote.Parts
	return c.target.Address() && len(parts) > 1 && textshape.PostalLine(parts[len(parts)-1].Words())
}

// elsewhere reports whether a value is what is read of another field of the form,
// without doubt, but for fields that do not count: no two parties share a name, an
// address or a tax number.
func (q Question) elsewhere(name, text string, but func(other string) bool) bool {
	return slices.ContainsFunc(q.readAs(name, text), func(other string) bool {
		return !but(other) && q.Read(other).Confidence >= doubtful
	})
}

// readAs names the other fields of a field's form that were read as a text, in their
// order.
func (q Question) readAs(name, text string) []string {
	var others []string
	for other, t := range q.Targets {
		if other != name && t.Alike(q.Targets[name]) && t.Same(q.Read(other).Value, text) {
			others = append(others, other)
		}
	}
	slices.Sort(others)
	return others
}

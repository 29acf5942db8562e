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

const (
	// mostSlips is the number of examples that may be slips if the extraction was confident.
	mostSlips = 2
	// sure is the confidence above which a single example does not replace a value.
	sure = 0.95
	// doubtful is the confidence below which the place in all examples replaces a value that was never wrong.
	doubtful = 0.7
	// close is the minimum likeness for using places alone.
	close = 0.62
	// near is the minimum likeness of a nearly identical page.
	near = 0.7
	// settled is the confidence above which an address stays although it contains the proposed one or is part of it.
	settled = 0.9
	// undoubted is the minimum confidence of values that decide whether the page matches the template.
	undoubted = 0.8
	// remote is the confidence below which a value is probably wrong.
	remote = 0.5
	// leastTelling is the minimum number of letters of a distinctive value.
	leastTelling = 4
)

// takes reports whether a proposal replaces the value: it corrects a known error, or its place has strong support. A
// page that resembles the template only a little may match another one, so it needs more evidence.
func (c *claims) takes(of *claim) bool {
	name, value := of.best.Name, of.best.Quote.Value
	if !of.agrees() && c.knows(of) {
		return true
	}
	switch {
	case 2*of.absent >= len(of.taught), of.agrees(), !of.plausible(), c.mixes(name, value), c.deducted(name, value),
		of.written() && recognised(of.best.Quote.Parts): // the place holds the same with misread letters
		return false
	case c.mends(of):
		return true
	}
	if !c.certain() || !c.displaced(of) && !c.shared(of) && !c.heads(of) && !of.keeps() {
		return false
	}
	// Two sums or dates of a document may be equal.
	return of.target.Typed() && of.best.Held >= 2 || !c.elsewhere(name, value)
}

// knows reports whether the proposal is a constant that all examples of the vendor spell the same, or a single one on
// a nearly identical page.
func (c *claims) knows(of *claim) bool {
	best := of.best
	if !constant(best.Name) || len(c.q.readAs(best.Name, best.Quote.Value)) > 0 {
		return false
	}
	held := c.constantly(of, best.Quote.Value)
	return held > 1 || held == 1 && of.near &&
		(of.misreads(of.read.Value) || of.overlaps() && of.read.Confidence < sure)
}

// constantly counts the examples of the page's vendor with this value for a field; 0 if one has another value.
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

// shared reports whether both parties have the same uncertain value; the one with another value in its place is
// wrong.
func (c *claims) shared(of *claim) bool {
	if !of.target.Party() || of.read.Value == "" || of.read.Confidence >= doubtful {
		return false
	}
	return len(c.q.readAs(of.best.Name, of.read.Value)) > 0
}

// heads reports whether the proposed name, unlike the extracted one, is directly above its party's address.
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

// mixes reports whether a party's proposal contains, or is a line of, a confident value of another field.
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

func (c *claims) confused(name string) bool {
	of, known := c.by[name]
	return known && c.displaced(of)
}

// elsewhere reports whether a value is a confident value of another field of the form that was not confused with it.
func (c *claims) elsewhere(name, value string) bool { return c.q.elsewhere(name, value, c.confused) }

// removes returns the newest example that says that the field is absent, or nil. All must agree, the value must be in
// a known wrong place, and a single example needs low confidence.
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

// keeps reports whether the place of all examples replaces a value that was right in them: for parties if nothing was
// extracted, the place is more certain or the lines differ; for other fields if three examples are more certain.
func (c *claim) keeps() bool {
	const enough = 3 // examples, for a field that many documents lack
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
	// A tax ID is found by its format; a much shorter value is a sign or remark.
	return outweighed && (c.target.Name() || c.target.Address()) &&
		(2*len(proposed) >= len(read) || c.read.Confidence < remote && c.settled())
}

// longer reports whether several examples lead to a code with a sign, such as "#", that the value lacks.
func (c *claim) longer() bool {
	sign, found := strings.CutSuffix(c.best.Quote.Value, c.read.Value)
	return found && !c.target.Typed() && !strings.ContainsFunc(sign, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r)
	})
}

// taxNumber reports whether a text has the format of a VAT identification number.
func taxNumber(text string) bool {
	found := recognize.VATIDs(strings.Fields(text))
	return len(found) == 1 && recognize.Compact(found[0].Value) == recognize.Compact(text)
}

// partly reports whether all lines of the extracted value are in the proposal.
func (c *claim) partly(proposed string) bool {
	return !slices.ContainsFunc(strings.Split(c.read.Value, ", "), func(line string) bool {
		return !strings.Contains(proposed, recognize.Compact(line))
	})
}

// whole reports whether the value is the first lines of the proposal: the next may be a person or street.
func (c *claim) whole() bool {
	lines, read := "", recognize.Compact(c.read.Value)
	for _, l := range c.best.Quote.Parts {
		if lines += recognize.Compact(l.Text()); lines == read {
			return true
		}
	}
	return false
}

// postal reports whether the proposal is an address of several lines that ends with the post code line.
func (c *claim) postal() bool {
	parts := c.best.Quote.Parts
	return c.target.Address() && len(parts) > 1 && textshape.PostalLine(parts[len(parts)-1].Words())
}

// elsewhere reports whether another field of the form has the value confidently, unless but is true for it.
func (q Question) elsewhere(name, text string, but func(other string) bool) bool {
	return slices.ContainsFunc(q.readAs(name, text), func(other string) bool {
		return !but(other) && q.Read(other).Confidence >= doubtful
	})
}

// readAs returns the other fields of the form with this extracted value, sorted.
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

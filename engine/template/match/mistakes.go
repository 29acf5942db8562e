package match

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

// mends reports whether a proposal corrects a known extraction error.
func (c *claims) mends(of *claim) bool {
	best, reading := of.best, of.read
	switch {
	case of.missed == 0, !of.extends() && !c.again(of) &&
		(of.doubted == 0 && best.Held <= mostSlips || reading.Confidence >= sure && best.Held < 2):
		return false
	case reading.Value == "":
		return c.fitting >= c.unfitting
	case !of.shortens() && best.Held >= 2 && 2*of.missed > len(of.taught) && c.fitting >= c.unfitting &&
		(best.Contradicted == 0 || of.outweighed()):
		return true
	case !of.shortens() && of.twice() && reading.Confidence < sure:
		return true
	}
	return c.page.repeats(&of.field, of.target, reading.Value)
}

// again reports whether a nearly identical page repeats a corrected error, and a label leads to a value of no other
// field. A person's slip would use another field's value.
func (c *claims) again(of *claim) bool {
	best := of.best
	return of.near && best.labelled && best.Contradicted == 0 && of.read.Value != "" &&
		c.sharesVendor(best.Lesson) && len(c.q.readAs(best.Name, best.Quote.Value)) == 0 &&
		c.page.repeats(&of.field, of.target, of.read.Value)
}

// extends reports whether a proposed code adds an adjacent word, such as a series, to the extracted one. A person's
// slip would use another value, such as order "S4711" for 4711.
func (c *claim) extends() bool {
	read, proposed := c.read.Value, c.best.Quote.Value
	return !c.target.Party() && !c.target.Typed() && len(recognize.Compact(read)) >= leastTelling &&
		(strings.HasPrefix(proposed, read+" ") || strings.HasSuffix(proposed, " "+read))
}

// shortens reports whether a name or address is proposed that is part of the value: the page may have more lines.
func (c *claim) shortens() bool {
	return (c.target.Name() || c.target.Address()) &&
		strings.Contains(recognize.Compact(c.read.Value), recognize.Compact(c.best.Quote.Value))
}

// outweighed reports whether the place is more certain than the extracted value.
func (c *claim) outweighed() bool {
	return c.read.Confidence < min(Share(c.best.Held, c.best.Contradicted), undoubted)
}

// repeats reports whether the value was extracted from a place where earlier values were wrong and none was right.
func (p *Page) repeats(f *field, t llm.Target, read string) bool {
	if f.misreads(read) {
		return true
	}
	for _, taught := range f.taught {
		for _, anchor := range taught.Against {
			if template.Loose(anchor) || f.right(anchor) { // older examples have loose ones
				continue
			}
			if slices.ContainsFunc(p.at(t, anchor), func(q llm.Quote) bool { return t.Same(q.Value, read) }) {
				return true
			}
		}
	}
	return false
}

func (f *field) right(anchor string) bool {
	return slices.ContainsFunc(f.taught, func(t *template.Taught) bool { return slices.Contains(t.Anchors, anchor) })
}

// misreads reports whether a person corrected this very value.
func (f *field) misreads(read string) bool {
	return slices.ContainsFunc(f.taught, func(t *template.Taught) bool {
		return t.Misread != 0 && t.Misread == misreading(read)
	})
}

// twice reports whether all examples lead to the value by a label and by a place, on a nearly identical page.
func (c *claim) twice() bool {
	return c.near && c.best.Held >= 2 && c.settled() && c.best.labelled && c.best.placed
}

package match

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

// claim is what a layout has of a field, beside what was read of it.
type claim struct {
	field
	target llm.Target
	read   Reading
	near   bool      // the page is all but the same as one that taught
	leads  []lead    // on the page
	best   *Proposal // nil where the lessons lead nowhere, or to several values
}

// claims are those of all fields that a layout knows of, by name. They speak for each
// other: where places lead to what is read without doubt, they lead to the rest, too.
type claims struct {
	page    *Page
	layout  *template.Layout
	q       Question
	vendors template.Fingerprint // the identifiers on the page
	by      map[string]*claim
	// fitting counts the fields whose place holds what was read, unfitting those whose
	// place holds another value though the reading is not in doubt.
	fitting, unfitting int
	places             int // to which all lessons, several, lead
}

func (p *Page) claims(l *template.Layout, q Question) *claims {
	c := &claims{
		page: p, layout: l, q: q, vendors: template.Fingerprint{Vendors: Vendors(p.doc)}, by: map[string]*claim{},
	}
	for name, t := range q.Targets {
		f := fieldOf(l, name)
		if len(f.taught) == 0 {
			continue
		}
		leads := p.leads(l, t, name)
		c.by[name] = &claim{
			field: f, target: t, read: q.Read(name), near: q.Likeness >= near, leads: leads,
			best: p.best(l, t, name, leads, c.vendors),
		}
	}
	for _, claim := range c.by {
		if claim.settled() && claim.best.placed {
			c.places++
		}
		switch {
		case !claim.settled() || !claim.best.placed:
		case claim.agrees():
			c.fitting++
		case claim.read.Confidence >= undoubted && !claim.overlaps() && !c.displaced(claim):
			c.unfitting++
		}
	}
	return c
}

// repeated reports whether what the layout leads to held more than once; the one lesson
// that there is will do on a page that is all but the same, if nobody corrected the field.
func (c *claim) repeated() bool {
	return c.best.Held >= 2 || c.near && len(c.taught) == 1 && c.missed == 0
}

// settled reports whether all lessons, enough of them, lead to the one value.
func (c *claim) settled() bool {
	return c.best != nil && c.repeated() && c.best.Contradicted == 0 && c.best.Held >= len(c.taught) && c.absent == 0
}

// agrees reports whether the layout leads to what was read, perhaps with strokes in the stead
// of its slashes.
func (c *claim) agrees() bool {
	if c.target.Same(c.read.Value, c.best.Quote.Value) {
		return true
	}
	if c.target.Typed() || !recognised(c.best.Quote.Parts) {
		return false
	}
	text, ok := inShape(c.best.Quote.Value, shapeOf(c.read.Value), false)
	return ok && text == c.read.Value
}

// overlaps reports whether what was read is a part of what the layout leads to, or
// more than that.
func (c *claim) overlaps() bool {
	read, proposed := recognize.Compact(c.read.Value), recognize.Compact(c.best.Quote.Value)
	return strings.Contains(read, proposed) || strings.Contains(proposed, read)
}

// displaced reports whether what was read of a party is what another party's place
// holds, or a part of it, while all lessons lead to another value: the reading has
// confused them.
func (c *claims) displaced(of *claim) bool {
	if of.target.Typed() {
		return c.swapped(of)
	}
	read := recognize.Compact(of.read.Value)
	if !of.target.Party() || len(read) < leastTelling || !of.settled() || of.agrees() || !of.plausible() ||
		of.read.Confidence >= sure {
		return false
	}
	for name, other := range c.by {
		if name != of.best.Name && other.target.Party() && other.settled() && other.best.placed &&
			strings.Contains(recognize.Compact(other.best.Quote.Value), read) {
			return true
		}
	}
	return false
}

// swapped reports whether an amount or a date was read where all lessons, several, have another
// such field, while they lead to another value for this one by a label.
func (c *claims) swapped(of *claim) bool {
	if of.read.Value == "" || !of.settled() || of.best.Held < 2 || !of.best.labelled || of.agrees() {
		return false
	}
	for _, other := range c.by {
		if other != of && other.target.Alike(of.target) && other.settled() && other.best.Held >= 2 && other.best.labelled &&
			of.target.Same(other.best.Quote.Value, of.read.Value) {
			return true
		}
	}
	return false
}

// certain reports whether the page is of the layout: by its likeness, unless what is
// read of it is against that, or by this alone. Where none of several places holds what
// was read it is of another.
func (c *claims) certain() bool {
	const enough = 2 // fields, and times as many as stand elsewhere
	if c.fitting == 0 && c.places > enough {
		return false
	}
	return c.fitting >= c.unfitting && (c.q.Likeness >= close || c.fitting >= enough && c.fitting >= enough*c.unfitting)
}

// deducted reports whether an amount is taken off on a page whose total is not: what
// stands there is a discount, which moves the sums below it by a line.
func (c *claims) deducted(name, value string) bool {
	const minus = "-"
	return c.q.Targets[name].Typed() && name != "discountTotal" && strings.HasPrefix(value, minus) &&
		!strings.HasPrefix(c.q.Read("total").Value, minus)
}

// joins reports whether a proposal for a name has a line that is read as a part of an
// address, or one for an address begins with what is read as a name, and so takes in
// what is not its own.
func (c *claims) joins(name, other, read string) bool {
	of, t := c.by[name], c.q.Targets[other]
	if other == name || of == nil || of.best == nil || len(read) < leastTelling || c.confused(other) {
		return false
	}
	parts := of.best.Quote.Parts
	switch {
	case len(parts) < 2:
		return false
	case of.target.Name() && t.Address():
		return slices.ContainsFunc(parts, func(l layout.Part) bool {
			line := recognize.Compact(l.Text())
			return len(line) >= leastTelling && strings.Contains(read, line)
		})
	case of.target.Address() && t.Name():
		return recognize.Compact(parts[0].Text()) == read
	}
	return false
}

package match

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

type claim struct {
	field
	target llm.Target
	read   Reading
	near   bool      // the page is nearly identical to an example
	leads  []lead    // on the page
	best   *Proposal // nil if the examples lead to no value or to several
}

// claims are the claims of all fields, by name. If places hold confident values, they are trusted for the others.
type claims struct {
	page    *Page
	layout  *template.Layout
	q       Question
	vendors template.Fingerprint // identifiers on the page
	by      map[string]*claim
	// fitting counts the fields whose place holds the extracted value, unfitting those with another confident value.
	fitting, unfitting int
	places             int // fields with a place that all of several examples agree on
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

// repeated reports whether the anchor held twice, or once without a correction on a nearly identical page.
func (c *claim) repeated() bool {
	return c.best.Held >= 2 || c.near && len(c.taught) == 1 && c.missed == 0
}

// settled reports whether all examples, and enough of them, lead to this value.
func (c *claim) settled() bool {
	return c.best != nil && c.repeated() && c.best.Contradicted == 0 && c.best.Held >= len(c.taught) && c.absent == 0
}

// agrees reports whether the template leads to the extracted value, also if OCR read its slashes as strokes.
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

// overlaps reports whether one of the extracted value and the template's value contains the other.
func (c *claim) overlaps() bool {
	read, proposed := recognize.Compact(c.read.Value), recognize.Compact(c.best.Quote.Value)
	return strings.Contains(read, proposed) || strings.Contains(proposed, read)
}

// displaced reports whether a party's value is in another party's place while all examples lead elsewhere.
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

// swapped reports whether all of several examples have the amount or date for another field of the form.
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

// certain reports whether the page matches the template, by likeness or by values in learned places.
func (c *claims) certain() bool {
	const enough = 2 // fields, and the minimum ratio of fitting to unfitting ones
	if c.fitting == 0 && c.places > enough {
		return false
	}
	return c.fitting >= c.unfitting && (c.q.Likeness >= close || c.fitting >= enough && c.fitting >= enough*c.unfitting)
}

// deducted reports whether an amount is a discount: negative, with a positive total. It shifts the sums below it.
func (c *claims) deducted(name, value string) bool {
	const minus = "-"
	return c.q.Targets[name].Typed() && name != "discountTotal" && strings.HasPrefix(value, minus) &&
		!strings.HasPrefix(c.q.Read("total").Value, minus)
}

// joins reports whether a proposed name contains an address line, or a proposed address starts with the name.
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

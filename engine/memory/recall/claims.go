package recall

import (
	"strings"

	"github.com/docmill/docmill/engine/ask"
	"github.com/docmill/docmill/engine/memory"
	"github.com/docmill/docmill/engine/recognize"
)

// claim is what a layout has of a field, beside what was read of it.
type claim struct {
	field
	target ask.Target
	read   Reading
	near   bool      // the page is all but the same as one that taught
	leads  []lead    // on the page
	best   *Proposal // nil where the lessons lead nowhere, or to several values
}

// claims are those of all fields that a layout knows of, by name. They speak for each
// other: where places lead to what is read without doubt, they lead to the rest, too.
type claims struct {
	page    *Page
	layout  *memory.Layout
	q       Question
	vendors memory.Fingerprint // the identifiers on the page
	by      map[string]*claim
	// fitting counts the fields whose place holds what was read, unfitting those whose
	// place holds another value though the reading is not in doubt.
	fitting, unfitting int
	places             int // to which all lessons, several, lead
}

func (p *Page) claims(l *memory.Layout, q Question) *claims {
	c := &claims{
		page: p, layout: l, q: q, vendors: memory.Fingerprint{Vendors: Vendors(p.doc)}, by: map[string]*claim{},
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

// agrees reports whether the layout leads to what was read.
func (c *claim) agrees() bool { return c.target.Same(c.read.Value, c.best.Quote.Value) }

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

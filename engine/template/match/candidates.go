package match

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

// candidates are the candidates of all fields, by name. If places hold confident values, they are trusted for the
// others.
type candidates struct {
	page     *Page
	template *template.Template
	q        Question
	vendors  template.Fingerprint // identifiers on the page
	byField  map[string]*candidate
	// fitting counts the fields whose place holds the extracted value, unfitting those with another confident value.
	fitting, unfitting int
	unanimousPlaces    int // fields with a place that all of several examples agree on
}

func (p *Page) candidates(l *template.Template, q Question) *candidates {
	c := &candidates{
		page: p, template: l, q: q, vendors: template.Fingerprint{Vendors: Vendors(p.doc)}, byField: map[string]*candidate{},
	}
	for name, t := range q.Targets {
		f := fieldOf(l, name)
		if len(f.examples) == 0 {
			continue
		}
		matches := p.matches(l, t, name)
		c.byField[name] = &candidate{
			field: f, target: t, read: q.Read(name), nearlyIdentical: q.Likeness >= minIdenticalLikeness, matches: matches,
			best: p.best(l, t, name, matches, c.vendors),
		}
	}
	for _, cand := range c.byField {
		if cand.isUnanimous() && cand.best.placed {
			c.unanimousPlaces++
		}
		switch {
		case !cand.isUnanimous() || !cand.best.placed:
		case cand.agrees():
			c.fitting++
		case cand.read.Confidence >= minDecisiveConfidence && !cand.overlaps() && !c.isDisplaced(cand):
			c.unfitting++
		}
	}
	return c
}

// isRepeated reports whether the anchor held twice, or once without a correction on a nearly identical page.
func (c *candidate) isRepeated() bool {
	return c.best.Held >= 2 || c.nearlyIdentical && len(c.examples) == 1 && c.missed == 0
}

// isUnanimous reports whether all examples, and enough of them, lead to this value.
func (c *candidate) isUnanimous() bool {
	return c.best != nil && c.isRepeated() && c.best.Contradicted == 0 && c.best.Held >= len(c.examples) && c.absent == 0
}

// agrees reports whether the template leads to the extracted value, also if OCR read its slashes as strokes.
func (c *candidate) agrees() bool {
	if c.target.Same(c.read.Value, c.best.Quote.Value) {
		return true
	}
	if c.target.Typed() || !isRecognized(c.best.Quote.Parts) {
		return false
	}
	text, ok := inShape(c.best.Quote.Value, shapeOf(c.read.Value), false)
	return ok && text == c.read.Value
}

// overlaps reports whether one of the extracted value and the template's value contains the other.
func (c *candidate) overlaps() bool {
	read, proposed := recognize.Compact(c.read.Value), recognize.Compact(c.best.Quote.Value)
	return strings.Contains(read, proposed) || strings.Contains(proposed, read)
}

// isConfirmed reports whether a person entered exactly the extracted value.
func (c *candidate) isConfirmed() bool {
	return c.read.Value != "" &&
		slices.ContainsFunc(c.examples, func(t *template.ExampleField) bool {
			return c.target.Same(t.Constant, c.read.Value)
		})
}

// isDisplaced reports whether a party's value is in another party's place while all examples lead elsewhere.
func (c *candidates) isDisplaced(cand *candidate) bool {
	if cand.target.Typed() {
		return c.hasOtherFieldsValue(cand)
	}
	read := recognize.Compact(cand.read.Value)
	if !cand.target.Party() || len(read) < minDistinctiveLetters || !cand.isUnanimous() || cand.agrees() ||
		!cand.isPlausible() || cand.read.Confidence >= minSureConfidence {
		return false
	}
	for name, other := range c.byField {
		if name != cand.best.Name && other.target.Party() && other.isUnanimous() && other.best.placed &&
			strings.Contains(recognize.Compact(other.best.Quote.Value), read) {
			return true
		}
	}
	return false
}

func (c *candidates) isConfused(name string) bool {
	cand, known := c.byField[name]
	return known && c.isDisplaced(cand)
}

// hasOtherFieldsValue reports whether all of several examples have the amount or date for another field of the form.
func (c *candidates) hasOtherFieldsValue(cand *candidate) bool {
	if cand.read.Value == "" || !cand.isUnanimous() || cand.best.Held < 2 || !cand.best.labeled || cand.agrees() {
		return false
	}
	for _, other := range c.byField {
		if other != cand && other.target.Alike(cand.target) && other.isUnanimous() && other.best.Held >= 2 &&
			other.best.labeled && cand.target.Same(other.best.Quote.Value, cand.read.Value) {
			return true
		}
	}
	return false
}

// isCertainMatch reports whether the page matches the template, by likeness or by values in learned places.
func (c *candidates) isCertainMatch() bool {
	const enough = 2 // fields, and the minimum ratio of fitting to unfitting ones
	if c.fitting == 0 && c.unanimousPlaces > enough {
		return false
	}
	return c.fitting >= c.unfitting && (c.q.Likeness >= minPlaceLikeness || c.fitting >= enough &&
		c.fitting >= enough*c.unfitting)
}

// isDiscount reports whether an amount is a discount: negative, with a positive total. It shifts the sums below it.
func (c *candidates) isDiscount(name, value string) bool {
	const minus = "-"
	return c.q.Targets[name].Typed() && name != "discountTotal" && strings.HasPrefix(value, minus) &&
		!strings.HasPrefix(c.q.Read("total").Value, minus)
}

// joinsNameAndAddress reports whether a proposed name contains an address line, or a proposed address starts with the
// name.
func (c *candidates) joinsNameAndAddress(name, other, read string) bool {
	cand, t := c.byField[name], c.q.Targets[other]
	if other == name || cand == nil || cand.best == nil || len(read) < minDistinctiveLetters || c.isConfused(other) {
		return false
	}
	parts := cand.best.Quote.Parts
	switch {
	case len(parts) < 2:
		return false
	case cand.target.Name() && t.Address():
		return slices.ContainsFunc(parts, func(l layout.Part) bool {
			line := recognize.Compact(l.Text())
			return len(line) >= minDistinctiveLetters && strings.Contains(read, line)
		})
	case cand.target.Address() && t.Name():
		return recognize.Compact(parts[0].Text()) == read
	}
	return false
}

// sharesVendor reports whether the page has an identifier of an example's vendor.
func (c *candidates) sharesVendor(l *template.Example) bool {
	return l.Fingerprint.SharesVendor(c.vendors)
}

// countConstant counts the examples of the page's vendor with this value for a field; 0 if one has another value.
func (c *candidates) countConstant(cand *candidate, value string) (held int) {
	name := cand.target.Field()
	for i := range c.template.Examples {
		l := &c.template.Examples[i]
		if l.Field(name) == nil || !c.sharesVendor(l) {
			continue
		}
		if !cand.target.Same(constantOf(l, name), value) {
			return 0
		}
		held++
	}
	return held
}

func (c *candidates) isInBlock(quote llm.Quote, cand *candidate) bool {
	return slices.ContainsFunc(c.page.quotes.Find(cand.target, cand.read.Value), func(q llm.Quote) bool {
		return blockTop(q.Parts[0].Segment) == blockTop(quote.Parts[0].Segment)
	})
}

func blockTop(s *layout.Segment) *layout.Segment {
	for s.PreviousInBlock() != nil {
		s = s.PreviousInBlock()
	}
	return s
}

package match

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

// fixesKnownError reports whether a proposal corrects a known extraction error.
func (c *candidates) fixesKnownError(cand *candidate) bool {
	best, reading := cand.best, cand.read
	switch {
	case cand.missed == 0, !cand.addsWord() && !c.repeatsKnownError(cand) &&
		(cand.doubted == 0 && best.Held <= maxSlips || reading.Confidence >= minSureConfidence && best.Held < 2):
		return false
	case reading.Value == "":
		return c.fitting >= c.unfitting
	case !cand.shortens() && best.Held >= 2 && 2*cand.missed > len(cand.examples) && c.fitting >= c.unfitting &&
		(best.Contradicted == 0 || cand.isOutweighed()):
		return true
	case !cand.shortens() && cand.hasLabelAndPlace() && reading.Confidence < minSureConfidence:
		return true
	}
	return c.page.repeatsError(&cand.field, cand.target, reading.Value)
}

// repeatsKnownError reports whether a nearly identical page repeats a corrected error, and a label leads to a value of
// no other field. A person's slip would use another field's value.
func (c *candidates) repeatsKnownError(cand *candidate) bool {
	best := cand.best
	return cand.nearlyIdentical && best.labeled && best.Contradicted == 0 && cand.read.Value != "" &&
		c.sharesVendor(best.Example) && len(c.q.fieldsWithValue(best.Name, best.Quote.Value)) == 0 &&
		c.page.repeatsError(&cand.field, cand.target, cand.read.Value)
}

// addsWord reports whether a proposed code adds an adjacent word, such as a series, to the extracted one. A person's
// slip would use another value, such as order "S4711" for 4711.
func (c *candidate) addsWord() bool {
	read, proposed := c.read.Value, c.best.Quote.Value
	return !c.target.Party() && !c.target.Typed() && len(recognize.Compact(read)) >= minDistinctiveLetters &&
		(strings.HasPrefix(proposed, read+" ") || strings.HasSuffix(proposed, " "+read))
}

// shortens reports whether a name or address is proposed that is part of the value: the page may have more lines.
func (c *candidate) shortens() bool {
	return (c.target.Name() || c.target.Address()) &&
		strings.Contains(recognize.Compact(c.read.Value), recognize.Compact(c.best.Quote.Value))
}

// isOutweighed reports whether the place is more certain than the extracted value.
func (c *candidate) isOutweighed() bool {
	return c.read.Confidence < min(Share(c.best.Held, c.best.Contradicted), minDecisiveConfidence)
}

// repeatsError reports whether the value was extracted from a place where earlier values were wrong and none was right.
func (p *Page) repeatsError(f *field, t llm.Target, read string) bool {
	if f.isKnownMisreading(read) {
		return true
	}
	for _, learned := range f.examples {
		for _, anchor := range learned.Against {
			if template.IsLoose(anchor) || f.isRightAnchor(anchor) { // older examples have loose ones
				continue
			}
			if slices.ContainsFunc(p.valuesAt(t, anchor), func(q llm.Quote) bool { return t.Same(q.Value, read) }) {
				return true
			}
		}
	}
	return false
}

func (f *field) isRightAnchor(anchor string) bool {
	return slices.ContainsFunc(f.examples, func(t *template.ExampleField) bool {
		return slices.Contains(t.Anchors, anchor)
	})
}

// isKnownMisreading reports whether a person corrected this very value.
func (f *field) isKnownMisreading(read string) bool {
	return slices.ContainsFunc(f.examples, func(t *template.ExampleField) bool {
		return t.Misread != 0 && t.Misread == misreadingHash(read)
	})
}

// hasLabelAndPlace reports whether all examples lead to the value by a label and by a place, on a nearly identical
// page.
func (c *candidate) hasLabelAndPlace() bool {
	return c.nearlyIdentical && c.best.Held >= 2 && c.isUnanimous() && c.best.labeled && c.best.placed
}

// Accounts returns the hashed bank accounts from corrected documents of a vendor with this name or tax ID; both may
// be "".
func Accounts(known []template.Template, name, taxID string) []string {
	var accounts []string
	for i := range known {
		for k := range known[i].Examples {
			if l := &known[i].Examples[k]; equalCompact(l.Vendor, name) || equalCompact(constantOf(l, "vendorTaxId"), taxID) {
				accounts = append(accounts, l.Accounts...)
			}
		}
	}
	return accounts
}

func constantOf(l *template.Example, field string) string {
	if t := l.Field(field); t != nil {
		return t.Constant
	}
	return ""
}

func equalCompact(a, b string) bool {
	return recognize.Compact(a) != "" && recognize.Compact(a) == recognize.Compact(b)
}

// spelledFields are the fields whose spelling comes from corrections: constants of a vendor that are not numbers.
func spelledFields() []string {
	return []string{"bankName", "vendorAddress", "vendorEmail", "vendorName"}
}

// isConstantField reports whether a field is the same on all documents of a vendor; accounts and numbers never are.
func isConstantField(name string) bool {
	return name == "vendorTaxId" || slices.Contains(spelledFields(), name)
}

func countSpelling(l *template.Template, name, constant string) int {
	n := 0
	for i := range l.Examples {
		if f := l.Examples[i].Field(name); f != nil && f.Constant == constant {
			n++
		}
	}
	return n
}

func misreadingHash(text string) uint32 { return hashOf("read", recognize.Compact(text)) }

// unanimousValue returns the value that all examples with a value share, the newest of them, and their number; 0 if
// none.
func unanimousValue[T comparable](
	cand *template.Template, valueOf func(*template.Example) *T,
) (value T, newest *template.Example, held int) {
	for i := range cand.Examples {
		l := &cand.Examples[i]
		v := valueOf(l)
		if v == nil {
			continue
		}
		if held > 0 && *v != value {
			return value, nil, 0
		}
		if held++; held == 1 {
			value, newest = *v, l
		}
	}
	return value, newest, held
}

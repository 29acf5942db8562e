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

// accepts reports whether a proposal replaces the value: it corrects a known error, or its place has strong support. A
// page that resembles the template only a little may match another one, so it needs more evidence.
func (c *candidates) accepts(cand *candidate) bool {
	name, value := cand.best.Name, cand.best.Quote.Value
	if !cand.agrees() && c.isKnownConstant(cand) {
		return true
	}
	switch {
	case 2*cand.absent >= len(cand.examples), cand.agrees(), !cand.isPlausible(), c.mixesParties(name, value),
		c.isDiscount(name, value),
		cand.isConfirmed() && isRecognized(cand.best.Quote.Parts): // the place holds the same with misread letters
		return false
	case c.fixesKnownError(cand):
		return true
	}
	if !c.isCertainMatch() || !c.isDisplaced(cand) && !c.isSharedByParties(cand) && !c.isAboveAddress(cand) &&
		!cand.hasReliablePlace() {
		return false
	}
	// Two sums or dates of a document may be equal.
	return cand.target.Typed() && cand.best.Held >= 2 || !c.isElsewhere(name, value)
}

// maxOutweighed is the confidence of a custom value that no number of examples outweighs: 98 of 100 such values are
// right.
const maxOutweighed = 0.8

// proposal returns the proposal for a field, if there is one. Words of the form are not values of custom fields.
func (c *candidates) proposal(name string, cand *candidate) (Proposal, bool) {
	best, custom := cand.best, cand.target.Custom()
	isForm := cand.target.FreeText() && cand.read.Confidence < maxOutweighed && c.isFormText(cand.read.Value)
	switch {
	case best != nil && custom && !isForm && cand.agrees():
		best.Confirms = true
		return *best, true
	case best != nil && (custom && c.outweighs(cand) || !custom && c.accepts(cand)):
		return *best, true
	case isForm && len(c.template.Examples) > 1:
		return Proposal{Name: name, Example: &c.template.Examples[0], Absent: true}, true
	}
	return Proposal{}, false
}

// isFormText reports whether all pages of the examples have a text without using it as a value, or whether it has
// neither letters nor digits.
func (c *candidates) isFormText(text string) bool {
	compact := recognize.Compact(text)
	if compact == "" {
		return text != ""
	}
	return !slices.ContainsFunc(c.template.Examples, func(l template.Example) bool {
		_, printed := slices.BinarySearch(l.Labels, hashOf("text", compact))
		return !printed
	})
}

// outweighs reports whether a proposal for a custom field replaces the value. n examples outweigh a confidence of
// n / (n + 1), up to maxOutweighed; only a repeated error gives way above it.
func (c *candidates) outweighs(cand *candidate) bool {
	best, read := cand.best, cand.read
	n := best.Held - best.Contradicted
	switch {
	case 2*cand.absent >= len(cand.examples), !cand.isPlausible(), n < 2 && !cand.nearlyIdentical,
		cand.target.FreeText() && c.isFormText(best.Quote.Value),
		!cand.target.Typed() && c.isElsewhere(best.Name, best.Quote.Value):
		return false
	case read.Value == "":
		return best.labeled && (n > 1 || best.placed) || n > 1 && !cand.target.Typed()
	case c.repeatsKnownError(cand), n > 1 && c.page.repeatsError(&cand.field, cand.target, read.Value):
		const checked = 0.99 // the confidence of values with check digits
		return read.Confidence < checked
	}
	return read.Confidence < min(float64(n)/float64(n+1), maxOutweighed)
}

// isKnownConstant reports whether the proposal is a constant that all examples of the vendor spell the same, or a
// single one on a nearly identical page.
func (c *candidates) isKnownConstant(cand *candidate) bool {
	best := cand.best
	if !isConstantField(best.Name) || len(c.q.fieldsWithValue(best.Name, best.Quote.Value)) > 0 {
		return false
	}
	held := c.countConstant(cand, best.Quote.Value)
	return held > 1 || held == 1 && cand.nearlyIdentical &&
		(cand.isKnownMisreading(cand.read.Value) || cand.overlaps() && cand.read.Confidence < minSureConfidence)
}

// isSharedByParties reports whether both parties have the same uncertain value; the one with another value in its
// place is wrong.
func (c *candidates) isSharedByParties(cand *candidate) bool {
	if !cand.target.Party() || cand.read.Value == "" || cand.read.Confidence >= maxDoubtfulConfidence {
		return false
	}
	return len(c.q.fieldsWithValue(cand.best.Name, cand.read.Value)) > 0
}

// isAboveAddress reports whether the proposed name, unlike the extracted one, is directly above its party's address.
func (c *candidates) isAboveAddress(cand *candidate) bool {
	party, isName := strings.CutSuffix(cand.best.Name, "Name")
	address := c.byField[party+"Address"]
	if !isName || address == nil || cand.best.Held < 2 || cand.read.Confidence >= minSureConfidence || cand.overlaps() {
		return false
	}
	var over []llm.Quote
	if address.best != nil && (address.agrees() || c.accepts(address)) {
		over = []llm.Quote{address.best.Quote}
	} else {
		over = c.page.quotes.Find(address.target, address.read.Value)
	}
	isAbove := func(name llm.Quote) bool {
		last := name.Parts[len(name.Parts)-1].Segment
		return slices.ContainsFunc(over, func(q llm.Quote) bool { return last.NextInBlock() == q.Parts[0].Segment })
	}
	return isAbove(cand.best.Quote) && !c.isInBlock(cand.best.Quote, cand)
}

// mixesParties reports whether a party's proposal contains, or is a line of, a confident value of another field.
func (c *candidates) mixesParties(name, text string) bool {
	if !c.q.Targets[name].Party() {
		return false
	}
	proposed := recognize.Compact(text)
	for other, t := range c.q.Targets {
		read := c.q.Read(other)
		value := recognize.Compact(read.Value)
		if c.joinsNameAndAddress(name, other, value) {
			return true
		}
		if other == name || !t.Party() || read.Confidence < maxDoubtfulConfidence || len(value) < minDistinctiveLetters ||
			value == proposed || c.isConfused(other) {
			continue
		}
		line := t.Address() && !c.q.Targets[name].Address() && strings.Contains(value, proposed)
		if line || strings.Contains(proposed, value) {
			return true
		}
	}
	return false
}

// isElsewhere reports whether a value is a confident value of another field of the form that was not confused with it.
func (c *candidates) isElsewhere(name, value string) bool {
	return c.q.isElsewhere(name, value, c.isConfused)
}

// removal returns the newest example that says that the field is absent, or nil. All must agree, the value must be in
// a known wrong place, and a single example needs low confidence.
func (p *Page) removal(l *template.Template, f *field, t llm.Target, reading Reading) *template.Example {
	known := f.absent == len(f.examples) && (f.absent > 1 || reading.Confidence < minSureConfidence)
	if reading.Value == "" || !known || !p.repeatsError(f, t, reading.Value) {
		return nil
	}
	for i := range l.Examples {
		if f := l.Examples[i].Field(t.Field()); f != nil && f.Absent {
			return &l.Examples[i]
		}
	}
	return nil
}

// hasReliablePlace reports whether the place of all examples replaces a value that was right in them: for parties if
// nothing was extracted, the place is more certain or the lines differ; for other fields if three examples are more
// certain.
func (c *candidate) hasReliablePlace() bool {
	const enough = 3 // examples, for a field that many documents lack
	outweighed := c.isRepeated() && c.isOutweighed()
	read, proposed := recognize.Compact(c.read.Value), recognize.Compact(c.best.Quote.Value)
	switch {
	case !c.isRepeated(), c.best.Held < 2 && (!c.target.Party() || c.read.Confidence >= maxUnlikelyConfidence):
		return false
	case !c.target.Party() && read == "":
		return c.target.Typed() && c.best.labeled
	case !c.target.Party():
		return c.addsSign() || read != "" && outweighed && c.isUnanimous() && c.best.Held >= enough
	case read == "":
		return c.isUnanimous() || isVATID(c.best.Quote.Value)
	case !c.isUnanimous() && (!outweighed || c.read.Confidence >= maxDoubtfulConfidence),
		c.target.Name() && c.read.Confidence >= maxUnlikelyConfidence && c.startsWithRead():
		return false
	case c.containsReadLines(proposed):
		return len(c.best.Quote.Parts) == 1 || outweighed ||
			c.read.Confidence < minSettledConfidence && (c.endsWithPostCode() || c.target.Address() &&
				strings.HasSuffix(proposed, read))
	case strings.Contains(read, proposed):
		return c.read.Confidence < minSettledConfidence && c.endsWithPostCode() ||
			c.target.Name() && outweighed &&
				(strings.HasSuffix(read, proposed) && 2*len(proposed) >= len(read) || c.read.Confidence < maxUnlikelyConfidence)
	}
	// A tax ID is found by its format; a much shorter value is a sign or remark.
	return outweighed && (c.target.Name() || c.target.Address()) &&
		(2*len(proposed) >= len(read) || c.read.Confidence < maxUnlikelyConfidence && c.isUnanimous())
}

// addsSign reports whether several examples lead to a code with a sign, such as "#", that the value lacks.
func (c *candidate) addsSign() bool {
	sign, found := strings.CutSuffix(c.best.Quote.Value, c.read.Value)
	return found && !c.target.Typed() && !strings.ContainsFunc(sign, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r)
	})
}

// isVATID reports whether a text has the format of a VAT identification number.
func isVATID(text string) bool {
	found := recognize.VATIDs(strings.Fields(text))
	return len(found) == 1 && recognize.Compact(found[0].Value) == recognize.Compact(text)
}

// containsReadLines reports whether all lines of the extracted value are in the proposal.
func (c *candidate) containsReadLines(proposed string) bool {
	return !slices.ContainsFunc(strings.Split(c.read.Value, ", "), func(line string) bool {
		return !strings.Contains(proposed, recognize.Compact(line))
	})
}

// startsWithRead reports whether the value is the first lines of the proposal: the next may be a person or street.
func (c *candidate) startsWithRead() bool {
	lines, read := "", recognize.Compact(c.read.Value)
	for _, l := range c.best.Quote.Parts {
		if lines += recognize.Compact(l.Text()); lines == read {
			return true
		}
	}
	return false
}

// endsWithPostCode reports whether the proposal is an address of several lines that ends with the post code line.
func (c *candidate) endsWithPostCode() bool {
	parts := c.best.Quote.Parts
	return c.target.Address() && len(parts) > 1 && textshape.PostalLine(parts[len(parts)-1].Words())
}

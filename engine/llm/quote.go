package llm

import (
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// Quotes finds values among the words of a document and makes values from words.
type Quotes struct{ pages *pages }

// NewQuotes prepares a document; currency is "" if unknown.
func NewQuotes(lay *layout.Layout, currency string) Quotes { return Quotes{newPages(lay, currency)} }

// Target is a field with its form.
type Target struct {
	field field
	name  bool // of a person or company
}

// TargetOf returns the target of a scalar of a document type.
func TargetOf(f schema.Field) Target {
	return Target{field: field{name: f.Name, valueType: typeOf(f.Form)}, name: f.Form == schema.FormName}
}

// TargetOfCustom returns the target of a custom scalar; false for lists.
func TargetOfCustom(p *custom.Property) (Target, bool) {
	f := customField(p)
	return Target{field: f}, !f.list
}

// Typed reports whether recognizers find values of the form among other words.
func (t Target) Typed() bool {
	switch t.field.valueType {
	case typeMoney, typeQuantity, typePercent, typeNumber, typeDate, typeTime, typeIBAN, typeBIC, typeMail:
		return true
	case typeText, typeCode, typeTaxID, typePhone, typeAddress, typeCurrency, typeBoolean:
	}
	return false
}

// Custom reports whether the target is a property of a caller's schema.
func (t Target) Custom() bool { return t.field.property != nil }

// FreeText reports whether the target is a property of a caller's schema that any text fits.
func (t Target) FreeText() bool {
	return t.Custom() && t.field.valueType == typeText && len(t.field.property.Enum) == 0
}

// Date reports whether the target is a date.
func (t Target) Date() bool { return t.field.valueType == typeDate }

// Currency reports whether the target is a currency (ISO 4217).
func (t Target) Currency() bool { return t.field.valueType == typeCurrency }

// Address reports whether the target is an address, whose lines are joined.
func (t Target) Address() bool { return t.field.valueType == typeAddress }

// Name reports whether the target is the name of a person or company.
func (t Target) Name() bool { return t.name }

// Party reports whether the target is a party's name, address or tax ID. All documents of a layout have these in the
// same place.
func (t Target) Party() bool {
	return t.field.property == nil && (t.name || t.Address() || t.field.valueType == typeTaxID)
}

// Field is the name of the field.
func (t Target) Field() string { return t.field.name }

// Alike reports whether both targets have the same form.
func (t Target) Alike(o Target) bool {
	return t.field.valueType == o.field.valueType && t.name == o.name
}

// Quote is a value with its words on the page.
type Quote struct {
	Value string
	Parts []layout.Part // in reading order, on one page
}

// Cite makes the value of a quote.
func (q Quote) Cite() value.Value { return place{q.Value, q.Parts}.cite() }

// Find returns the places of a normalized value.
func (q Quotes) Find(t Target, text string) []Quote {
	var found []Quote
	for _, p := range q.pages.find(&t.field, text) {
		found = append(found, Quote{p.value, p.parts})
	}
	return found
}

// Read makes a value from all words of the parts; false if they do not have the form. It does not read numbers, dates
// and times: see First.
func (q Quotes) Read(t Target, parts []layout.Part) (Quote, bool) {
	if v, ok := q.form(t, parts); ok && v != "" {
		return Quote{v, parts}, true
	}
	return Quote{}, false
}

func (q Quotes) form(t Target, parts []layout.Part) (string, bool) {
	text := joined(parts, " ")
	digits := recognize.CountDigits(text)
	switch {
	case t.field.valueType == typeTaxID && digits < minTaxDigits, t.name && longNumber(text):
		return "", false
	case t.field.valueType == typeAddress && !addressLike(parts, text):
		return "", false
	case t.field.valueType == typeCode && (len(parts) > 1 || tooLong(text)):
		return "", false
	}
	return t.field.read(parts)
}

// addressLike reports whether lines are an address instead of numbers or contacts.
func addressLike(parts []layout.Part, text string) bool {
	first := parts[0].Text()
	if !strings.Contains(first, " ") && recognize.CountDigits(first) >= minTaxDigits {
		return false
	}
	return recognize.CountDigits(text) > 0 && !strings.ContainsAny(text, "@:") && !strings.Contains(text, "www.")
}

const (
	minTaxDigits = 6
	maxCodeWords = 3
)

// tooLong reports whether a text has too many words for a code; numbers may be in groups of digits.
func tooLong(text string) bool {
	const groups = 8
	most := maxCodeWords
	if !strings.ContainsFunc(text, unicode.IsLetter) {
		most = groups
	}
	return strings.Count(text, " ") >= most
}

// longNumber reports whether a word has too many digits for a name.
func longNumber(text string) bool {
	const most = 4
	return slices.ContainsFunc(strings.Fields(text), func(w string) bool { return recognize.CountDigits(w) > most })
}

// First returns the first value of the target's form within a part; with last, it returns the last one.
func (q Quotes) First(t Target, within layout.Part, last bool) (quote Quote, ok bool) {
	for _, found := range q.typed(t, within.Segment) {
		if p := found.Parts[0]; p.First >= within.First && p.Last <= within.Last && (last || !ok) {
			quote, ok = found, true
		}
	}
	return quote, ok
}

// typed returns the values of a form in a segment, left to right.
func (q Quotes) typed(t Target, s *layout.Segment) []Quote {
	var found []Quote
	add := func(text string, span recognize.Span) {
		found = append(found, Quote{text, []layout.Part{{Segment: s, First: span.First, Last: span.Last}}})
	}
	codes := func(all []recognize.Code) {
		for _, c := range all {
			add(c.Value, c.Span)
		}
	}
	switch t.field.valueType {
	case typeMoney, typeQuantity, typePercent, typeNumber:
		for _, a := range q.pages.amounts[s] {
			if text, ok := q.pages.numberText(&t.field, a); ok {
				add(text, a.Span)
			}
		}
	case typeDate:
		for _, d := range q.pages.dates[s] {
			add(d.ISO(q.pages.order), d.Span)
		}
	case typeTime:
		for _, c := range s.Times() {
			add(c.Value, c.Span)
		}
	case typeIBAN:
		codes(s.IBANs())
	case typeBIC:
		codes(s.BICs())
	case typeMail:
		codes(s.Emails())
	case typeCurrency:
		for _, c := range q.pages.currencies(s) {
			found = append(found, Quote{c.value, c.parts})
		}
	case typeText, typeCode, typeTaxID, typePhone, typeAddress, typeBoolean:
	}
	slices.SortStableFunc(found, func(a, b Quote) int { return a.Parts[0].First - b.Parts[0].First })
	return slices.DeleteFunc(found, func(f Quote) bool { return f.Value == "" })
}

// Same reports whether two values of the target are equal.
func (t Target) Same(a, b string) bool {
	if a == b {
		return true
	}
	switch t.field.valueType {
	case typeMoney, typeQuantity, typePercent, typeNumber:
		x, err1 := decimal.NewFromString(a)
		y, err2 := decimal.NewFromString(b)
		return err1 == nil && err2 == nil && x.Equal(y)
	case typeDate, typeTime, typeCurrency, typeBoolean:
		return false
	case typeText, typeCode, typeIBAN, typeBIC, typeTaxID, typePhone, typeAddress, typeMail:
	}
	return recognize.Compact(a) != "" && recognize.Compact(a) == recognize.Compact(strings.TrimSpace(b))
}

const (
	maxLines  = 8  // of a value
	maxPlaces = 50 // of one text
	// maxGap is the maximum distance to a value's next line, in rows.
	maxGap = 2
	// maxSteps limits the work for one text on an ambiguous page.
	maxSteps = 20_000
)

// findText finds runs of words that equal the answer, ignoring case, signs and line breaks.
func (p *pages) findText(answer string) [][]layout.Part {
	want := recognize.Compact(answer)
	var found [][]layout.Part
	p.steps = maxSteps
	for n := 1; n <= len(want); n++ {
		for _, at := range p.starts[want[:n]] {
			if parts, ok := p.follow(at, want, maxLines); ok {
				if found = append(found, parts); len(found) == maxPlaces {
					return found
				}
			}
		}
	}
	return found
}

// follow matches words from a position with want.
func (p *pages) follow(at position, want string, lines int) ([]layout.Part, bool) {
	words := p.words[at.segment]
	for i := at.token; i < len(words); i++ {
		p.steps--
		rest, ok := strings.CutPrefix(want, words[i])
		if !ok {
			return nil, false
		}
		want = rest
		if want == "" {
			return []layout.Part{{Segment: at.segment, First: at.token, Last: i}}, true
		}
	}
	if lines == 1 || p.steps < 0 {
		return nil, false
	}
	for _, below := range linesBelow(at.segment) {
		if parts, ok := p.follow(position{below, 0}, want, lines-1); ok {
			first := layout.Part{Segment: at.segment, First: at.token, Last: len(words) - 1}
			return append([]layout.Part{first}, parts...), true
		}
	}
	return nil, false
}

// linesBelow returns the overlapping segments in the next rows.
func linesBelow(s *layout.Segment) []*layout.Segment {
	var below []*layout.Segment
	rows := s.Page.Rows
	for i := s.Row + 1; i < len(rows) && i <= s.Row+maxGap; i++ {
		for _, o := range rows[i].Segments {
			if o.Box.OverlapX(s.Box) > 0 {
				below = append(below, o)
			}
		}
	}
	return below
}

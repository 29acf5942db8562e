package llm

import (
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

func single(value string, s *layout.Segment, span recognize.Span) place {
	return place{value, []layout.Part{{Segment: s, First: span.First, Last: span.Last}}}
}

func (p *pages) findNumber(f *field, answer string) []place {
	wanted := recognize.Amounts(strings.Fields(answer))
	if len(wanted) != 1 {
		return nil
	}
	want := wanted[0].Value(p.style)
	var found []place
	for _, s := range p.lay.Segments {
		for _, a := range p.amounts[s] {
			if !a.Value(p.style).Equal(want) {
				continue
			}
			if value, ok := p.numberText(f, a); ok {
				found = append(found, single(value, s, a.Span))
			}
		}
	}
	return found
}

func (p *pages) numberText(f *field, a recognize.Amount) (string, bool) {
	v := a.Value(p.style)
	switch f.valueType {
	case typeMoney:
		currency := p.currency
		if currency == "" {
			currency = a.Currency
		}
		return recognize.FormatMoney(v, currency), !a.Percent
	case typeQuantity:
		return recognize.FormatQuantity(v), !a.Percent
	case typeNumber:
		return customNumber(f.property, a, v)
	}
	return recognize.FormatQuantity(v), true
}

func customNumber(p *custom.Property, a recognize.Amount, v decimal.Decimal) (string, bool) {
	text := v.String()
	switch {
	case p.Type == custom.TypeInteger && v.IsInteger():
		text = v.Truncate(0).String()
	case a.Currency != "":
		text = recognize.FormatMoney(v, a.Currency)
	case a.Number.Fraction > 0:
		text = v.StringFixed(int32(min(a.Number.Fraction, 20)))
	}
	for _, allowed := range p.Enum {
		if d, err := decimal.NewFromString(allowed); err == nil && d.Equal(v) {
			text = allowed
		}
	}
	return text, p.Accepts(text) == nil
}

func (p *pages) findDate(answer string) []place {
	wanted := recognize.Dates(strings.Fields(answer))
	if len(wanted) != 1 {
		return nil
	}
	want := wanted[0].ISO(p.order)
	var found []place
	for _, s := range p.lay.Segments {
		for _, d := range p.dates[s] {
			if value := d.ISO(p.order); value == want {
				found = append(found, single(value, s, d.Span))
			}
		}
	}
	return found
}

func (p *pages) findTime(answer string) []place {
	wanted := recognize.Times(strings.Fields(answer))
	if len(wanted) != 1 {
		return nil
	}
	var found []place
	for _, s := range p.lay.Segments {
		for _, t := range s.Times() {
			if t.Value == wanted[0].Value {
				found = append(found, single(t.Value, s, t.Span))
			}
		}
	}
	return found
}

// findCurrency finds a currency by its sign, abbreviation or code, alone or next to a number.
func (p *pages) findCurrency(answer string) []place {
	want, ok := recognize.Currency(answer)
	if !ok {
		return nil
	}
	var found []place
	for _, s := range p.lay.Segments {
		for _, c := range p.currencies(s) {
			if c.value == want {
				found = append(found, c)
			}
		}
	}
	return found
}

func (p *pages) currencies(s *layout.Segment) []place {
	var found []place
	for i, word := range s.Words {
		if c, ok := recognize.Currency(word); ok {
			found = append(found, single(c, s, recognize.Span{First: i, Last: i}))
		}
	}
	for _, a := range p.amounts[s] {
		if a.Currency != "" {
			found = append(found, single(a.Currency, s, a.Span))
		}
	}
	return found
}

// read makes a value from the words at a place; false if they do not have the field's form.
func (f *field) read(parts []layout.Part) (string, bool) {
	words := wordsOf(parts)
	switch f.valueType {
	case typeIBAN:
		return coversAll(recognize.IBANs(words), words)
	case typeBIC:
		return coversAll(recognize.BICs(words), words)
	case typeMail:
		return coversAll(recognize.Emails(words), words)
	case typeTaxID:
		if value, ok := coversAll(recognize.VATIDs(words), words); ok {
			return value, true
		}
	case typePhone:
		if value, ok := coversAll(recognize.Phones(words), words); ok {
			return value, true
		}
	case typeBoolean:
		return truth(words)
	case typeAddress:
		return joined(parts, ", "), true
	case typeCode:
		return f.accept(joined(parts, " "), codeLike(words))
	case typeText, typeMoney, typeQuantity, typePercent, typeDate, typeTime, typeCurrency, typeNumber:
	}
	return f.accept(joined(parts, " "), true)
}

// codeLike reports whether words contain digits or only capitals, such as the customer number "BRACKFGB".
func codeLike(words []string) bool {
	const least = 3 // letters
	letters := 0
	for _, r := range strings.Join(words, "") {
		switch {
		case unicode.IsDigit(r):
			return true
		case unicode.IsLetter(r) && !unicode.IsUpper(r):
			return false
		case unicode.IsLetter(r):
			letters++
		}
	}
	return letters >= least
}

// accept validates a text against the caller's schema. A text that matches an enum value gets its spelling.
func (f *field) accept(text string, ok bool) (string, bool) {
	if f.property == nil || !ok {
		return text, ok
	}
	for _, allowed := range f.property.Enum {
		if recognize.Compact(allowed) == recognize.Compact(text) {
			text = allowed
		}
	}
	return text, f.property.Accepts(text) == nil
}

// coversAll returns the code if it covers all words.
func coversAll(found []recognize.Code, words []string) (string, bool) {
	if len(found) != 1 || found[0].First != 0 || found[0].Last != len(words)-1 {
		return "", false
	}
	return found[0].Value, true
}

func wordsOf(parts []layout.Part) []string {
	var words []string
	for _, part := range parts {
		words = append(words, part.Segment.Words[part.First:part.Last+1]...)
	}
	return words
}

// joined is the text of all parts without surrounding signs.
func joined(parts []layout.Part, separator string) string {
	const around = " ,;:|*"
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = strings.Trim(part.Text(), around)
	}
	text := strings.Join(texts, separator)
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") && strings.Count(text, "(") == 1 {
		text = text[1 : len(text)-1]
	}
	return text
}

// truth parses yes and no in all supported languages.
func truth(words []string) (string, bool) {
	text := recognize.Compact(strings.Join(words, ""))
	switch {
	case len(text) == 1 && text != "x": // a single letter is ambiguous
	case lexicon.Yes.Has(text):
		return custom.True, true
	case lexicon.No.Has(text):
		return custom.False, true
	}
	return "", false
}

// valueType is the form of a value, as the model's prompt names it.
type valueType string

const (
	typeText     = valueType(schema.FormText)
	typeCode     = valueType(schema.FormIdentifier)
	typeMoney    = valueType(schema.FormMoney)
	typeQuantity = valueType(schema.FormQuantity)
	typePercent  = valueType(schema.FormRate)
	typeDate     = valueType(schema.FormDate)
	typeTime     = valueType(schema.FormTime)
	typeCurrency = valueType(schema.FormCurrency)
	typeIBAN     = valueType(schema.FormIBAN)
	typeBIC      = valueType(schema.FormBIC)
	typeTaxID    = valueType(schema.FormTaxID)
	typeAddress  = valueType(schema.FormAddress)
	typeMail     = valueType(schema.FormEmail)
	typePhone    = valueType(schema.FormPhone)
	// Only for custom fields.
	typeNumber  valueType = "number"
	typeBoolean valueType = "yes or no"
)

// typeOf returns the kind of a form; forms without a recognizer are text.
func typeOf(form schema.Form) valueType {
	switch form {
	case schema.FormName, schema.FormWebsite, schema.FormLanguage, schema.FormCount:
		return typeText
	case schema.FormList, schema.FormBox:
		return ""
	default:
		return valueType(form)
	}
}

type field struct {
	name, description string
	valueType         valueType
	expected          bool             // documents of the type usually have it
	property          *custom.Property // of a custom field
	list              bool
	members           []field // of a list's rows
}

func (f *field) question() result.Question {
	q := result.Question{Name: f.name, Description: f.description, Form: string(f.valueType), List: f.list}
	if f.property != nil {
		q.Values = f.property.Enum
	}
	for i := range f.members {
		q.Members = append(q.Members, f.members[i].question())
	}
	return q
}

func fieldsOf(kind result.DocumentType) []field { return askable(schema.Of(kind).Fields) }

func askable(described []schema.Field) []field {
	var all []field
	for i := range described {
		f := &described[i]
		if f.Question == "" {
			continue
		}
		all = append(all, field{
			name: f.Name, description: f.Question, valueType: typeOf(f.Form), expected: f.Expected, list: f.IsList(),
			members: askable(f.Members),
		})
	}
	return all
}

func customFields(schema *custom.Schema) []field {
	all := make([]field, len(schema.Properties))
	for i := range schema.Properties {
		all[i] = customField(&schema.Properties[i])
	}
	return all
}

func customField(p *custom.Property) field {
	f := field{name: p.Name, description: describe(p), valueType: customType(p), property: p}
	switch {
	case p.Members != nil:
		f.list, f.valueType, f.property = true, "", nil
		for i := range p.Members {
			f.members = append(f.members, customField(&p.Members[i]))
		}
	case p.Item != nil:
		f.list, f.valueType, f.property = true, customType(p.Item), p.Item
	}
	return f
}

// describe joins the caller's words for a property. They are short: a schema has at most 64 KiB.
func describe(p *custom.Property) string {
	texts := []string{strings.Join(p.Parents, ", "), p.Title, p.Description, strings.Join(p.Labels, ", ")}
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), ": ")
}

func customType(p *custom.Property) valueType {
	switch {
	case p.Type == custom.TypeNumber, p.Type == custom.TypeInteger:
		return typeNumber
	case p.Type == custom.TypeBoolean:
		return typeBoolean
	case p.Format == custom.FormatDate:
		return typeDate
	case p.Format == custom.FormatTime:
		return typeTime
	}
	return typeText
}

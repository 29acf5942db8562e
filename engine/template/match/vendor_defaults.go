package match

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"golang.org/x/text/language"
)

// A vendor's pages share what they leave open: the currency of "$", and whether 3/4 is in March or April. Past
// corrections decide, unless the page is explicit.

// mayBeCurrency reports whether a page may be in a currency (ISO 4217) that it does not spell out.
func (p *Page) mayBeCurrency(code string) bool {
	shown := p.doc.Currency
	_, known := country.MinorDigits(code)
	switch {
	case !known, p.doc.SpelledOut(code):
		return false
	case shown == "", shown == code:
		return true
	}
	return !p.doc.SpelledOut(shown) && shareSign(shown, code)
}

// shareSign reports whether two currencies (ISO 4217) share a sign or word.
func shareSign(a, b string) bool {
	for _, code := range lexicon.SharedCurrencies(a) {
		if code == b {
			return true
		}
	}
	return slices.ContainsFunc(country.SharingSign(a), func(c *country.Country) bool { return c.Currency == b })
}

// monthFirst derives the page's order of day and month from corrected dates; nil if unknown or contradictory.
func (p *Page) monthFirst(seen CorrectedRecord, targets map[string]llm.Target) *bool {
	day, month, open := 0, 0, p.ambiguousDates()
	for name, right := range seen.Right {
		if t, known := targets[name]; !known || !t.Date() || p.hasUnambiguousDate(right) {
			continue
		}
		for _, d := range open {
			switch right {
			case d.ISO(recognize.OrderDMY):
				day++
			case d.ISO(recognize.OrderMDY):
				month++
			}
		}
	}
	if (day == 0) == (month == 0) {
		return nil
	}
	first := month > 0
	return &first
}

type ambiguousDate struct {
	recognize.Date
	part layout.Part
}

// ambiguousDates returns the ambiguous dates of the page, or nil if another date shows the order.
func (p *Page) ambiguousDates() []ambiguousDate {
	var open []ambiguousDate
	var all []recognize.Date
	for _, s := range p.doc.Layout.Segments {
		for _, d := range p.doc.Spans[s].Dates {
			if all = append(all, d); d.Ambiguous && d.ISO(recognize.OrderDMY) != d.ISO(recognize.OrderMDY) {
				open = append(open, ambiguousDate{d, layout.Part{Segment: s, First: d.First, Last: d.Last}})
			}
		}
	}
	if recognize.DominantOrder(all) != recognize.OrderUnknown {
		return nil
	}
	return open
}

// hasUnambiguousDate reports whether the page has an unambiguous date with this day.
func (p *Page) hasUnambiguousDate(day string) bool {
	return slices.ContainsFunc(p.doc.Layout.Segments, func(s *layout.Segment) bool {
		return slices.ContainsFunc(p.doc.Spans[s].Dates, func(d recognize.Date) bool {
			return !d.Ambiguous && d.ISO(recognize.OrderUnknown) == day
		})
	})
}

// dateDefaults proposes the ambiguous dates in the vendor's order of day and month.
func (c *candidates) dateDefaults() []Proposal {
	first, example, held := unanimousValue(c.template, func(l *template.Example) *bool {
		if !c.sharesVendor(l) {
			return nil
		}
		return l.MonthFirst
	})
	if held == 0 {
		return nil
	}
	order := recognize.OrderDMY
	if first {
		order = recognize.OrderMDY
	}
	var all []Proposal
	for _, d := range c.page.ambiguousDates() {
		for _, name := range slices.Sorted(maps.Keys(c.q.Targets)) {
			read := c.q.Read(name).Value
			if !c.q.Targets[name].Date() || read != d.ISO(c.page.doc.Order) || read == d.ISO(order) ||
				c.page.hasUnambiguousDate(read) || hasProposal(all, name) {
				continue
			}
			all = append(all, Proposal{
				Name: name, Quote: llm.Quote{Value: d.ISO(order), Parts: []layout.Part{d.part}}, Example: example, Held: held,
			})
		}
	}
	return all
}

func (c *candidates) currencyDefault() []Proposal {
	const name = "currency"
	code, example, held := unanimousValue(c.template, func(l *template.Example) *string {
		if l.Currency == "" || !c.sharesVendor(l) {
			return nil
		}
		return &l.Currency
	})
	if !c.q.Targets[name].Currency() || held == 0 || c.q.Read(name).Value == code || !c.page.mayBeCurrency(code) {
		return nil
	}
	part, found := c.page.amountPlace()
	if !found {
		return nil
	}
	return []Proposal{{Name: name, Quote: llm.Quote{Value: code, Parts: []layout.Part{part}}, Example: example,
		Held: held}}
}

// amountPlace returns the place of an amount, preferably one with a currency sign.
func (p *Page) amountPlace() (place layout.Part, found bool) {
	for _, s := range p.doc.Layout.Segments {
		for _, a := range p.doc.Spans[s].Amounts {
			part := layout.Part{Segment: s, First: a.First, Last: a.Last}
			if a.Currency != "" {
				return part, true
			}
			if a.Number.Fraction > 0 {
				place, found = part, true
			}
		}
	}
	return place, found
}

// dueDate is the field that pages may state in days: "Terms: 21 days" leads to a date that is not printed.
const (
	dueDate   = "dueDate"
	issueDate = "issueDate" // from which the days are counted
)

const (
	maxNumbers = 3   // of a line; a number for early payment may come first
	maxDays    = 366 // after the issue date
)

func daysOffsets(line int) []offset {
	var all []offset
	for n := range maxNumbers {
		all = append(all, offset{line, endDays + strconv.Itoa(n)})
	}
	return all
}

// afterDays adds the index-th whole number of a line as days to the issue date.
func (p *Page) afterDays(line layout.Part, index string) (llm.Quote, bool) {
	issued, err := time.Parse(time.DateOnly, p.issued)
	nth, errIndex := strconv.Atoi(index)
	if err != nil || errIndex != nil {
		return llm.Quote{}, false
	}
	for i := line.First; i <= line.Last; i++ {
		days, err := strconv.Atoi(strings.Trim(line.Segment.Words[i], ".,;:()"))
		if err != nil || days < 1 || days > maxDays {
			continue
		}
		if nth--; nth < 0 {
			due := issued.AddDate(0, 0, days).Format(time.DateOnly)
			return llm.Quote{Value: due, Parts: []layout.Part{{Segment: line.Segment, First: i, Last: i}}}, true
		}
	}
	return llm.Quote{}, false
}

// inDays returns the places where the page states a date as days after its issue.
func (p *Page) inDays(day string) []llm.Quote {
	var found []llm.Quote
	for _, s := range p.doc.Layout.Segments {
		for i := range s.Tokens {
			if q, ok := p.afterDays(layout.Part{Segment: s, First: i, Last: i}, "0"); ok && q.Value == day {
				found = append(found, q)
			}
		}
	}
	return found
}

// No word of a page states its language, and wrong detection repeats on the vendor's next page. So a correction
// stores the detected language and applies only to pages with the same detection.

const languageField = "language"

// HasLanguage reports whether documents of a type have a language field.
func HasLanguage(docType schema.DocumentType) bool {
	for _, f := range schema.Of(docType).Fields {
		if f.Form == schema.FormLanguage {
			return true
		}
	}
	return false
}

// learnLanguage is the corrected language; false if there is none or it is invalid (BCP 47).
func (s CorrectedRecord) learnLanguage() (template.ExampleField, bool) {
	right, read := s.Right[languageField], s.Read[languageField]
	if !HasLanguage(s.Type) || right == "" {
		return template.ExampleField{}, false
	}
	if _, err := language.Parse(right); err != nil {
		return template.ExampleField{}, false
	}
	return template.ExampleField{Name: languageField, Constant: right, Missed: right != read, Sure: s.Sure[languageField],
		Misread: misreadingHash(read)}, true
}

// Language proposes the corrected language of the vendor's pages with the same detected language; false if there is
// no correction or they differ.
func (p *Page) Language(l *template.Template, read Reading) (Proposal, bool) {
	vendors := template.Fingerprint{Vendors: Vendors(p.doc)}
	code, example, held := unanimousValue(l, func(l *template.Example) *string {
		f := l.Field(languageField)
		if f == nil || f.Misread != misreadingHash(read.Value) || !l.Fingerprint.SharesVendor(vendors) {
			return nil
		}
		return &f.Constant
	})
	if held == 0 || code == read.Value || held < 2 && read.Confidence >= minSureConfidence {
		return Proposal{}, false
	}
	return Proposal{Name: languageField, Quote: llm.Quote{Value: code}, Example: example, Held: held}, true
}

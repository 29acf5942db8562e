package match

import (
	"maps"
	"slices"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// A vendor's pages share what they leave open: the currency of "$", and whether 3/4 is in March or April. Past
// corrections decide, unless the page is explicit.

// openCurrency reports whether a page may be in a currency (ISO 4217) that it does not spell out.
func (p *Page) openCurrency(code string) bool {
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
func (p *Page) monthFirst(seen Seen, targets map[string]llm.Target) *bool {
	day, month, open := 0, 0, p.openDates()
	for name, right := range seen.Right {
		if t, known := targets[name]; !known || !t.Date() || p.shows(right) {
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

type openDate struct {
	recognize.Date
	part layout.Part
}

// openDates returns the ambiguous dates of the page, or nil if another date shows the order.
func (p *Page) openDates() []openDate {
	var open []openDate
	var all []recognize.Date
	for _, s := range p.doc.Layout.Segments {
		for _, d := range p.doc.Spans[s].Dates {
			if all = append(all, d); d.Ambiguous && d.ISO(recognize.OrderDMY) != d.ISO(recognize.OrderMDY) {
				open = append(open, openDate{d, layout.Part{Segment: s, First: d.First, Last: d.Last}})
			}
		}
	}
	if recognize.DominantOrder(all) != recognize.OrderUnknown {
		return nil
	}
	return open
}

// shows reports whether the page has an unambiguous date with this day.
func (p *Page) shows(day string) bool {
	return slices.ContainsFunc(p.doc.Layout.Segments, func(s *layout.Segment) bool {
		return slices.ContainsFunc(p.doc.Spans[s].Dates, func(d recognize.Date) bool {
			return !d.Ambiguous && d.ISO(recognize.OrderUnknown) == day
		})
	})
}

func (c *claims) habitual() []Proposal {
	return append(c.dates(), c.currency()...)
}

// dates proposes the ambiguous dates in the vendor's order of day and month.
func (c *claims) dates() []Proposal {
	first, lesson, held := agreed(c.layout, func(l *template.Lesson) *bool {
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
	for _, d := range c.page.openDates() {
		for _, name := range slices.Sorted(maps.Keys(c.q.Targets)) {
			read := c.q.Read(name).Value
			if !c.q.Targets[name].Date() || read != d.ISO(c.page.doc.Order) || read == d.ISO(order) ||
				c.page.shows(read) || proposed(all, name) {
				continue
			}
			all = append(all, Proposal{
				Name: name, Quote: llm.Quote{Value: d.ISO(order), Parts: []layout.Part{d.part}}, Lesson: lesson, Held: held,
			})
		}
	}
	return all
}

func (c *claims) currency() []Proposal {
	const name = "currency"
	code, lesson, held := agreed(c.layout, func(l *template.Lesson) *string {
		if l.Currency == "" || !c.sharesVendor(l) {
			return nil
		}
		return &l.Currency
	})
	if !c.q.Targets[name].Currency() || held == 0 || c.q.Read(name).Value == code || !c.page.openCurrency(code) {
		return nil
	}
	part, found := c.page.anAmount()
	if !found {
		return nil
	}
	return []Proposal{{Name: name, Quote: llm.Quote{Value: code, Parts: []layout.Part{part}}, Lesson: lesson, Held: held}}
}

// anAmount returns the place of an amount, preferably one with a currency sign.
func (p *Page) anAmount() (place layout.Part, found bool) {
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

// sharesVendor reports whether the page has an identifier of an example's vendor.
func (c *claims) sharesVendor(l *template.Lesson) bool { return l.Fingerprint.SharesVendor(c.vendors) }

// agreed returns the value that all examples with a value share, the newest of them, and their number; 0 if none.
func agreed[T comparable](of *template.Layout, says func(*template.Lesson) *T) (said T, newest *template.Lesson,
	held int) {
	for i := range of.Lessons {
		l := &of.Lessons[i]
		v := says(l)
		if v == nil {
			continue
		}
		if held > 0 && *v != said {
			return said, nil, 0
		}
		if held++; held == 1 {
			said, newest = *v, l
		}
	}
	return said, newest, held
}

func proposed(all []Proposal, name string) bool { return proposal(all, name) != nil }

func proposal(all []Proposal, name string) *Proposal {
	if i := slices.IndexFunc(all, func(p Proposal) bool { return p.Name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

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

// What the pages of a vendor leave open is the same on all of them: the currency that a
// mere "$" stands for, and whether 3/4 is a day in March or in April. What people left
// tells; a page that says otherwise is read as it says.

// openCurrency reports whether a page may be in a currency (ISO 4217) that it does not spell
// out: it shows none, or a sign that others share.
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

// shareSign reports whether two currencies (ISO 4217) are printed with the same sign or word.
func shareSign(a, b string) bool {
	for _, code := range lexicon.SharedCurrencies(a) {
		if code == b {
			return true
		}
	}
	return slices.ContainsFunc(country.SharingSign(a), func(c *country.Country) bool { return c.Currency == b })
}

// monthFirst tells by dates that people left in which order the page has day and month; nil
// where none tells, or they differ.
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

// openDate is a date that can be read in two ways, and where it stands.
type openDate struct {
	recognize.Date
	part layout.Part
}

// openDates are those of the page whose day may be the month; none where another date shows
// the order.
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

// shows reports whether a date of the page that can be read in one way is a day.
func (p *Page) shows(day string) bool {
	return slices.ContainsFunc(p.doc.Layout.Segments, func(s *layout.Segment) bool {
		return slices.ContainsFunc(p.doc.Spans[s].Dates, func(d recognize.Date) bool {
			return !d.Ambiguous && d.ISO(recognize.OrderUnknown) == day
		})
	})
}

// habitual proposes what the vendor's pages leave open as people left it before.
func (c *claims) habitual() []Proposal {
	return append(c.dates(), c.currency()...)
}

// dates proposes the dates of the page in the order of day and month that the vendor has.
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

// currency proposes the vendor's where the page does not spell out its own.
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

// anAmount is where the page shows money: with a sign, or without one.
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

// sharesVendor reports whether the page shows an identifier of a lesson's vendor.
func (c *claims) sharesVendor(l *template.Lesson) bool { return l.Fingerprint.SharesVendor(c.vendors) }

// agreed is what those lessons agree on that say anything, the newest of them, and their
// number; 0 where they do not, or none says a thing.
func agreed[T comparable](of *template.Layout, says func(*template.Lesson) *T) (said T, newest *template.Lesson, held int) {
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

// proposal returns that for a field; nil where there is none.
func proposal(all []Proposal, name string) *Proposal {
	if i := slices.IndexFunc(all, func(p Proposal) bool { return p.Name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

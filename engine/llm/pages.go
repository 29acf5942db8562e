package llm

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/recognize"
)

// pages is an index of a document's words.
type pages struct {
	lay      *layout.Layout
	style    recognize.Style
	order    recognize.Order
	currency string
	words    map[*layout.Segment][]string // compact, by token
	starts   map[string][]position        // of tokens, by compact word
	amounts  map[*layout.Segment][]recognize.Amount
	dates    map[*layout.Segment][]recognize.Date
	steps    int // remaining search steps for a text
}

type position struct {
	segment *layout.Segment
	token   int
}

// place is a printed value with its normalized form.
type place struct {
	value string
	parts []layout.Part // in reading order, on one page
}

func (p place) page() *layout.Page { return p.parts[0].Segment.Page }

// y is the vertical center of the first line, in points.
func (p place) y() float64 {
	first := p.parts[0]
	return first.Segment.SpanBox(first.First, first.Last).CenterY()
}

func newPages(lay *layout.Layout, currency string) *pages {
	p := &pages{
		lay: lay, currency: currency, words: map[*layout.Segment][]string{}, starts: map[string][]position{},
		amounts: map[*layout.Segment][]recognize.Amount{}, dates: map[*layout.Segment][]recognize.Date{},
	}
	var amounts []recognize.Amount
	var dates []recognize.Date
	for _, s := range lay.Segments {
		p.dates[s] = s.Dates()
		p.amounts[s] = slices.DeleteFunc(slices.Clone(s.Amounts()), func(a recognize.Amount) bool {
			return inDate(a, p.dates[s])
		})
		amounts, dates = append(amounts, p.amounts[s]...), append(dates, p.dates[s]...)
		compact := make([]string, len(s.Words))
		for i, word := range s.Words {
			compact[i] = recognize.Compact(word)
			if compact[i] != "" {
				p.starts[compact[i]] = append(p.starts[compact[i]], position{s, i})
			}
		}
		p.words[s] = compact
	}
	p.style, p.order = recognize.DominantStyle(amounts), recognize.DominantOrder(dates)
	if p.order == recognize.OrderUnknown && country.MonthFirst(currency) {
		p.order = recognize.OrderMDY
	}
	return p
}

func inDate(a recognize.Amount, dates []recognize.Date) bool {
	return slices.ContainsFunc(dates, func(d recognize.Date) bool { return !d.Compact && a.Overlaps(d.Span) })
}

// score is low, because the presence of an answer's words does not prove that they belong to the field.
const score = 0.5

func (p place) cite() value.Value {
	v := value.Value{Value: p.value, Source: document.SourceModel, Score: score, Legibility: 1}
	raw := make([]string, len(p.parts))
	for i, part := range p.parts {
		raw[i] = part.Text()
		for t := part.First; t <= part.Last; t++ {
			token := &part.Segment.Tokens[t]
			v.Legibility = min(v.Legibility, token.Confidence)
			v.Box = v.Box.Union(token.Place)
		}
	}
	v.Raw = strings.Join(raw, " ")
	v.Page, v.Nominal = p.page().Number, p.page().Nominal
	return v
}

// find returns the places on the pages that match an answer to the field, in reading order.
func (p *pages) find(f *field, answer string) []place {
	switch f.valueType {
	case typeMoney, typeQuantity, typePercent, typeNumber:
		return p.findNumber(f, answer)
	case typeDate:
		return p.findDate(answer)
	case typeTime:
		return p.findTime(answer)
	case typeCurrency:
		return p.findCurrency(answer)
	case typeText, typeCode, typeIBAN, typeBIC, typeTaxID, typeAddress, typeMail, typePhone, typeBoolean:
	}
	var found []place
	for _, parts := range p.findText(answer) {
		if value, ok := f.read(parts); ok {
			found = append(found, place{value, parts})
		}
	}
	return found
}

// candidates returns the distinct texts on the pages that have the form of a kind.
func (p *pages) candidates(k valueType) []string {
	var texts []string
	for _, s := range p.lay.Segments {
		for _, span := range p.spans(k, s) {
			text := span.Raw(s.Words)
			if len(text) > maxCandidate || slices.Contains(texts, text) {
				continue
			}
			if texts = append(texts, text); len(texts) == maxCandidates {
				return texts
			}
		}
	}
	return texts
}

// spans finds the texts with the form of a kind; kinds without a form have none.
func (p *pages) spans(k valueType, s *layout.Segment) []recognize.Span {
	var out []recognize.Span
	codes := func(found []recognize.Code) {
		for _, c := range found {
			out = append(out, c.Span)
		}
	}
	switch k {
	case typeMoney:
		for _, a := range p.amounts[s] {
			if !a.Whole() && !a.Percent {
				out = append(out, a.Span)
			}
		}
	case typeDate:
		for _, d := range p.dates[s] {
			if !d.Compact {
				out = append(out, d.Span)
			}
		}
	case typeIBAN:
		codes(s.IBANs())
	case typeTaxID:
		codes(s.VATIDs())
	case typeMail:
		codes(s.Emails())
	case typeText, typeCode, typeQuantity, typePercent, typeTime, typeCurrency, typeBIC, typeAddress, typePhone,
		typeNumber, typeBoolean:
	}
	return out
}

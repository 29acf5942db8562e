// Package annotate finds dates, amounts, codes and labels in each segment once per document, and the document's
// tables, number style, date order and currency.
package annotate

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Document is a page layout with its typed spans and labels by segment, tables, and document-wide conventions. It
// is read-only; see Clone.
type Document struct {
	Layout   *layout.Layout
	Spans    map[*layout.Segment]*Spans
	Labels   []*Label
	LabelsIn map[*layout.Segment][]*Label // in reading order
	Tables   []*layout.Table
	Style    recognize.Style
	Order    recognize.Order
	Currency string
	Domains  []string // mail and web addresses, compact
	// sharedWord is the currency that an ambiguous word was first read as. It means Currency in this document.
	sharedWord string
	// Tags are the tags from package tagger, or nil.
	Tags    *tag.Tags
	heights map[*layout.Page]float64
}

// Clone returns a copy with separate lists of labels. Changes to them or to the currency do not affect r.
func (r *Document) Clone() *Document {
	c := *r
	c.Labels, c.LabelsIn = slices.Clone(r.Labels), maps.Clone(r.LabelsIn)
	return &c
}

// Spans are the typed spans of a segment.
type Spans struct {
	Dates   []recognize.Date
	Amounts []recognize.Amount // without those inside dates and codes
	IBANs   []recognize.Code
	VATIDs  []recognize.Code
}

// maxDomains is the maximum number of addresses that names are compared with.
const maxDomains = 50

// New annotates a layout.
func New(lay *layout.Layout) *Document {
	r := &Document{
		Layout:   lay,
		Spans:    make(map[*layout.Segment]*Spans, len(lay.Segments)),
		LabelsIn: map[*layout.Segment][]*Label{},
	}
	var dates []recognize.Date
	var amounts []recognize.Amount
	for _, s := range lay.Segments {
		f := spansOf(s)
		r.Spans[s] = f
		dates = append(dates, f.Dates...)
		amounts = append(amounts, f.Amounts...)
		if labels := labelsOf(s); len(labels) > 0 {
			r.Labels, r.LabelsIn[s] = append(r.Labels, labels...), labels
		}
		for _, w := range s.Words {
			if len(r.Domains) < maxDomains && (strings.Contains(w, "@") || strings.Contains(w, "www.")) {
				r.Domains = append(r.Domains, recognize.Compact(w))
			}
		}
	}
	for _, p := range lay.Pages {
		r.Tables = append(r.Tables, p.Tables()...)
	}
	if mostlyCents(amounts) {
		for _, s := range lay.Segments {
			r.Spans[s].joinCents(s)
		}
	}
	r.Style = recognize.DominantStyle(amounts)
	r.Order = recognize.DominantOrder(dates)
	r.resolveCurrency(dominantCurrency(lay, amounts))
	if r.Style == recognize.StyleUnknown && recognize.MinorDigits(r.Currency) == 3 {
		r.Style = recognize.StyleOfMills(amounts)
	}
	if r.Order == recognize.OrderUnknown && r.monthFirst(amounts) {
		r.Order = recognize.OrderMDY
	}
	return r
}

// spansOf finds the spans of a segment, after it corrects digits that text recognition read as letters.
func spansOf(s *layout.Segment) *Spans {
	words := Digitized(s)
	if len(words) > 0 && &words[0] != &s.Words[0] {
		return Recognize(words)
	}
	f := &Spans{Dates: s.Dates(), IBANs: s.IBANs(), VATIDs: s.VATIDs()}
	f.take(s.Amounts())
	return f
}

// Recognize finds the typed spans of words that are not a segment.
func Recognize(words []string) *Spans {
	f := &Spans{Dates: recognize.Dates(words), IBANs: recognize.IBANs(words), VATIDs: recognize.VATIDs(words)}
	f.take(recognize.Amounts(words))
	return f
}

// take keeps the amounts that are not part of a date or code.
func (f *Spans) take(amounts []recognize.Amount) {
	for _, a := range amounts {
		if !Taken(a.Span, f) {
			f.Amounts = append(f.Amounts, a)
		}
	}
}

// Taken reports whether a span overlaps a date or code of its segment. Eight bare digits that may be a date do not
// count.
func Taken(s recognize.Span, f *Spans) bool {
	for _, d := range f.Dates {
		if !d.Compact && s.Overlaps(d.Span) {
			return true
		}
	}
	for _, c := range f.IBANs {
		if s.Overlaps(c.Span) {
			return true
		}
	}
	for _, c := range f.VATIDs {
		if s.Overlaps(c.Span) {
			return true
		}
	}
	return false
}

// Labeled reports whether the segment opens with a label.
func (r *Document) Labeled(s *layout.Segment) bool {
	h := r.LabelsIn[s]
	return len(h) > 0 && h[0].Opens
}

// dominantCurrency returns the most frequent currency. Codes and labels count more than shared signs.
func dominantCurrency(lay *layout.Layout, amounts []recognize.Amount) string {
	if code := currencyLine(lay); code != "" {
		return code
	}
	votes := map[string]int{}
	// A single sign is often a misread letter or digit.
	recognized := len(lay.Segments) > 0 && lay.Segments[0].Tokens[0].Source == document.SourceOCR
	for _, a := range amounts {
		if a.Currency != "" && (a.Number.Fraction > 0 || !recognized) {
			votes[a.Currency] += 2
		}
	}
	for _, s := range lay.Segments {
		for i := range s.Words {
			if c, ok := CurrencyAt(s.Words, i); ok && (!recognized || utf8.RuneCountInString(s.Words[i]) > 1 || beforeMoney(s)) {
				votes[c]++
			}
		}
	}
	best := ""
	for c, n := range votes {
		if best == "" || n > votes[best] || n == votes[best] && c < best {
			best = c
		}
	}
	return best
}

// beforeMoney reports whether a segment is one word directly before an amount: "$      2,645.00" in spreadsheets.
func beforeMoney(s *layout.Segment) bool {
	right := s.Right()
	if len(s.Words) != 1 || len(right) == 0 {
		return false
	}
	a := right[0].Amounts()
	return len(a) > 0 && a[0].First == 0 && a[0].Number.Fraction > 0
}

// CurrencyAt reads the i-th word as a currency. It rejects legal forms with the same spelling, such as "Sdn Bhd"
// and the dinar of Bahrain, also if one of their words was misread.
func CurrencyAt(words []string, i int) (string, bool) {
	if code, n := currencyName(words, i); n > 0 {
		return code, true
	}
	code, ok := recognize.Currency(words[i])
	if !ok {
		return "", false
	}
	for _, form := range country.Companies() {
		if form.Distinct && (code == form.Last && !besideDigits(words, i) ||
			i > 0 && strings.HasPrefix(recognize.Fold(words[i-1]), strings.ToLower(form.First))) {
			return "", false
		}
	}
	return code, true
}

// besideDigits reports whether a word with digits is next to the given one.
func besideDigits(words []string, i int) bool {
	return i > 0 && recognize.CountDigits(words[i-1]) > 0 || i+1 < len(words) && recognize.CountDigits(words[i+1]) > 0
}

// monthFirst reports whether prices or a region with a post code show a country that writes the month first.
func (r *Document) monthFirst(amounts []recognize.Amount) bool {
	priced, exact := 0, 0
	for _, a := range amounts {
		if country.MonthFirst(a.Currency) {
			priced++
			if a.Number.Fraction == 2 {
				exact++
			}
		}
	}
	if (exact > 0 || priced > 2) && country.MonthFirst(r.Currency) && r.Style != recognize.StyleComma {
		return true
	}
	for _, s := range r.Layout.Segments {
		if c := CodeOfRegion(s.Words); c != nil && c.MonthFirst {
			return true
		}
	}
	return false
}

// TypicalHeight returns the typical height of a page's print, and caches it.
func (r *Document) TypicalHeight(p *layout.Page) float64 {
	if r.heights == nil {
		r.heights = map[*layout.Page]float64{}
	}
	h, ok := r.heights[p]
	if !ok {
		h = TypicalHeight(p)
		r.heights[p] = h
	}
	return h
}

// IsLargePrint reports whether a segment is printed larger than the typical text of its page.
func (r *Document) IsLargePrint(s *layout.Segment) bool {
	return s.Height() > 1.2*r.TypicalHeight(s.Page)
}

// TypicalHeight returns the median height of a page's segments.
func TypicalHeight(p *layout.Page) float64 {
	var all []float64
	for _, row := range p.Rows {
		for _, s := range row.Segments {
			all = append(all, s.Height())
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// Package fields chooses, among the typed candidates on a page, the one that
// is each field of the record.
//
// For every field the candidates of its kind are linked to the labels around
// them; each link has a few numeric features (how strongly the label speaks,
// in which direction and how far away the value stands, whether another label
// claims it), which a scorer turns into a certainty. Sums are chosen jointly,
// so that they satisfy the document's arithmetic.
package fields

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/country"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/result"
)

// reading is a document with everything recognised in it.
type reading struct {
	lay      *layout.Layout
	found    map[*layout.Segment]*recognised
	hits     []*hit
	starts   map[*layout.Segment][]*hit // hits by segment
	tables   []*layout.Table
	style    recognize.Style
	order    recognize.Order
	currency string
	items    map[*layout.Row]bool // rows that belong to line items
	domains  []string             // mail and web addresses, compact
	scorer   Extractor
	kind     result.DocumentType
	heights  map[*layout.Page]float64
}

// recognised are the typed spans of a segment.
type recognised struct {
	dates   []recognize.Date
	amounts []recognize.Amount // without those inside dates and codes
	ibans   []recognize.Code
	vats    []recognize.Code
}

// hit is a label found on the page.
type hit struct {
	seg         *layout.Segment
	first, last int // tokens
	terms       []lexicon.Term
	phrase      string
	start       bool // the label opens its segment
	colon       bool // a colon follows
}

func (h *hit) as(r lexicon.Role) (float64, bool) {
	for _, t := range h.terms {
		if t.Role == r {
			return t.Weight, true
		}
	}
	return 0, false
}

func (h *hit) box() layout.Box { return h.seg.SpanBox(h.first, h.last) }

// maxDomains bounds the addresses that names are compared with.
const maxDomains = 50

// read recognises everything once.
func read(lay *layout.Layout) *reading {
	r := &reading{
		lay:    lay,
		found:  make(map[*layout.Segment]*recognised, len(lay.Segments)),
		starts: map[*layout.Segment][]*hit{},
		items:  map[*layout.Row]bool{},
	}
	var dates []recognize.Date
	var amounts []recognize.Amount
	for _, s := range lay.Segments {
		f := recognise(digitised(s))
		r.found[s] = f
		dates = append(dates, f.dates...)
		amounts = append(amounts, f.amounts...)
		r.findLabels(s)
		for _, w := range s.Words {
			if len(r.domains) < maxDomains && (strings.Contains(w, "@") || strings.Contains(w, "www.")) {
				r.domains = append(r.domains, recognize.Compact(w))
			}
		}
	}
	for _, p := range lay.Pages {
		r.tables = append(r.tables, p.Tables()...)
	}
	if mostlyCents(amounts) {
		for _, s := range lay.Segments {
			r.found[s].joinCents(s)
		}
	}
	r.style = recognize.DominantStyle(amounts)
	r.order = recognize.DominantOrder(dates)
	r.currency = dominantCurrency(lay, amounts)
	if r.order == recognize.OrderUnknown && r.monthFirst(amounts) {
		r.order = recognize.OrderMDY
	}
	return r
}

func recognise(words []string) *recognised {
	f := &recognised{dates: recognize.Dates(words), ibans: recognize.IBANs(words), vats: recognize.VATIDs(words)}
	for _, a := range recognize.Amounts(words) {
		if !taken(a.Span, f) {
			f.amounts = append(f.amounts, a)
		}
	}
	return f
}

func taken(s recognize.Span, f *recognised) bool {
	for _, d := range f.dates {
		if !d.Compact && s.Overlaps(d.Span) {
			return true
		}
	}
	for _, c := range f.ibans {
		if s.Overlaps(c.Span) {
			return true
		}
	}
	for _, c := range f.vats {
		if s.Overlaps(c.Span) {
			return true
		}
	}
	return false
}

// findLabels finds the labels of a segment.
func (r *reading) findLabels(s *layout.Segment) {
	for _, l := range annotate.Labels(s) {
		h := &hit{seg: s, first: l.First, last: l.Last, terms: l.Terms, phrase: l.Phrase, start: l.Start, colon: l.Colon}
		r.hits = append(r.hits, h)
		r.starts[s] = append(r.starts[s], h)
	}
}

// labelled reports whether the segment opens with a label.
func (r *reading) labelled(s *layout.Segment) bool {
	h := r.starts[s]
	return len(h) > 0 && h[0].start
}

// dominantCurrency is the currency printed most often, codes and labels
// counting more than signs that many countries share.
func dominantCurrency(lay *layout.Layout, amounts []recognize.Amount) string {
	votes := map[string]int{}
	// A lone sign is often a letter or digit that was misread.
	recognised := len(lay.Segments) > 0 && lay.Segments[0].Tokens[0].Source == document.SourceOCR
	for _, a := range amounts {
		if a.Currency != "" && (a.Number.Fraction > 0 || !recognised) {
			votes[a.Currency] += 2
		}
	}
	for _, s := range lay.Segments {
		for i := range s.Words {
			if c, ok := currencyAt(s.Words, i); ok && (!recognised || len(s.Words[i]) > 1) {
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

// currencyAt reads the i-th word as a currency. A company's form that is spelled
// like one, as "Sdn Bhd" like the dinar of Bahrain, is none, nor is what is left
// of it where its other half was misread.
func currencyAt(words []string, i int) (string, bool) {
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

// besideDigits reports whether a word with digits stands next to the given one.
func besideDigits(words []string, i int) bool {
	return i > 0 && recognize.CountDigits(words[i-1]) > 0 || i+1 < len(words) && recognize.CountDigits(words[i+1]) > 0
}

// monthFirst reports whether the document shows the marks of a country that
// writes the month first: prices in its currency, or one of its regions with a
// post code. A currency's sign before a whole number may be a misread letter.
func (r *reading) monthFirst(amounts []recognize.Amount) bool {
	priced, exact := 0, 0
	for _, a := range amounts {
		if country.MonthFirst(a.Currency) {
			priced++
			if a.Number.Fraction == 2 {
				exact++
			}
		}
	}
	if (exact > 0 || priced > 2) && country.MonthFirst(r.currency) && r.style != recognize.StyleComma {
		return true
	}
	for _, s := range r.lay.Segments {
		if c := codeOfRegion(s.Words); c != nil && c.MonthFirst {
			return true
		}
	}
	return false
}

package einvoicefields

import (
	"sort"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// Page holds the values on the displayed pages of a document. Ambiguous numbers and dates count as both values.
type Page struct {
	read      *value.Set
	certainty func(name string) float64
	words     int
	segments  map[*layout.Segment]*typed

	// Places of values in reading order.
	tokens     map[string][]place // by the folded text of the first word
	amounts    map[string][]place // by their value without sign
	dates      map[string][]place // by ISO date
	ibans      map[string][]place
	currencies map[string][]place // by ISO code
}

// place is a run of tokens of a segment.
type place struct {
	segment     *layout.Segment
	ordinal     int // of the segment, in reading order
	first, last int
}

// typed are the values of a segment, for searching a row.
type typed struct {
	amounts []recognize.Amount
	folded  []string // text of each token
	ordinal int
}

// NewPage indexes the displayed pages. Read is the extraction result of the pages alone, and certainty returns the
// probability that one of its scalars is right.
func NewPage(lay *layout.Layout, read *value.Set, certainty func(name string) float64) *Page {
	p := &Page{
		read: read, certainty: certainty, segments: map[*layout.Segment]*typed{},
		tokens: map[string][]place{}, amounts: map[string][]place{}, dates: map[string][]place{},
		ibans: map[string][]place{}, currencies: map[string][]place{},
	}
	for i, s := range lay.Segments {
		if !s.Page.Nominal {
			p.add(s, i)
		}
	}
	return p
}

func (p *Page) add(s *layout.Segment, ordinal int) {
	p.words += len(s.Words)
	t := &typed{amounts: s.Amounts(), folded: make([]string, len(s.Words)), ordinal: ordinal}
	p.segments[s] = t
	note := func(index map[string][]place, key string, first, last int) {
		index[key] = append(index[key], place{s, ordinal, first, last})
	}
	for i, w := range s.Words {
		t.folded[i] = recognize.Compact(w)
		note(p.tokens, t.folded[i], i, i)
		if c, ok := recognize.Currency(w); ok {
			note(p.currencies, c, i, i)
		}
	}
	for _, a := range t.amounts {
		values := readings(a.Number)
		note(p.amounts, values[0], a.First, a.Last)
		if values[1] != values[0] {
			note(p.amounts, values[1], a.First, a.Last)
		}
		if a.Currency != "" {
			note(p.currencies, a.Currency, a.First, a.Last)
		}
	}
	for _, d := range s.Dates() {
		dmy, mdy := d.ISO(recognize.OrderDMY), d.ISO(recognize.OrderMDY)
		note(p.dates, dmy, d.First, d.Last)
		if mdy != dmy {
			note(p.dates, mdy, d.First, d.Last)
		}
	}
	for _, c := range s.IBANs() {
		note(p.ibans, c.Value, c.First, c.Last)
	}
}

// readings returns the two possible values of a printed number, which are mostly equal.
func readings(n recognize.Number) [2]string {
	return [2]string{
		recognize.FormatQuantity(n.Resolve(recognize.StyleComma)), recognize.FormatQuantity(n.Resolve(recognize.StylePoint)),
	}
}

// absolute returns the key of an amount without its sign, because deductions are printed with or without a minus.
func absolute(text string) string {
	v, err := decimal.NewFromString(text)
	if err != nil {
		return ""
	}
	return recognize.FormatQuantity(v.Abs())
}

// scalar finds the value of a scalar field by the field's form.
func (p *Page) scalar(name, value string) []place {
	f, _ := schema.Find(name)
	switch f.Form {
	case schema.FormMoney:
		return p.amounts[absolute(value)]
	case schema.FormDate:
		return p.dates[value]
	case schema.FormCurrency:
		return p.currencies[value]
	case schema.FormIBAN:
		return p.ibans[value]
	default:
	}
	return p.texts(value, 0)
}

const (
	// maxCandidates is the maximum number of places searched for one text, because its first word may be in every
	// line of a long document.
	maxTextCandidates = 2000
	// maxWordLetters is the maximum length of a text's first word, in bytes.
	maxWordLetters = 64
)

// texts finds a text from a segment on: whole tokens that together equal it, ignoring case, spaces and punctuation.
func (p *Page) texts(text string, from int) []place {
	want := recognize.Compact(text)
	var out []place
	for n := range min(len(want), maxWordLetters) {
		candidates := p.tokens[want[:n+1]]
		candidates = candidates[sort.Search(len(candidates), func(i int) bool { return candidates[i].ordinal >= from }):]
		for _, c := range candidates[:min(len(candidates), maxTextCandidates)] {
			if last := run(p.segments[c.segment].folded[c.first:], want); last >= 0 {
				c.last = c.first + last
				out = append(out, c)
			}
		}
	}
	sort.Slice(out, func(i, j int) bool {
		return out[i].ordinal < out[j].ordinal || out[i].ordinal == out[j].ordinal && out[i].first < out[j].first
	})
	return out
}

// run returns the index of the last of the first tokens that together spell want, or -1.
func run(folded []string, want string) int {
	for i, t := range folded {
		rest, ok := strings.CutPrefix(want, t)
		if !ok {
			return -1
		}
		if want = rest; want == "" {
			return i
		}
	}
	return -1
}

// amountsIn finds a number in segments.
func (p *Page) amountsIn(segments []*layout.Segment, text string) []place {
	want := absolute(text)
	var out []place
	for _, s := range segments {
		t := p.segments[s]
		for _, a := range t.amounts {
			if values := readings(a.Number); values[0] == want || values[1] == want {
				out = append(out, place{s, t.ordinal, a.First, a.Last})
			}
		}
	}
	return out
}

func (p *Page) textsIn(segments []*layout.Segment, text string) []place {
	want := recognize.Compact(text)
	var out []place
	for _, s := range segments {
		t := p.segments[s]
		for first := range t.folded {
			if last := run(t.folded[first:], want); last >= 0 && t.folded[first] != "" {
				out = append(out, place{s, t.ordinal, first, first + last})
			}
		}
	}
	return out
}

func isMoney(name string) bool {
	f, _ := schema.Find(name)
	return f.Form == schema.FormMoney
}

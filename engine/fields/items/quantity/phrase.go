package quantity

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/shopspring/decimal"
)

// Phrase is a run that may state the quantity of an item, its price or both, and its segment.
type Phrase struct {
	Run
	segment *layout.Segment
}

// Opening returns the quantity with a multiplication sign that opens a description.
func Opening(text []layout.Part) (Phrase, bool) {
	if len(text) == 0 {
		return Phrase{}, false
	}
	c, ok := inFront(text[0])
	return Phrase{c, text[0].Segment}, ok && c.Times
}

// All returns the runs at the start and at the end of a description, of a line under it or of a cell.
func All(parts []layout.Part) []Phrase {
	if len(parts) == 0 {
		return nil
	}
	var out []Phrase
	if c, ok := inFront(parts[0]); ok {
		out = append(out, Phrase{c, parts[0].Segment})
	}
	last := parts[len(parts)-1]
	for _, c := range behind(last) {
		out = append(out, Phrase{c, last.Segment})
	}
	return out
}

// Opens reports whether a run opens a part.
func (t Phrase) Opens(p layout.Part) bool { return t.segment == p.Segment && t.First == p.First }

// Alone reports whether a line holds only a quantity or a price.
func Alone(line []layout.Part) bool {
	return len(line) == 1 && slices.ContainsFunc(behind(line[0]), func(r Run) bool { return r.First == line[0].First })
}

// Figure returns a number of a run, the first one with the unit after it.
func (t Phrase) Figure(i int) *value.Figure {
	a := t.Numbers[i]
	last := a.Last
	if i == 0 && t.Unit == a.Last+1 {
		last = t.Unit
	}
	return &value.Figure{Part: layout.Part{Segment: t.segment, First: a.First, Last: last}, Amount: a}
}

// Factors returns quantity and price of a run of two numbers.
func (t Phrase) Factors() (quantity, price *value.Figure) { return InOrder(t.Figure(0), t.Figure(1)) }

// InOrder returns the first of two numbers as the quantity, unless it has a currency, or has decimals and the other
// has none.
func InOrder(a, b *value.Figure) (quantity, price *value.Figure) {
	if b.Amount.Currency == "" && (a.Amount.Currency != "" || b.Amount.Whole() && !a.Amount.Whole()) {
		return b, a
	}
	return a, b
}

// Without returns parts without the words of runs.
func Without(parts []layout.Part, runs ...Phrase) []layout.Part {
	var out []layout.Part
	for _, p := range parts {
		for _, t := range runs {
			switch {
			case t.segment != p.Segment || t.First > p.Last || t.Last < p.First:
			case t.First <= p.First:
				p.First = t.Last + 1
			default:
				p.Last = t.First - 1
			}
		}
		if p.First <= p.Last {
			out = append(out, p)
		}
	}
	return out
}

// UnitsAt reads "/ 100", "€/100" or "per 100" at a word, or returns zero.
func UnitsAt(p layout.Part, k int) decimal.Decimal {
	word := p.Segment.Words[k]
	if _, units, ok := strings.Cut(word, "/"); ok && units != "" {
		word = units
	} else if perWord(word) && k < p.Last {
		word = p.Segment.Words[k+1]
	} else {
		return decimal.Zero
	}
	if !annotate.AllDigitsWord(word) {
		return decimal.Zero
	}
	return decimal.RequireFromString(word)
}

func perWord(w string) bool { return lexicon.Per.Has(strings.ToLower(w)) }

// Marked reports whether quantities have letters in brackets: "(R) 10" is requested, "(A) 8" agreed.
func Marked(parts []layout.Part) bool {
	return slices.ContainsFunc(parts, func(p layout.Part) bool {
		w := p.Segment.Words[p.First]
		return p.First < p.Last && len(w) == 3 && w[0] == '(' && w[2] == ')' && w[1] >= 'A' && w[1] <= 'Z'
	})
}

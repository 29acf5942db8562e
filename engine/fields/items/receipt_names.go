package items

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/receiptline"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// nameAbove names an amount from the lines above it.
func (t *receiptReader) nameAbove(it *item, line receiptline.Line) {
	lower := line.Row
	if t.factor != nil && receiptline.Under(t.factor.Row, lower) {
		lower = t.factor.Row
	}
	n := len(t.above) - 1
	if t.below {
		t.carryOn()
		return
	}
	if n < 0 || !receiptline.Under(t.above[n].Row, lower) && t.above[n].Row != lower {
		return
	}
	it.text = t.above[n].Name
	it.rows = append(it.rows, t.above[n].Row)
	if q := t.above[n].Quantity; q != nil && t.above[n].Front && line.Quantity != nil &&
		!q.Amount.Value(t.Style).Equal(line.Quantity.Amount.Value(t.Style)) {
		t.class = true
	}
	if n > 0 && receiptline.Breaks(&t.above[n-1], t.above[n].Name, line.Amount.Part.Box().X0) &&
		t.aligned(&t.above[n-1], t.above[n].Name) {
		it.text = slices.Concat(t.above[n-1].Name, it.text)
		it.rows = append(it.rows, t.above[n-1].Row)
	}
}

// wrapped adds the first line of a wrapped name to its amount, or gives it to the item above.
func (t *receiptReader) wrapped(it *item, line receiptline.Line) {
	n := len(t.above) - 1
	if n < 0 {
		return
	}
	upper := &t.above[n]
	if receiptline.Under(upper.Row, line.Row) && receiptline.Breaks(upper, line.Name, line.Limit) && !t.columnar() &&
		t.aligned(upper, line.Name) {
		it.text = slices.Concat(upper.Name, it.text)
		it.rows = append(it.rows, upper.Row)
		return
	}
	t.carryOn()
}

// aligned reports whether two lines of a name start at one edge and the first holds no amount.
func (t *receiptReader) aligned(upper *receiptline.Line, next []layout.Part) bool {
	first := upper.Name[0].Box()
	if len(upper.Row.Segments) > 1 || upper.Name[0].First > 0 ||
		math.Abs(first.X0-next[0].Segment.Box.X0) > 0.6*first.Height() {
		return false
	}
	for _, w := range upper.Name[0].Segment.Words {
		if strings.HasSuffix(w, ":") || strings.HasSuffix(annotate.ShapeOf(w), ".2") {
			return false
		}
	}
	for _, a := range t.Spans[upper.Name[0].Segment].Amounts {
		if a.Number.Fraction == 2 {
			return false
		}
	}
	return true
}

// columnar reports whether quantities and prices are in columns next to the first line of a name.
func (t *receiptReader) columnar() bool {
	n := len(t.lines) - 1
	return n >= 0 && t.lines[n].Price != nil && t.lines[n].Limit < t.lines[n].Price.Part.Box().X0
}

// carryOn adds the first line of text under the last item to its name, if the name was wrapped for lack of space.
func (t *receiptReader) carryOn() {
	n := len(t.lines) - 1
	if n < 0 || len(t.above) == 0 || len(t.lines[n].Name) == 0 {
		return
	}
	last, it, next := &t.lines[n], t.items[n], &t.above[0]
	switch {
	case !receiptline.Under(last.Row, next.Row):
	case receiptline.OnlyCode(last.Name) && t.below:
		it.text = next.Name
		it.rows = append(it.rows, next.Row)
	case receiptline.Breaks(last, next.Name, last.Limit):
		it.text = slices.Concat(it.text, next.Name)
		it.rows = append(it.rows, next.Row)
	}
}

// taxLetters removes the tax letters before names, if every name has one.
func (t *receiptReader) taxLetters() {
	if len(t.items) < 2 {
		return
	}
	kinds := map[string]bool{}
	for _, it := range t.items {
		p := it.text[0]
		w := p.Segment.Words[p.First]
		if p.Last == p.First && len(it.text) == 1 || len(w) > 2 || strings.ToUpper(w) != w || recognize.CountDigits(w) > 0 {
			return
		}
		kinds[w] = true
	}
	if len(kinds) > 3 {
		return
	}
	for _, it := range t.items {
		it.text = slices.Clone(it.text)
		if it.text[0].First == it.text[0].Last {
			it.text = it.text[1:]
			continue
		}
		it.text[0].First++
	}
}

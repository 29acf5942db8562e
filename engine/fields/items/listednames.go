package items

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
)

// onlyCode reports whether a name is the number of an article alone.
func onlyCode(name []layout.Part) bool {
	return len(name) == 1 && name[0].First == name[0].Last && codeShape(name[0].Text())
}

// nameAbove takes the name of an amount without one from the lines above it.
func (t *tillReader) nameAbove(it *item, line tillLine) {
	lower := line.row
	if t.factor != nil && under(t.factor.row, lower) {
		lower = t.factor.row
	}
	n := len(t.above) - 1
	if t.below {
		t.carryOn()
		return
	}
	if n < 0 || !under(t.above[n].row, lower) && t.above[n].row != lower {
		return
	}
	it.text = t.above[n].name
	it.rows = append(it.rows, t.above[n].row)
	if q := t.above[n].quantity; q != nil && t.above[n].front && line.quantity != nil &&
		!q.amount.Value(t.Style).Equal(line.quantity.amount.Value(t.Style)) {
		t.class = true
	}
	if n > 0 && breaks(&t.above[n-1], t.above[n].name, line.amount.part.Box().X0) &&
		t.aligned(&t.above[n-1], t.above[n].name) {
		it.text = slices.Concat(t.above[n-1].name, it.text)
		it.rows = append(it.rows, t.above[n-1].row)
	}
}

// wrapped adds the first line of a name that goes on beside its amount, or gives
// it to the item above, whose name it ends.
func (t *tillReader) wrapped(it *item, line tillLine) {
	n := len(t.above) - 1
	if n < 0 {
		return
	}
	upper := &t.above[n]
	if under(upper.row, line.row) && breaks(upper, line.name, line.limit) && !t.columnar() && t.aligned(upper, line.name) {
		it.text = slices.Concat(upper.name, it.text)
		it.rows = append(it.rows, upper.row)
		return
	}
	t.carryOn()
}

// aligned reports whether two lines of a name start at one edge and the first
// holds no amount, as one does whose own amount was not recognised.
func (t *tillReader) aligned(upper *tillLine, next []layout.Part) bool {
	first := upper.name[0].Box()
	if len(upper.row.Segments) > 1 || upper.name[0].First > 0 ||
		math.Abs(first.X0-next[0].Segment.Box.X0) > 0.6*first.Height() {
		return false
	}
	for _, w := range upper.name[0].Segment.Words {
		if strings.HasSuffix(w, ":") || strings.HasSuffix(annotate.ShapeOf(w), ".2") {
			return false
		}
	}
	for _, a := range t.Spans[upper.name[0].Segment].Amounts {
		if a.Number.Fraction == 2 {
			return false
		}
	}
	return true
}

// columnar reports whether quantities and prices stand in columns beside the
// first line of a name.
func (t *tillReader) columnar() bool {
	n := len(t.lines) - 1
	return n >= 0 && t.lines[n].price != nil && t.lines[n].limit < t.lines[n].price.part.Box().X0
}

// carryOn adds the first line of text under the last item to its name, if the
// name was broken for want of room.
func (t *tillReader) carryOn() {
	n := len(t.lines) - 1
	if n < 0 || len(t.above) == 0 || len(t.lines[n].name) == 0 {
		return
	}
	last, it, next := &t.lines[n], t.items[n], &t.above[0]
	switch {
	case !under(last.row, next.row):
	case onlyCode(last.name) && t.below:
		it.text = next.name
		it.rows = append(it.rows, next.row)
	case breaks(last, next.name, last.limit):
		it.text = slices.Concat(it.text, next.name)
		it.rows = append(it.rows, next.row)
	}
}

// breaks reports whether the first word of the next line would not have fitted
// behind a name.
func breaks(upper *tillLine, next []layout.Part, limit float64) bool {
	if len(upper.name) == 0 || len(next) == 0 {
		return false
	}
	end := upper.name[len(upper.name)-1].Box()
	first := next[0].Segment.Tokens[next[0].First].Box
	return end.X1+first.Width()+0.6*end.Height() > limit
}

// taxLetters takes the letters of tax off the front of names, if every name has
// one.
func (t *tillReader) taxLetters() {
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

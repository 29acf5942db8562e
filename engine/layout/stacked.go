package layout

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/layout/words"
)

// Stacked reports whether each item takes two lines, and so do the headings: names are in the upper line, numbers
// in the lower one, at the same horizontal range.
func (t *Table) Stacked() bool {
	return slices.ContainsFunc(t.Headings, func(h Heading) bool { return h.line == lineNames })
}

// stack adds the headings of a further row as the second line of a stacked header, and reports whether they are
// one: the heading of the names is above those of numbers, and the same holds for the rows below.
func (t *Table) stack(more []Heading, row int) bool {
	if len(t.Headings) == 0 || len(more) == 0 || t.Stacked() {
		return false
	}
	names, numbers, last := t.Headings, more, row
	if more[0].Box.CenterY() < t.Headings[0].Box.CenterY() {
		names, numbers, last = more, t.Headings, t.Last
	}
	if !standOver(names, numbers) || !stackedBelow(t.Page.Rows[last+1:], leftOf(numbers)) {
		return false
	}
	var all []Heading
	for _, h := range names {
		h.line = lineNames
		all = append(all, h)
	}
	for _, h := range numbers {
		h.line = lineNumbers
		all = append(all, h)
	}
	t.Headings = all
	return true
}

// standOver reports whether a heading of names is above one of numbers, with each kind in one line.
func standOver(names, numbers []Heading) bool {
	has := func(all []Heading, is func(Column) bool) bool {
		return slices.ContainsFunc(all, func(h Heading) bool { return is(h.Column) })
	}
	named := func(c Column) bool { return c == ColumnDescription }
	if has(names, Column.Numeric) || has(numbers, named) || !has(numbers, Column.money) {
		return false
	}
	return slices.ContainsFunc(names, func(n Heading) bool {
		return named(n.Column) && slices.ContainsFunc(numbers, func(h Heading) bool {
			return h.Column.Numeric() && 2*n.Box.OverlapX(h.Box) > h.Box.Width()
		})
	})
}

// stackedBelow reports whether numbers below a header are under a line of words, and not next to one.
func stackedBelow(rows []*Row, left float64) bool {
	const reach = 12 // rows
	under, beside := 0, 0
	for i, r := range rows[:min(reach, len(rows))] {
		switch {
		case r.numbers() < 2:
		case r.hasNameBefore(left):
			beside++
		case i > 0 && rows[i-1].hasNameBefore(left) && rows[i-1].numbers() < 2:
			under++
		}
	}
	return under > 0 && 2*under >= beside // sums below have a name next to them
}

// numbers counts the segments of a row that are a number, with or without a unit.
func (r *Row) numbers() int {
	n := 0
	for _, s := range r.Segments {
		if counting(s.wholePart()) || words.Numeric(s.Words) && !words.Lettered(s.Text()) {
			n++
		}
	}
	return n
}

// hasNameBefore reports whether words of a row begin left of the headings of numbers. Words right of that are units.
func (r *Row) hasNameBefore(left float64) bool {
	return slices.ContainsFunc(r.Segments, func(s *Segment) bool {
		return s.Box.X0 < left && !counting(s.wholePart()) && words.Lettered(s.Text())
	})
}

func leftOf(heads []Heading) float64 {
	return slices.MinFunc(heads, func(a, b Heading) int { return cmp.Compare(a.Box.X0, b.Box.X0) }).Box.X0
}

// byLine returns the table that sorts a row: the table or, if it is stacked, its line of names or of numbers.
func (t *Table) byLine(r *Row) *Table {
	if !t.Stacked() {
		return t
	}
	names, numbers := t.line(lineNames), t.line(lineNumbers)
	all, n := len(r.Segments), r.numbers()
	switch {
	case 2*n <= all && t.textLeft > 0 && r.beginsAt(t.textLeft):
		return names // of many segments if words are far apart
	case all > len(names.Headings), n == all, n > 1 && !r.hasNameBefore(leftOf(numbers.Headings)):
		return numbers
	}
	return names
}

func (t *Table) line(is headerLine) *Table {
	out := &Table{Page: t.Page, First: t.First, Last: t.Last, textLeft: t.textLeft}
	for _, h := range t.Headings {
		if (h.line == lineNames) == (is == lineNames) {
			out.Headings = append(out.Headings, h)
		}
	}
	return out
}

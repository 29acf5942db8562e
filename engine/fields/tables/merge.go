package tables

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// rows groups the lines below the headings to rows.
func (t *reading) rows() (rows [][]int) {
	limit, hasTwo := t.closeLead()
	ruled := t.hasRuledRows()
	for i := t.head; i < len(t.lines); i++ {
		if n := len(rows) - 1; n >= 0 && t.isFurther(rows[n], i, limit, hasTwo, ruled) {
			rows[n] = append(rows[n], i)
			continue
		}
		rows = append(rows, []int{i})
	}
	return rows
}

const maxRowLines = 60

// lead returns the distance of a line from the line above it, in heights.
func (t *reading) lead(i int) float64 {
	return (t.lines[i].box.CenterY() - t.lines[i-1].box.CenterY()) / t.lines[i].height
}

// closeLead returns a distance between those of the lines of a cell and those of rows, if they clearly differ. Lines
// with figures in the same column are rows.
func (t *reading) closeLead() (limit float64, hasTwo bool) {
	const differs = 0.15
	var leads, rows []float64
	for i := t.head + 1; i < len(t.lines); i++ {
		lead := t.lead(i)
		if leads = append(leads, lead); t.hasFigureBelow([]int{i - 1}, i) {
			rows = append(rows, lead)
		}
	}
	if len(leads) < 2 {
		return 0, false
	}
	slices.Sort(leads)
	if rows != nil {
		limit = slices.Min(rows) - differs
		return limit, leads[0] < limit
	}
	widest := 0.0
	for i := range leads[1:] {
		if d := leads[i+1] - leads[i]; d > widest && leads[i] < 1.6 {
			widest, limit = d, (leads[i+1]+leads[i])/2
		}
	}
	return limit, widest > differs
}

// hasRuledRows reports whether there are lines across between most rows.
func (t *reading) hasRuledRows() bool {
	n := 0
	for i := t.head + 1; i < len(t.lines); i++ {
		if t.isRuledOff(i) {
			n++
		}
	}
	return n > 1 && 4*n >= len(t.lines)-t.head
}

// isRuledOff reports whether a line across the table is above a line of print.
func (t *reading) isRuledOff(i int) bool {
	return t.rules.between(t.lines[i-1].box.CenterY(), t.lines[i].box.CenterY(), t.edge.X0, t.edge.X1, 0.7)
}

// isFurther reports whether a line belongs to the row of the lines above it.
func (t *reading) isFurther(row []int, i int, limit float64, hasTwo, ruled bool) bool {
	if len(row) == maxRowLines || t.isRuledOff(i) || t.hasFigureBelow(row, i) {
		return false
	}
	lead := t.lead(i)
	switch {
	case lead < 0.7: // beside each other
		return true
	case ruled:
		return true
	case hasTwo:
		return lead < limit
	}
	first := func(n int) *part {
		if p := &t.parts[n][0]; p.first == 0 {
			return p
		}
		return nil
	}
	above := row[len(row)-1]
	label, before := first(i), first(above)
	switch {
	case label == nil: // more words in other columns
		return !t.hasFigures(i) && !slices.ContainsFunc(t.parts[i], func(p part) bool { return !t.hasPart(above, p.first) })
	case before == nil || !isLower(label.text()):
		return false
	case len(t.parts[i]) == 1 || len(t.parts[above]) == 1:
		const full = 0.6
		c := t.columns[0]
		return before.box.X1-c.x0 > full*(c.x1-c.x0)
	}
	return false
}

func isLower(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLower(r)
}

func (t *reading) hasPart(line, column int) bool {
	return slices.ContainsFunc(t.parts[line], func(p part) bool { return p.first <= column && column <= p.last })
}

// hasFigureBelow reports whether a line has a figure or a text beside figures in a column where the row has one.
func (t *reading) hasFigureBelow(row []int, i int) bool {
	return slices.ContainsFunc(t.parts[i], func(p part) bool {
		if p.first == 0 || !isFigure(p.text()) {
			return false
		}
		return slices.ContainsFunc(row, func(n int) bool { return t.hasPart(n, p.first) })
	})
}

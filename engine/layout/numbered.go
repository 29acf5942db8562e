package layout

import (
	"regexp"
	"strconv"
	"strings"
)

// leastNumbered is how many columns a row must number to be told by its numbers alone.
const leastNumbered = 4

// numbersColumns reports whether a row holds the numbers of the columns, as forms do that
// tell by them how amounts come about: "0 1 2 3 4 5 (3x4) 6", "1 2 3 4=2*3". It is the
// last row of the header, and none of the table's.
func (r *Row) numbersColumns() bool {
	next := -1
	for word := range strings.FieldsSeq(columnFormulas.ReplaceAllString(r.text(), " ")) {
		n, err := strconv.Atoi(strings.Trim(word, "().[]"))
		switch {
		case err != nil, next >= 0 && n != next, next < 0 && n > 1:
			return false
		}
		next = n + 1
	}
	return next >= leastNumbered
}

// numberedBelow reports whether the row under the header numbers the columns.
func (t *Table) numberedBelow() bool {
	const near = 2.0 // row heights
	if t.Last+1 >= len(t.Page.Rows) {
		return false
	}
	upper, lower := t.Page.Rows[t.Last], t.Page.Rows[t.Last+1]
	return lower.Box.Y0-upper.Box.Y1 < near*lower.Box.Height() && lower.numbersColumns()
}

// columnFormulas match how a column comes from others: "(3x4)", "= 5 + 6", "(col. 5+6)".
var columnFormulas = regexp.MustCompile(`\( ?=? ?` + columnOperands + `\)|= ?` + columnOperands)

const columnOperands = `(?:\p{L}{3,}\.? ?)?\d{1,2} ?(?:[x×X*+:/·-] ?(?:\p{L}{3,}\.? ?)?\d{1,2} ?)+`

// text joins the words of a row.
func (r *Row) text() string {
	var words []string
	for _, s := range r.Segments {
		words = append(words, s.Words...)
	}
	return strings.Join(words, " ")
}

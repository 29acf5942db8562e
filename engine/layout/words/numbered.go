package words

import (
	"regexp"
	"strconv"
	"strings"
)

// minNumbered is how many columns a row must number to be told by its numbers alone.
const minNumbered = 4

// NumberColumns reports whether the text of a row holds the numbers of the columns, as forms do that
// tell by them how amounts come about: "0 1 2 3 4 5 (3x4) 6", "1 2 3 4=2*3". It is the
// last row of the header, and none of the table's.
func NumberColumns(text string) bool {
	next := -1
	for word := range strings.FieldsSeq(columnFormulas.ReplaceAllString(text, " ")) {
		n, err := strconv.Atoi(strings.Trim(word, "().[]"))
		switch {
		case err != nil, next >= 0 && n != next, next < 0 && n > 1:
			return false
		}
		next = n + 1
	}
	return next >= minNumbered
}

// columnFormulas match how a column comes from others: "(3x4)", "= 5 + 6", "(col. 5+6)".
var columnFormulas = regexp.MustCompile(`\( ?=? ?` + columnOperands + `\)|= ?` + columnOperands)

const columnOperands = `(?:\p{L}{3,}\.? ?)?\d{1,2} ?(?:[x×X*+:/·-] ?(?:\p{L}{3,}\.? ?)?\d{1,2} ?)+`

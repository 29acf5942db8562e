package words

import (
	"regexp"
	"strconv"
	"strings"
)

// minNumbered is the minimum number of columns of a row that only numbers them.
const minNumbered = 4

// NumberColumns reports whether the text of a row numbers the columns, as in forms that use the numbers in
// formulas: "0 1 2 3 4 5 (3x4) 6", "1 2 3 4=2*3". Such a row is the last one of the header.
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

// columnFormulas matches the formula of a column: "(3x4)", "= 5 + 6", "(col. 5+6)".
var columnFormulas = regexp.MustCompile(`\( ?=? ?` + columnOperands + `\)|= ?` + columnOperands)

const columnOperands = `(?:\p{L}{3,}\.? ?)?\d{1,2} ?(?:[x×X*+:/·-] ?(?:\p{L}{3,}\.? ?)?\d{1,2} ?)+`

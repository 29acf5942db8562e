// Package misread knows what text recognition gets wrong: which characters it
// takes for which, at what cost, and how words differ by such mistakes.
//
// The one table is confusions.txt. Each of its uses is a purpose with its own
// choice of confusions, because a mistake that equations between amounts may
// repair is not yet one that turns a word into a label. Callers name the use
// and the cost up to which they believe a confusion; the package knows nothing
// of documents.
package ocrconfusion

import "fmt"

// Use is the purpose for which confusions are asked for; confusions.txt says
// what each means.
type Use uint8

// Uses of the table.
const (
	Digit     Use = iota // a digit read for another; symmetric
	Till                 // the same on the print of tills; symmetric
	Number               // a letter or sign read for a digit
	Currency             // a digit read for a currency's sign
	Word                 // characters in words of capital letters; symmetric
	Joined               // two capital letters read as one, or one as two; symmetric
	Shape                // characters that only size or neighbours tell apart; symmetric
	Sign                 // a sign read for a letter
	Ending               // a sign read for the last letter of a word
	Generator            // what made-up misreadings draw from
	uses                 // how many there are
)

// Bounds of a confusion's cost.
const (
	Often = 1 // what recognition gets wrong again and again
	Rare  = 2 // what is believed only where nothing else can be meant
)

// Any is the printed character of confusions that any letter or digit has.
const Any rune = 0

// String is the name that confusions.txt has for the use.
func (u Use) String() string {
	if int(u) < len(useNames()) {
		return useNames()[u]
	}
	return fmt.Sprintf("Use(%d)", u)
}

func useNames() []string {
	return []string{"digit", "till", "number", "currency", "word", "joined", "shape", "sign", "ending", "generator"}
}

// symmetric reports whether a use's confusions go both ways, so that the table
// holds each pair once.
func (u Use) isSymmetric() bool {
	return u == Digit || u == Till || u == Word || u == Joined || u == Shape
}

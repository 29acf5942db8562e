// Package ocrconfusion holds the typical errors of text recognition: confused characters with costs, and word
// distances based on them.
//
// The single table is confusions.txt. Each use is a purpose with its selection of confusions, because a mistake that
// equations between amounts can repair must not turn a word into a label. Callers name the use and the maximum cost.
// The package is independent of documents.
package ocrconfusion

import "fmt"

// Use is a purpose of the table; confusions.txt describes each.
type Use uint8

// Uses of the table.
const (
	Digit     Use = iota // a digit read for another; symmetric
	Till                 // the same for receipt printers; symmetric
	Number               // a letter or sign read for a digit
	Currency             // a digit read for a currency's sign
	Word                 // characters in words of capital letters; symmetric
	Joined               // two capital letters read as one, or one as two; symmetric
	Shape                // characters that differ only in size or context; symmetric
	Sign                 // a sign read for a letter
	Ending               // a sign read for the last letter of a word
	Generator            // generation of synthetic misreadings
	uses                 // the number of uses
)

// Costs of a confusion.
const (
	Often = 1 // a frequent error
	Rare  = 2 // accepted only if no other reading is possible
)

// Any is the printed character of confusions that apply to every letter or digit.
const Any rune = 0

// String returns the use's name in confusions.txt.
func (u Use) String() string {
	if int(u) < len(useNames()) {
		return useNames()[u]
	}
	return fmt.Sprintf("Use(%d)", u)
}

func useNames() []string {
	return []string{"digit", "till", "number", "currency", "word", "joined", "shape", "sign", "ending", "generator"}
}

// isSymmetric reports whether confusions of the use go both ways. The table lists each such pair once.
func (u Use) isSymmetric() bool {
	return u == Digit || u == Till || u == Word || u == Joined || u == Shape
}

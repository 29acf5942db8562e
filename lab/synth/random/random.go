// Package random draws from lists and expands forms of numbers and codes.
package random

import (
	"math/rand/v2"
)

// Pick returns one of the choices.
func Pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

// Fill expands a form: # is a digit, * a digit above zero, @ a capital letter, ? any of them. Other characters are
// literal.
func Fill(r *rand.Rand, form string) string {
	const letters = "ABCDEFGHJKLMNPRSTUVWXYZ"
	out := []rune(form)
	for i, c := range out {
		switch {
		case c == '#', c == '?' && r.IntN(2) == 0:
			out[i] = rune('0' + r.IntN(10))
		case c == '*':
			out[i] = rune('1' + r.IntN(9))
		case c == '@', c == '?':
			out[i] = rune(letters[r.IntN(len(letters))])
		}
	}
	return string(out)
}

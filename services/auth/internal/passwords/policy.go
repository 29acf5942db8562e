package passwords

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// common are frequent words in passwords, one per line, in lower case.
//
//go:embed common.txt
var common string

// rows are common sequences: keyboard rows, alphabet, digits.
const rows = "qwertyuiop asdfghjkl zxcvbnm qwertzuiopü yxcvbnm azertyuiop qsdfghjklm wxcvbn " +
	"abcdefghijklmnopqrstuvwxyz 01234567890 1qaz2wsx3edc4rfv5tgb6yhn7ujm"

const (
	// minRun is the minimum length of a run along a row.
	minRun = 4
	// minOwn is the minimum number of characters besides easily guessed ones.
	minOwn = 5
	// minContext is the minimum length of context words.
	minContext = 4
)

// Accept rejects, with CodeInvalidRequest and the reason, a password that is too short, too long or easy to
// guess. context are words about the person: e-mail address, account name. It requires a minimum of
// characters besides common words, keyboard runs, repetitions and the context, and no character classes
// (NIST SP 800-63B, section 5.1.1.2).
func Accept(p contract.Password, context ...string) error {
	text := normal(p)
	n := utf8.RuneCountInString(text)
	switch {
	case strings.ContainsFunc(text, unicode.IsControl):
		return refuse("The password contains control characters.")
	case n < contract.MinPassword:
		return refuse("The password is too short: use at least %d characters, a few words for example.", contract.MinPassword)
	case n > contract.MaxPassword:
		return refuse("The password is too long: use at most %d characters.", contract.MaxPassword)
	case utf8.RuneCountInString(own(text, context)) < minOwn:
		return refuse("The password is easy to guess: it is made of common words, your own data, repetitions or " +
			"neighbouring keys. Add words that have nothing to do with each other.")
	}
	return nil
}

func refuse(format string, args ...any) error {
	return apierror.New(contract.CodeInvalidRequest, format, args...)
}

// own removes all easily guessed parts from a password.
func own(text string, context []string) string {
	text = strings.ToLower(text)
	words := append(contextWords(context), strings.Fields(common)...)
	// The longest first: "password" before "pass".
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	left := takeOut(text, words)
	if plain := takeOut(unleet(text), words); len(plain) < len(left) {
		left = plain
	}
	return distinct(withoutRuns(left))
}

func takeOut(text string, words []string) string {
	for _, w := range words {
		text = strings.ReplaceAll(text, w, " ")
	}
	return strings.Join(strings.Fields(text), " ")
}

// unleet replaces digits and signs used as letters.
func unleet(text string) string {
	return strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!",
		"i").Replace(text)
}

// contextWords returns the parts of the context that may occur in a password, and the project's name.
func contextWords(context []string) []string {
	words := []string{"docmill"}
	for _, c := range context {
		for _, w := range strings.FieldsFunc(strings.ToLower(c), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r)
		}) {
			if utf8.RuneCountInString(w) >= minContext {
				words = append(words, w)
			}
		}
	}
	return words
}

// withoutRuns removes characters that follow each other along a row in either direction: "4567", "poiuy".
func withoutRuns(text string) string {
	runes := []rune(text)
	var b strings.Builder
	for i := 0; i < len(runes); {
		end := max(runEnd(runes, i, 1), runEnd(runes, i, -1))
		if end-i < minRun {
			end = i + 1
			b.WriteRune(runes[i])
		}
		i = end
	}
	return b.String()
}

// runEnd is the end of the run that starts at i, along a row in one direction.
func runEnd(runes []rune, i, step int) int {
	end := i + 1
	for end < len(runes) && neighbors(runes[end-1], runes[end], step) {
		end++
	}
	return end
}

func neighbors(a, b rune, step int) bool {
	if step < 0 {
		a, b = b, a
	}
	return !unicode.IsSpace(a) && !unicode.IsSpace(b) && strings.Contains(rows, string([]rune{a, b}))
}

// distinct keeps the first occurrence of every character: repetitions add nothing.
func distinct(text string) string {
	var seen []rune
	for _, r := range text {
		if !unicode.IsSpace(r) && !slices.Contains(seen, r) {
			seen = append(seen, r)
		}
	}
	return string(seen)
}

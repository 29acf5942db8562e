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

// common are words that passwords are made of more than of others, one a line,
// in lower case.
//
//go:embed common.txt
var common string

// rows are what fingers run along: keyboards, alphabet, digits.
const rows = "qwertyuiop asdfghjkl zxcvbnm qwertzuiopü yxcvbnm azertyuiop qsdfghjklm wxcvbn " +
	"abcdefghijklmnopqrstuvwxyz 01234567890 1qaz2wsx3edc4rfv5tgb6yhn7ujm"

const (
	// minRun is the length from which characters along a row are a run.
	minRun = 4
	// minOwn is how many characters must be left once everything that guessing
	// tries first is taken out.
	minOwn = 5
	// minContext is the length from which a word of the context counts.
	minContext = 4
)

// Accept refuses, with CodeInvalidRequest and the reason, a password that is too
// short, too long or easy to guess. context are words that belong to the person:
// e-mail address, name of the account. What it asks for is that something is
// left when common words, runs along the keyboard, repetitions and the context
// are taken out; it asks for no kinds of characters (NIST SP 800-63B, section
// 5.1.1.2).
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

// own is what is left of a password once everything that guessing tries first is
// taken out.
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

// unleet undoes what people write letters as.
func unleet(text string) string {
	return strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!",
		"i").Replace(text)
}

// contextWords are the parts of the context that could be in a password, and the
// project's own name.
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

// withoutRuns takes out characters that follow each other along a row, in
// whatever direction: "4567", "poiuy".
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

// runEnd is where the run that starts at i ends, along a row in one direction.
func runEnd(runes []rune, i, step int) int {
	end := i + 1
	for end < len(runes) && neighbours(runes[end-1], runes[end], step) {
		end++
	}
	return end
}

func neighbours(a, b rune, step int) bool {
	if step < 0 {
		a, b = b, a
	}
	return !unicode.IsSpace(a) && !unicode.IsSpace(b) && strings.Contains(rows, string([]rune{a, b}))
}

// distinct leaves every character at its first place: repetitions are worth
// nothing.
func distinct(text string) string {
	var seen []rune
	for _, r := range text {
		if !unicode.IsSpace(r) && !slices.Contains(seen, r) {
			seen = append(seen, r)
		}
	}
	return string(seen)
}

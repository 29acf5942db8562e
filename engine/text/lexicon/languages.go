package lexicon

import (
	"slices"
	"strings"
	"sync"
)

// Language is one that can be told apart from the others.
type Language struct {
	Code      string // BCP 47
	Tesseract string // what Tesseract calls it
	Name      string // in English
}

// languages are those that data/languages.txt lists; read once.
//
//nolint:gochecknoglobals // see above
var languages = sync.OnceValue(func() []Language {
	text, err := files.ReadFile("data/languages.txt")
	if err != nil {
		return nil // cannot be: the file is part of the program
	}
	var all []Language
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 2 && f[0] != "#" {
			all = append(all, Language{f[0], f[1], strings.Join(f[2:], " ")})
		}
	}
	return all
})

// Languages returns the languages that can be told apart; of two that are as
// likely the first is meant.
func Languages() []Language { return slices.Clone(languages()) }

// Codes returns their codes.
func Codes() []string {
	codes := make([]string, 0, len(languages()))
	for _, l := range languages() {
		codes = append(codes, l.Code)
	}
	return codes
}

// LanguageWords returns the folded words that tell a language: those of any
// text, and those of business papers alone.
func LanguageWords(code string) (function, labels []string) {
	for _, g := range groups(code, "language") {
		for _, p := range g.Phrases {
			if g.Name == "function" {
				function = append(function, Fold(p))
			} else {
				labels = append(labels, Fold(p))
			}
		}
	}
	return function, labels
}

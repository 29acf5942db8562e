package lexicon

import (
	"slices"
	"strings"
	"sync"
)

// codes are the BCP 47 codes of the languages that can be told apart, as
// data/languages.txt lists them; read once.
//
//nolint:gochecknoglobals // see above
var codes = sync.OnceValue(func() []string {
	text, err := files.ReadFile("data/languages.txt")
	if err != nil {
		return nil // cannot be: the file is part of the program
	}
	var all []string
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 0 && f[0] != "#" {
			all = append(all, f[0])
		}
	}
	return all
})

// Codes returns the BCP 47 codes of the languages that can be told apart.
func Codes() []string { return slices.Clone(codes()) }

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

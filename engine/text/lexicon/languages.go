package lexicon

import (
	"slices"
	"strings"
	"sync"
)

// Language is a supported language.
type Language struct {
	Code      string // BCP 47
	Tesseract string // Tesseract's code
	Name      string // in English
}

// languages are the entries of data/languages.txt.
//
//nolint:gochecknoglobals // see above
var languages = sync.OnceValue(func() []Language {
	text, err := files.ReadFile("data/languages.txt")
	if err != nil {
		return nil // unreachable: the file is embedded
	}
	var all []Language
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 2 && f[0] != "#" {
			all = append(all, Language{f[0], f[1], strings.Join(f[2:], " ")})
		}
	}
	return all
})

// Languages returns the supported languages. Earlier ones win ties.
func Languages() []Language { return slices.Clone(languages()) }

// Codes returns the codes of the supported languages.
func Codes() []string {
	codes := make([]string, 0, len(languages()))
	for _, l := range languages() {
		codes = append(codes, l.Code)
	}
	return codes
}

// LanguageWords returns the folded words that identify a language: function words of any text, and labels of business
// documents.
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

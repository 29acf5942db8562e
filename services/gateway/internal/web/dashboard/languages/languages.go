// Package languages has the translations of the dashboard, and formats numbers, dates
// and sizes. The key of a translation is the English text. Each language has a text
// file that translators edit without knowing Go (README.md).
package languages

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"golang.org/x/text/language"
)

//go:embed *.txt
var files embed.FS

// Language is a language of pages. It is immutable.
type Language struct {
	Code string // BCP 47: "de"
	Name string // in the language itself: "Deutsch"

	texts    map[string]string    // by the English text
	counts   map[string][2]string // of one and of many, by both English texts
	patterns []pattern            // of service messages with placeholders
	one      map[int]bool         // numbers of the singular form
	capitals bool                 // nouns have a capital inside a sentence

	group, decimal string // of numbers
	months, short  []string
}

// Set is all languages: English first, the others sorted by code.
type Set struct {
	all     []*Language
	matcher language.Matcher
}

// English is the language of the keys.
func English() *Language {
	l := &Language{Code: "en", Name: "English", one: map[int]bool{1: true}}
	l.learn()
	return l
}

// Read reads the built-in languages.
func Read() (*Set, error) {
	names, err := fs.Glob(files, "*.txt")
	if err != nil {
		return nil, fmt.Errorf("languages: %w", err)
	}
	s := &Set{all: []*Language{English()}}
	for _, name := range names {
		content, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("languages: %w", err)
		}
		l, err := parse(strings.TrimSuffix(path.Base(name), ".txt"), string(content))
		if err != nil {
			return nil, fmt.Errorf("languages: %s: %w", name, err)
		}
		s.all = append(s.all, l)
	}
	tags := make([]language.Tag, len(s.all))
	for i, l := range s.all {
		if tags[i], err = language.Parse(l.Code); err != nil {
			return nil, fmt.Errorf("languages: %s: %w", l.Code, err)
		}
	}
	s.matcher = language.NewMatcher(tags)
	return s, nil
}

// All returns the languages, English first.
func (s *Set) All() []*Language { return s.all }

// Find returns the language with a code; false for unknown codes.
func (s *Set) Find(code string) (*Language, bool) {
	for _, l := range s.all {
		if l.Code == code {
			return l, true
		}
	}
	return nil, false
}

// Choose returns the language with the chosen code; if there is none, the one that the
// browser prefers (header Accept-Language, RFC 9110, section 12.5.4), else English.
func (s *Set) Choose(chosen, accept string) *Language {
	if l, ok := s.Find(chosen); ok {
		return l
	}
	wanted, _, err := language.ParseAcceptLanguage(accept)
	if err != nil || len(wanted) == 0 {
		return s.all[0]
	}
	_, i, _ := s.matcher.Match(wanted...)
	return s.all[i]
}

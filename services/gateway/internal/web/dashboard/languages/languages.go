// Package languages has the translations of the dashboard, and formats numbers, dates
// and sizes. The key of a translation is the English text. Each language has a text
// file that translators edit without knowing Go (README.md).
package languages

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

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

// Tr returns the translation of a text, formatted with values (package fmt); ints are
// grouped. Without values the text is not a format. A text without translation stays
// in English.
func (l *Language) Tr(text string, values ...any) string {
	if translated, ok := l.texts[text]; ok {
		text = translated
	}
	return l.format(text, values)
}

// Count returns the text for one or for many things. Its first placeholder is n.
func (l *Language) Count(n int, one, many string, values ...any) string {
	forms, ok := l.counts[Key(one, many)]
	text := forms[1]
	switch {
	case !ok && n == 1:
		text = one
	case !ok:
		text = many
	case l.one[n]:
		text = forms[0]
	}
	return l.format(text, append([]any{n}, values...))
}

// Key is the English text of a count in language files.
func Key(one, many string) string { return one + between + many }

// Things counts things whose English plural ends in s: Things(2, "key") is "2 keys".
func (l *Language) Things(n int, thing string) string {
	return l.Count(n, "%s "+thing, "%s "+thing+"s")
}

// HTML is Tr for a text with elements. Values are escaped unless they are
// template.HTML.
func (l *Language) HTML(text string, values ...any) template.HTML {
	for i, v := range values {
		if _, safe := v.(template.HTML); !safe {
			values[i] = template.HTMLEscapeString(l.format("%v", []any{v}))
		}
	}
	return template.HTML(l.Tr(text, values...)) //nolint:gosec // texts are built in
}

// TrMessage translates a message of another service that is one of ServiceMessages;
// others stay in English.
func (l *Language) TrMessage(message string) string {
	if text, ok := l.texts[message]; ok {
		return text
	}
	for _, p := range l.patterns {
		found := p.form.FindStringSubmatch(message)
		if found == nil {
			continue
		}
		values := make([]any, len(found)-1)
		for i, v := range found[1:] {
			values[i] = verbatim(l.TrMessage(v))
		}
		return fmt.Sprintf(p.text, values...)
	}
	return message
}

// Within is a title inside a sentence: "unit price".
func (l *Language) Within(title string) string {
	first, size := utf8.DecodeRuneInString(title)
	second, _ := utf8.DecodeRuneInString(title[size:])
	if l.capitals || first == utf8.RuneError || unicode.IsUpper(second) { // "IBAN"
		return title
	}
	return string(unicode.ToLower(first)) + title[size:]
}

// Script is a script with the translations of texts; nil if there are none.
func (l *Language) Script(texts []string) []byte {
	table := map[string]any{}
	for _, text := range texts {
		if translated, ok := l.texts[text]; ok {
			table[text] = translated
		}
		if forms, ok := l.counts[text]; ok {
			table[text] = forms
		}
	}
	if len(table) == 0 {
		return nil
	}
	content, _ := json.Marshal(table) // strings cannot fail
	ones, _ := json.Marshal(l.ones())
	return fmt.Appendf(nil, "window.docmillTexts = %s;\nwindow.docmillOne = %s;\n", content, ones)
}

func (l *Language) ones() []int {
	ones := []int{}
	for n := range 2 {
		if l.one[n] {
			ones = append(ones, n)
		}
	}
	return ones
}

func (l *Language) format(text string, values []any) string {
	if len(values) == 0 || !strings.Contains(text, "%") {
		return text
	}
	shown := make([]any, len(values))
	for i, v := range values {
		shown[i] = v
		if n, ok := v.(int); ok {
			shown[i] = verbatim(l.Number(n))
		}
	}
	return fmt.Sprintf(text, shown...)
}

// verbatim is a text for every verb of package fmt.
type verbatim string

// Format implements fmt.Formatter.
func (v verbatim) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, string(v)) }

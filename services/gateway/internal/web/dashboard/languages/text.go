package languages

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

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

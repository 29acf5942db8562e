// Package search builds the text for full-text search of documents.
package search

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const maxText = 64 << 10

// Fold normalizes text for comparison: lower case without accents, "ss" for "ß", ligatures as letters,
// single spaces, and without characters that no text column holds. The database's search_fold does the same
// to stored text, except for spaces; a test compares the two.
func Fold(text string) string {
	text = norm.NFKD.String(storable(text))
	text = strings.Map(func(r rune) rune {
		if r >= 0x300 && r <= 0x36f {
			return -1
		}
		return r
	}, text)
	// Compatibility decomposition keeps these; people type them without.
	text = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th",
		"ı", "i", "’", "'").Replace(strings.ToLower(text))
	return strings.Join(strings.Fields(text), " ")
}

func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// Text returns the values of a document's data in lower case, one per line, without member names, up to a
// maximum size. Accents stay: the database folds them, in old rows as well.
func Text(data json.RawMessage) string {
	var w writer
	// Invalid JSON is indexed up to the error.
	for rest, ok := []byte(data), true; ok && len(rest) > 0 && w.text.Len() < maxText; {
		rest, ok = w.next(rest)
	}
	return cut(w.text.String())
}

// writer scans JSON without a decoder, which allocates every token.
type writer struct{ text strings.Builder }

// next takes one token, or a byte between tokens, off data. ok is false for invalid JSON.
func (w *writer) next(data []byte) (rest []byte, ok bool) {
	switch c := data[0]; {
	case c == '"':
		return w.quoted(data)
	case c == '-', '0' <= c && c <= '9':
		number := len(data) - len(bytes.TrimLeft(data, "+-.0123456789Ee"))
		w.line(string(data[:number]))
		return data[number:], true
	}
	return data[1:], true
}

// quoted takes a string off data; a string followed by a colon is a member name.
func (w *writer) quoted(data []byte) (rest []byte, ok bool) {
	end := 1
	for end < len(data) && data[end] != '"' {
		if data[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(data) {
		return nil, false
	}
	quoted, rest := data[:end+1], data[end+1:]
	if bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte(":")) {
		return rest, true
	}
	value := string(quoted[1:end])
	if bytes.IndexByte(quoted, '\\') >= 0 {
		if err := json.Unmarshal(quoted, &value); err != nil {
			return nil, false
		}
	}
	w.line(value)
	return rest, true
}

func (w *writer) line(value string) {
	between := "\n"
	for word := range strings.FieldsSeq(strings.ToLower(storable(value))) {
		if w.text.Len() > 0 {
			w.text.WriteString(between)
		}
		w.text.WriteString(word)
		between = " "
	}
}

// cut shortens text to the maximum, between characters.
func cut(text string) string {
	if len(text) <= maxText {
		return text
	}
	end := maxText
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// MaxTerms bounds the words and phrases of one search.
const MaxTerms = 16

// Term is a word or phrase of a search, folded, in its alternative spellings. It has at least one, and none
// is empty.
type Term []string

// Terms parses a typed search: words, all of which must occur; "phrases in quotes", which must occur
// literally; and amounts, which also match the notation of data. An unclosed quotation mark is an ordinary
// character.
func Terms(text string) []Term {
	var terms []Term
	add := func(spellings ...string) {
		var t Term
		for _, s := range spellings {
			if s = Fold(s); s != "" && !slices.Contains(t, s) {
				t = append(t, s)
			}
		}
		if t != nil && !slices.ContainsFunc(terms, func(other Term) bool { return slices.Equal(other, t) }) {
			terms = append(terms, t)
		}
	}
	for rest := joinGroups(text); ; {
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		if rest == "" {
			return terms
		}
		if phrase, after, ok := quoted(rest); ok {
			add(phrase)
			rest = after
			continue
		}
		end := strings.IndexFunc(rest, unicode.IsSpace)
		if end < 0 {
			end = len(rest)
		}
		add(append([]string{rest[:end]}, amounts(rest[:end])...)...)
		rest = rest[end:]
	}
}

// quoted takes a phrase off the beginning of text; ok is false if there is none.
func quoted(text string) (phrase, rest string, ok bool) {
	open, size := utf8.DecodeRuneInString(text)
	closers, ok := map[rune]string{'"': `"`, '“': `”“"`, '„': `“”"`, '«': `»`, '»': `«`}[open]
	if !ok {
		return "", "", false
	}
	text = text[size:]
	end := strings.IndexAny(text, closers)
	if end < 0 {
		return "", "", false
	}
	_, size = utf8.DecodeRuneInString(text[end:])
	return text[:end], text[end+size:], true
}

// grouped is an amount with spaces between thousands: "1 234,50". Text without decimals may be several numbers.
var grouped = regexp.MustCompile(`(^|\s)([-+]?\d{1,3}(?:[ \x{a0}\x{202f}\x{2009}]\d{3})+[.,]\d{1,2})(\s|$)`)

func joinGroups(text string) string {
	return grouped.ReplaceAllStringFunc(text, func(match string) string {
		joined := strings.Join(strings.Fields(match), "")
		return " " + joined + " "
	})
}

// written is a typed amount, with a sign and a currency symbol.
var written = regexp.MustCompile(`^[€$£¥]?([-+−]?)[€$£¥]?(\d+(?:[.,'’]\d+)+)[€$£¥]?$`)

// amounts returns a word's amount in the notation of data ("1234.50"), both readings of "1.234", or nil.
func amounts(word string) []string {
	parts := written.FindStringSubmatch(word)
	if parts == nil {
		return nil
	}
	sign := strings.ReplaceAll(strings.TrimPrefix(parts[1], "+"), "−", "-")
	number := parts[2]
	decimal := strings.LastIndexAny(number, ".,")
	apostrophes := strings.ContainsAny(number, "'’")
	switch {
	case decimal < 0:
		if inThousands(number) {
			return []string{sign + digits(number)}
		}
		return nil
	case strings.Count(number, number[decimal:decimal+1]) > 1: // a mark that is repeated groups digits
		if !inThousands(number) || strings.ContainsAny(number, ".") && strings.ContainsAny(number, ",") {
			return nil // a date, an address: 01.10.2026
		}
		return []string{sign + digits(number)}
	}
	whole, fraction := number[:decimal], number[decimal+1:]
	if strings.ContainsAny(whole, ".,'’") && !inThousands(whole) || strings.ContainsAny(fraction, "'’") {
		return nil
	}
	exact := sign + digits(whole) + "." + fraction
	if len(fraction) == 3 && !strings.ContainsAny(whole, ".,") && !apostrophes && len(whole) <= 3 {
		return []string{sign + whole + fraction, exact}
	}
	return []string{exact}
}

// inThousands reports whether marks separate groups of three digits, or of two as in India with a last group of three.
func inThousands(number string) bool {
	groups := strings.FieldsFunc(number, func(r rune) bool { return strings.ContainsRune(".,'’", r) })
	for i, g := range groups {
		switch {
		case i == 0 && len(g) > 3, i > 0 && len(g) != 2 && len(g) != 3, i > 0 && i == len(groups)-1 && len(g) != 3:
			return false
		}
	}
	return true
}

func digits(number string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, number)
}

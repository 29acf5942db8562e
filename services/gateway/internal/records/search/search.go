// Package search builds the text for full-text search of documents.
package search

import (
	"bytes"
	"encoding/json"
	"strings"
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

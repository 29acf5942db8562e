// Package search makes the text in which people find a document again.
package search

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxText bounds the text of one document, in bytes.
const maxText = 64 << 10

// Fold returns text in the form in which it is compared: lower case without accents,
// "ss" for "ß", ligatures as letters, blanks as one and none around it, and without
// what no text column holds. The database's search_fold does the same to what is
// stored, except for blanks; a test holds the two together.
func Fold(text string) string {
	text = norm.NFKD.String(storable(text))
	text = strings.Map(func(r rune) rune {
		if r >= 0x300 && r <= 0x36f {
			return -1
		}
		return r
	}, text)
	// Compatibility decomposition leaves these as they are; people write without them.
	text = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th",
		"ı", "i", "’", "'").Replace(strings.ToLower(text))
	return strings.Join(strings.Fields(text), " ")
}

func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// Text returns the values of a document's data in lower case, each on a separate
// line, without the names of members. It ends early rather than grow without bound.
// Accents stay: the database folds them away, in rows of all ages alike.
func Text(data json.RawMessage) string {
	w := writer{dec: json.NewDecoder(bytes.NewReader(data))}
	w.dec.UseNumber()
	// What is not JSON to its end is found as far as it goes.
	_ = w.value()
	return cut(w.text.String())
}

type writer struct {
	dec  *json.Decoder
	text strings.Builder
}

func (w *writer) value() error {
	token, err := w.dec.Token()
	if err != nil {
		return err
	}
	switch t := token.(type) {
	case json.Delim:
		return w.elements(t == '{')
	case string:
		w.line(t)
	case json.Number:
		w.line(t.String())
	}
	return nil
}

func (w *writer) elements(named bool) error {
	for w.dec.More() && w.text.Len() < maxText {
		if named {
			if _, err := w.dec.Token(); err != nil {
				return err
			}
		}
		if err := w.value(); err != nil {
			return err
		}
	}
	if w.text.Len() >= maxText {
		return nil // the reader is gone
	}
	_, err := w.dec.Token()
	return err
}

func (w *writer) line(value string) {
	value = strings.Join(strings.Fields(strings.ToLower(storable(value))), " ")
	if value == "" {
		return
	}
	if w.text.Len() > 0 {
		w.text.WriteByte('\n')
	}
	w.text.WriteString(value)
}

// cut shortens text to what is kept, between characters.
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

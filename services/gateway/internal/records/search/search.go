// Package search makes the text in which people find a document again.
package search

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// maxText bounds the text of one document, in bytes.
const maxText = 64 << 10

// Fold returns text in the form in which it is compared: lower case, without what
// no text column holds, and without blanks around it.
func Fold(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
	return strings.TrimSpace(strings.ToLower(text))
}

// Text returns the values of a document's data, folded, each on a separate line,
// without the names of members. It ends early rather than grow without bound.
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
	if value = Fold(value); value == "" {
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

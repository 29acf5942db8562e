package pdf

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits for letter-spaced print, relative to its height.
const (
	minSpacedLetters = 4    // letters of a run
	maxRoom          = 1.6  // between two letters, also of different words
	widerRoom        = 1.6  // times the usual, is room between words
	moreRoom         = 0.12 // than the usual, likewise
)

// joinSpaced joins the letters of letter-spaced words, as in titles and headings: "I N V O I C E".
func (s *splitter) joinSpaced() {
	out := s.words[:0]
	for i := 0; i < len(s.words); {
		end := i + 1
		for s.isLetter(&s.words[i]) && end < len(s.words) && s.isLetter(&s.words[end]) &&
			s.goesOn(&s.words[end-1], &s.words[end]) {
			end++
		}
		if end-i >= minSpacedLetters {
			out = s.appendSpaced(out, s.words[i:end])
		} else {
			out = append(out, s.words[i:end]...)
		}
		i = end
	}
	s.words = out
}

// isLetter reports an upright word of one letter, of a script with upper and lower case.
func (s *splitter) isLetter(w *word) bool {
	if w.dir != rightwards || w.last-w.first > utf8.UTFMax {
		return false
	}
	r, size := utf8.DecodeRune(s.text[w.first:w.last])
	return size == w.last-w.first && (unicode.IsUpper(r) || unicode.IsLower(r))
}

// goesOn reports whether b is on a's row, in the same print and close enough.
func (s *splitter) goesOn(a, b *word) bool {
	room := s.room(a, b)
	return onOneRow(a, b) && a.Bold == b.Bold && a.last == b.first && room > 0 && room < maxRoom
}

// room is the distance from a's end to b's beginning in heights.
func (s *splitter) room(a, b *word) float64 {
	w, h := s.at.size()
	return (b.Box.X0 - a.Box.X1) * w / (min(a.Box.Height(), b.Box.Height()) * h)
}

// appendSpaced joins letters to words and ends a word at a wider gap. Letters that form no word stay apart:
// all are equal, or lower case precedes upper case as in "J P v d B".
func (s *splitter) appendSpaced(out, letters []word) []word {
	rooms := make([]float64, len(letters)-1)
	for i := range rooms {
		rooms[i] = s.room(&letters[i], &letters[i+1])
	}
	usual := slices.Sorted(slices.Values(rooms))[len(rooms)/2]
	words := []word{letters[0]}
	for i, room := range rooms {
		if next := letters[i+1]; room > widerRoom*usual && room > usual+moreRoom {
			words = append(words, next)
		} else {
			last := &words[len(words)-1]
			last.last, last.Box = next.last, last.Box.Union(next.Box)
		}
	}
	first, last := letters[0], letters[len(letters)-1]
	if text := string(s.text[first.first:last.last]); !varied(text) ||
		slices.ContainsFunc(words, func(w word) bool { return !oneCase(string(s.text[w.first:w.last])) }) {
		return append(out, letters...)
	}
	return append(out, words...)
}

// varied reports whether the letters of a text differ.
func varied(text string) bool {
	_, size := utf8.DecodeRuneInString(text)
	return strings.Trim(text, text[:size]) != ""
}

// oneCase reports whether a word's letters are all capitals, or all small after the first.
func oneCase(word string) bool {
	_, size := utf8.DecodeRuneInString(word)
	return !strings.ContainsFunc(word, unicode.IsLower) || !strings.ContainsFunc(word[size:], unicode.IsUpper)
}

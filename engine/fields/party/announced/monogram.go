package announced

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// A logo shows the initials of a name before or over it: "MF" beside "MARLOW FORK". They are none
// of the name where the page prints that without them.

// hearMonogram makes the initials of the name beside or below them nobody's name.
func (a *announcer) hearMonogram(k int) {
	u := &a.units[k]
	if u.First > 0 || u.Last > 0 {
		return
	}
	if len(u.Segment.Words) > 1 {
		if monogram(a.Document, u) {
			a.deny(k, tag.Pairs()[0])
		}
		return
	}
	const mostApart = 1.5 // heights of print
	for i := k + 1; i < len(a.units); i++ {
		s := a.units[i].Segment
		if s.Page != u.Segment.Page || s.Box.Y0-u.Segment.Box.Y1 > mostApart*u.Segment.Height() {
			return
		}
		if a.units[i].First == 0 && s.Row > u.Segment.Row && s.Box.OverlapX(u.Segment.Box) > 0 &&
			initials(u.Segment.Words[0], s.Words) > 0 {
			a.deny(k, tag.Pairs()[0])
			return
		}
	}
}

// monogram reports whether a unit that opens its line begins with the initials of the words
// behind, and the page prints these elsewhere without.
func monogram(doc *annotate.Document, u *tag.Unit) bool {
	words := u.Segment.Words
	n := initials(words[0], words[1:])
	if u.First > 0 || n == 0 {
		return false
	}
	name := recognize.Compact(strings.Join(words[1:n+1], ""))
	with := recognize.Compact(words[0]) + name
	return slices.ContainsFunc(doc.Layout.Segments, func(s *layout.Segment) bool {
		text := recognize.Compact(s.Text())
		return strings.Contains(text, name) && !strings.Contains(text, with)
	})
}

// initials returns how many words those are at the start of some whose first letters a word of
// capitals consists of; 0 where it does not.
func initials(word string, words []string) int {
	const leastLetters = 2
	letters := strings.Map(func(c rune) rune {
		if c == '&' || c == '+' || c == '.' || c == '/' {
			return -1
		}
		return c
	}, word)
	small := func(c rune) bool { return !unicode.IsUpper(c) }
	if utf8.RuneCountInString(letters) < leastLetters || strings.ContainsFunc(letters, small) {
		return 0
	}
	for i, w := range words {
		first, size := utf8.DecodeRuneInString(letters)
		switch begins, _ := utf8.DecodeRuneInString(w); {
		case textshape.IsSeparator(w) || w == "&" || w == "+" || lexicon.Joining.Has(recognize.Fold(w)):
		case begins != first || utf8.RuneCountInString(w) < leastLetters:
			return 0
		default:
			if letters = letters[size:]; letters == "" {
				return i + 1
			}
		}
	}
	return 0
}

// runsOn reports whether a sentence follows a company's name in a line, from a word on: "Marlow Ltd
// trading as Quay Inn", "Marlow Ltd. Invoices are due at once".
func runsOn(words []string, k int) bool {
	const leastName, least, near = 2, 3, 4 // words
	rest := words[k:]
	if k < leastName || len(rest) < least || !textshape.HasLegalForm(words[k-leastName:k]) || ordinary(words[k-1]) ||
		textshape.HasLegalForm(rest[:min(near, len(rest))]) {
		return false
	}
	if first, _ := utf8.DecodeRuneInString(rest[0]); unicode.IsUpper(first) {
		return strings.HasSuffix(words[k-1], ".") && textshape.ProseLike(rest)
	}
	return small(rest[0]) && small(rest[1]) && !lexicon.Joining.Has(recognize.Fold(rest[0]))
}

// ordinary reports whether a legal form is rather a word of a sentence: "trading".
func ordinary(w string) bool {
	const longest = 4 // letters of a legal form in small letters
	return small(w) && utf8.RuneCountInString(w) > longest
}

// small reports whether a word is of small letters alone.
func small(w string) bool {
	return w != "" && !strings.ContainsFunc(w, func(c rune) bool { return !unicode.IsLower(c) })
}

// hearSentence makes what runs on behind a company's name nobody's name.
func (a *announcer) hearSentence(k int) {
	u := &a.units[k]
	if u.First > 0 && k > 0 && a.units[k-1].Segment == u.Segment &&
		runsOn(u.Segment.Words[a.units[k-1].First:], u.First-a.units[k-1].First) {
		a.deny(k, tag.Pairs()[0])
	}
}

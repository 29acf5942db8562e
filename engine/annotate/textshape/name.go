// Package textshape classifies the words of a line by their shape: a name, a street, the line of an address with
// the post code, a title. It does not use positions or probabilities.
package textshape

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// NameLike reports whether the words can be the name of a company or person: short, mostly letters, not a title,
// not a sentence.
func NameLike(words []string) bool {
	if len(words) == 0 || len(words) > 9 || TitleLine(words) {
		return false
	}
	text := strings.Join(words, " ")
	if len(words) == 1 && recognize.CountDigits(text) >= 3 || len(words[0]) >= 4 && annotate.AllDigitsWord(words[0]) {
		return false
	}
	if strings.Contains(text, " : ") || ProseLike(words) || EndsInHouseNumber(words) {
		return false
	}
	letters, digits := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		}
	}
	if letters < 2 || digits > letters || utf8.RuneCountInString(text) > 80 || strings.HasSuffix(text, ":") {
		return false
	}
	if len(recognize.Emails(words))+len(recognize.URLs(words))+len(recognize.Dates(words)) > 0 {
		return false
	}
	if digits > 0 && priced(words) {
		return false
	}
	for i := range words { // a sender's whole address in one line
		if PostalLine(words[i:]) && (i == 0 || len(words)-i < 6) {
			return false
		}
	}
	return true
}

// priced reports whether the words hold money. "BHD" before a registration number is not the dinar.
func priced(words []string) bool {
	return slices.ContainsFunc(recognize.Amounts(words), func(a recognize.Amount) bool {
		return a.Currency != "" && !lexicon.LegalForm.Has(recognize.Compact(words[a.First]))
	})
}

// ProseLike reports whether most of several words start in lower case.
func ProseLike(words []string) bool {
	if len(words) < 3 {
		return false
	}
	lower := 0
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, "(\"'")); unicode.IsLower(r) {
			lower++
		}
	}
	return 2*lower > len(words)
}

// EndsInHouseNumber reports whether words end like a street: "Musterweg 12a".
func EndsInHouseNumber(words []string) bool {
	last := strings.TrimRight(words[len(words)-1], ".,")
	return len(words) >= 2 && len(words) <= 4 && len(last) <= 5 && last[:min(1, len(last))] >= "0" &&
		last[:min(1, len(last))] <= "9" &&
		recognize.CountDigits(last) >= len(last)-1
}

// titled reports whether a folded line names a document or its parts, not a party.
func titled(line string) bool { return lexicon.Title.Has(line) || lexicon.NoName.Has(line) }

// TitleLine reports whether the words are a document's title or page mark.
func TitleLine(words []string) bool {
	for i, w := range words { // "Honorarnote / Rechnung"
		if w == "/" && i > 0 && i+1 < len(words) {
			return TitleLine(words[:i]) && TitleLine(words[i+1:])
		}
	}
	if spaced := Unspaced(words); spaced != "" {
		return titled(recognize.Fold(spaced))
	}
	var kept []string
	for _, w := range recognize.FoldWords(strings.Join(words, " ")) {
		if recognize.CountDigits(w) == 0 && !lexicon.NumberWord.Has(w) {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		return false
	}
	if len(kept) > 1 && len(kept[len(kept)-1]) <= 3 && len(words) > 1 { // the series of a number: "Factuur VF2031-20"
		if titled(strings.Join(kept[:len(kept)-1], " ")) {
			return true
		}
	}
	return titled(strings.Join(kept, " "))
}

// Unspaced joins letters that are set apart as in titles, "I N V O I C E", of which text recognition may join a
// few. It returns "" for other words.
func Unspaced(words []string) string {
	const minLetters, longest = 4, 3 // letters of the word, and of one piece
	single := 0
	for _, w := range words {
		n := utf8.RuneCountInString(w)
		if n > longest || strings.ContainsFunc(w, func(c rune) bool { return !unicode.IsLetter(c) }) {
			return ""
		}
		if n == 1 {
			single++
		}
	}
	word := strings.Join(words, "")
	if utf8.RuneCountInString(word) < minLetters || len(words) < 3 || 2*single < len(words) {
		return ""
	}
	return word
}

// UpperShare returns the share of capitals among the letters.
func UpperShare(text string) float32 {
	upper, letters := float32(0), float32(0)
	for _, c := range text {
		if unicode.IsLetter(c) {
			letters++
			if unicode.IsUpper(c) {
				upper++
			}
		}
	}
	return upper / max(1, letters)
}

// DomainMatches reports whether a mail or web address holds the name's first letters.
func DomainMatches(r *annotate.Document, name string) bool {
	if len(name) < 4 {
		return false
	}
	key := name[:min(len(name), 6)]
	return slices.ContainsFunc(r.Domains, func(d string) bool { return strings.Contains(d, key) })
}

package page

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/ocr/textline/ctc"
)

// alphabet is the single alphabet of a word's letters.
type alphabet int

const (
	latin alphabet = iota
	greek
	cyrillic
	alphabets
)

// twins are letters of similar shape, in the order of the alphabets; '-' means none.
func twins() []string {
	return []string{
		"AΑА", "BΒВ", "C-С", "EΕЕ", "HΗН", "IΙІ", "J-Ј", "KΚК", "MΜМ", "NΝ-", "OΟО", "PΡР", "S-Ѕ", "TΤТ", "XΧХ", "YΥУ",
		"ZΖ-", "aαа", "c-с", "e-е", "i-і", "j-ј", "k-к", "oοо", "pρр", "s-ѕ", "uυ-", "vν-", "x-х", "y-у", "iι-", "kκ-", "oσ-",
		"ÏΪЇ", "ï-ї", "3-З", "-ΦФ", "-ΓГ", "-ΠП",
	}
}

// scripts holds letters of similar shape.
type scripts struct {
	// twin maps a letter to those of other alphabets.
	twin map[rune][alphabets]rune
}

func newScripts() *scripts {
	s := &scripts{twin: map[rune][alphabets]rune{}}
	for _, group := range twins() {
		row := [alphabets]rune{}
		for i, c := range []rune(group) {
			if c != '-' {
				row[i] = c
			}
		}
		for _, c := range row {
			if _, known := s.twin[c]; c != 0 && !known && unicode.IsLetter(c) {
				s.twin[c] = row
			}
		}
	}
	return s
}

// alphabetOf returns the alphabet of a letter, or false for other characters.
func alphabetOf(c rune) (alphabet, bool) {
	switch {
	case !unicode.IsLetter(c):
		return 0, false
	case unicode.Is(unicode.Latin, c):
		return latin, true
	case unicode.Is(unicode.Greek, c):
		return greek, true
	case unicode.Is(unicode.Cyrillic, c):
		return cyrillic, true
	}
	return 0, false
}

// fits returns the alphabets that all letters of a word can have, and the confidence in the letters of
// each.
func (s *scripts) fits(word []ctc.Character) (can [alphabets]bool, sure [alphabets]float64) {
	can = [alphabets]bool{true, true, true}
	for i := range word {
		c, _ := utf8.DecodeRuneInString(word[i].Text)
		own, ok := alphabetOf(c)
		if !ok {
			continue
		}
		sure[own] += word[i].Probability
		for a := range alphabets {
			if a != own && s.twin[c][a] == 0 {
				can[a] = false
			}
		}
	}
	return can, sure
}

// counts returns the amount of text in each alphabet: the probabilities of the letters in unambiguous
// words.
func (s *scripts) counts(lines [][]span) (counts [alphabets]float64) {
	for _, spans := range lines {
		for i := range spans {
			can, sure := s.fits(spans[i].characters)
			for a := range alphabets {
				if only(can, a) {
					counts[a] += sure[a]
				}
			}
		}
	}
	return counts
}

// strays returns the lines of a Latin page with unfitting words: letters of several alphabets in one word,
// or doubtful ones of another alphabet. Pages in other alphabets have Latin words, names and units
// anywhere.
func (s *scripts) strays(lines [][]span) (out []int) {
	const (
		latinPage = 0.95 // share of the letters
		doubtful  = 0.9  // mean probability of a word's letters
	)
	counts := s.counts(lines)
	if counts[latin] < latinPage*(counts[latin]+counts[greek]+counts[cyrillic]) {
		return nil
	}
	for i, spans := range lines {
		if slices.ContainsFunc(spans, func(word span) bool {
			can, _ := s.fits(word.characters)
			return !can[latin] && (can == [alphabets]bool{} || meanOf(word.characters) < doubtful)
		}) {
			out = append(out, i)
		}
	}
	return out
}

func meanOf(word []ctc.Character) float64 {
	sum := 0.0
	for i := range word {
		sum += word[i].Probability
	}
	return sum / float64(len(word))
}

// isNoStray reports whether a character can occur in a Latin line.
func isNoStray(character string) bool {
	c, _ := utf8.DecodeRuneInString(character)
	a, letter := alphabetOf(c)
	return !letter || a == latin
}

// unify writes each word with letters of one alphabet: one that all letters can have and, of several, the
// page's most frequent one.
func (s *scripts) unify(lines [][]span) {
	counts := s.counts(lines)
	for _, spans := range lines {
		for i := range spans {
			can, sure := s.fits(spans[i].characters)
			best, most := alphabet(-1), 0.0
			for a := range alphabets {
				// The page's alphabet outweighs a single word's shapes.
				if weight := (sure[a] + 0.1) * (counts[a] + 1); can[a] && weight > most {
					best, most = a, weight
				}
			}
			if best >= 0 {
				s.rewrite(spans[i].characters, best)
			}
		}
	}
}

func only(can [alphabets]bool, a alphabet) bool {
	for other, ok := range can {
		if ok != (alphabet(other) == a) {
			return false
		}
	}
	return true
}

// rewrite replaces letters by their twins and adds the twins' probabilities.
func (s *scripts) rewrite(word []ctc.Character, to alphabet) {
	for i := range word {
		c, _ := utf8.DecodeRuneInString(word[i].Text)
		own, ok := alphabetOf(c)
		if !ok {
			continue
		}
		row := s.twin[c]
		if own != to {
			word[i].Text = string(row[to])
		}
		for _, other := range word[i].Alternatives {
			twin, _ := utf8.DecodeRuneInString(other.Text)
			if a, ok := alphabetOf(twin); ok && row[a] == twin {
				word[i].Probability = min(word[i].Probability+other.Probability, 1)
			}
		}
	}
}

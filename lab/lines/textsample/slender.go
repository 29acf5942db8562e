package textsample

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// slender returns words and figures with narrow or joining letters ("ll" and "l", "rn" and "m", "ii" and "i", "I" and
// "l"), and letters that differ by one thin stroke ("ł" and "t", "e" and "c").
func (s *Source) slender(r *rand.Rand) string {
	parts := make([]string, 1+r.IntN(5))
	for i := range parts {
		switch r.IntN(6) {
		case 0:
			parts[i] = s.word(r, scriptLatin)
		case 1:
			parts[i] = grouped(digits(r, 3+r.IntN(4)), pick(r, " ", " ", "'", ".")) + pick(r, "", ",", ".") + digits(r, 2)
		case 2:
			parts[i] = s.withTwins(r) + pick(r, "@", ".", "-", "/", ", ", "(") + s.withTwins(r)
		default:
			parts[i] = s.withTwins(r)
		}
	}
	return strings.Join(parts, " ")
}

// withTwins returns a word with adjacent narrow letters.
func (s *Source) withTwins(r *rand.Rand) string {
	runes := []rune(s.word(r, scriptLatin))
	at := r.IntN(len(runes) + 1)
	twins := pick(r, "ll", "ll", "rn", "m", "l", "li", "il", "ii", "tt", "ff", "fi", "fl", "rr", "nn", "mm", "n", "jl",
		"lł", "ł", "ł", "t", "łt", "ół", "ot", "ał", "at", "łó", "ee", "ec", "ce", "oe", "ri", "tl", "ti", "rf", "vv",
		"w", "cl", "d", "ij", "í", "ï", "l'", "t'", "rt", "11", "1", "I", "Il")
	word := string(runes[:at]) + twins + string(runes[at:])
	if r.IntN(8) == 0 {
		word = pick(r, "(", "\"", "„", "«", "[", "|", "/") + word
	}
	if r.IntN(8) == 0 {
		word += pick(r, ")", "\"", "“", "»", "]", ",", ":", ";", ".", "!")
	}
	return word
}

// measured returns quantities with units among words, as in descriptions of goods. A figure and its unit are close,
// but separate words.
func (s *Source) measured(r *rand.Rand) string {
	parts := []string{s.said(r, scriptLatin)}
	for range 1 + r.IntN(3) {
		unit := pick(r, "h", "W", "kg", "g", "m", "l", "km", "cm", "mm", "kW", "U", "\"", "x", "un", "szt.", "ks", "pcs",
			"St.", "h.", "uur", "ore", "ud", "m²", "%", "€", "zł", "Kč", "A", "V", "°", "pz", "hrs", "i", "a", "y", "do",
			"TB", "GB")
		figure := fmt.Sprint(1 + r.IntN(pick(r, 9, 99, 999)))
		if r.IntN(5) == 0 {
			figure += pick(r, ",", ".") + digits(r, 1+r.IntN(2))
		}
		part := figure + pick(r, " ", " ", " ", "") + unit
		if r.IntN(4) == 0 {
			part = pick(r, "A4 ", "Cat6 ", "19\" ", "n.° ", "Nº ", "N° ", "DN12 ", "H13 ", "No. ", "z ", "2. ", "V2 ") + part
		}
		if r.IntN(3) == 0 {
			part = pick(r, ", ", "(", "\" ", "” ", ". ") + part + pick(r, ",", ")", "", "")
		}
		parts = append(parts, part)
	}
	if r.IntN(2) == 0 {
		parts = append(parts, s.said(r, scriptLatin))
	}
	return strings.Join(parts, pick(r, " ", ", "))
}

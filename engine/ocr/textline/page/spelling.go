package page

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/ocr/textline/ctc"
	"github.com/docmill/docmill/engine/ocr/textline/ngram"
)

// spelling chooses between the readings of doubtful words: by Bayes' rule, from what the steps show and from how
// usual the sequences of letters are.
type spelling struct{ model *ngram.Model }

// doubtful is the probability of characters below which other readings of their word are compared.
const doubtful = 0.95

// choose returns the text with the likeliest readings of its doubtful words.
func (s spelling) choose(text ctc.Text) ctc.Text {
	const maxReadings = 24
	for to := len(text.Characters); to > 0; {
		from := to
		for from > 0 && strings.TrimSpace(text.Characters[from-1].Text) != "" {
			from--
		}
		word := text.Characters[from:to]
		if isSpelled(word) {
			if best, sure := s.best(text.Readings(from, to, maxReadings)); sure > 0 {
				if best.Text != textOf(word) {
					before := len(text.Characters)
					text = text.Replace(from, to, best)
					to += len(text.Characters) - before
				}
				raise(text.Characters[from:to], sure)
			}
		}
		to = from - 1
	}
	return text
}

// isSpelled reports whether a word has a doubtful character and is mostly of letters that the model knows.
func isSpelled(word []ctc.Character) bool {
	known, foreign, digits, least := 0, 0, 0, 1.0
	for i := range word {
		c, _ := utf8.DecodeRuneInString(word[i].Text)
		switch _, ok := ngram.Symbol(c); {
		case ok:
			known++
		case unicode.IsLetter(c):
			foreign++
		case unicode.IsDigit(c):
			digits++
		}
		least = min(least, word[i].Probability)
	}
	return least < doubtful && known >= 2 && known > foreign && digits <= 1
}

// best returns the likeliest reading, and the probability that it is right if one of the readings is; 0 if there is
// none.
func (s spelling) best(readings []ctc.Reading) (best ctc.Reading, sure float64) {
	const maxSure = 0.98 // the right reading may be missing
	most, sum := 0.0, 0.0
	for _, r := range readings {
		// The root, because steps are more dependent on each other than their product presumes.
		p := r.Probability * math.Sqrt(s.usual(r.Text))
		if sum += p; p > most {
			best, most = r, p
		}
	}
	if most == 0 {
		return best, 0
	}
	return best, maxSure * most / sum
}

// usual returns how likely the words of a text are, relative to other texts: those that are longer are not less likely.
func (s spelling) usual(text string) float64 {
	const (
		unknown   = 3e-5 // names and the like, however unusual
		perLetter = 4.5  // the inverse of the probability of a letter within usual words
		digit     = 0.05 // beside letters
		sign      = 0.007
		foreign   = 0.001          // letters of other alphabets
		within    = ".,;:-()/'\"&" // signs that words may have
	)
	p, odds := 1.0, 1.0
	var word []byte
	end := func() {
		if len(word) > 0 {
			p *= max(odds*s.model.Word(word), unknown)
		}
		odds, word = 1, word[:0]
	}
	for _, c := range text {
		symbol, ok := ngram.Symbol(c)
		switch {
		case len(word) == 0 && strings.ContainsRune(elided, c): // no part of the word
			continue
		case ok:
			word = append(word, symbol)
			odds *= perLetter
			continue
		case unicode.IsLetter(c):
			p *= foreign
			continue
		case unicode.IsDigit(c):
			p *= digit
		case c != ' ' && !strings.ContainsRune(within, c):
			p *= sign
		}
		end()
	}
	end()
	return p
}

// raise raises the probabilities of a word's doubtful characters: together they are wrong as often as the word.
func raise(word []ctc.Character, sure float64) {
	n := 0.0
	for i := range word {
		if word[i].Probability < doubtful {
			n++
		}
	}
	for i := range word {
		if c := &word[i]; c.Probability < doubtful {
			c.Raised = max(1-(1-sure)/n-c.Probability, 0)
			c.Probability += c.Raised
		}
	}
}

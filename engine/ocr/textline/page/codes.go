package page

import (
	"regexp"
	"slices"

	"github.com/docmill/docmill/engine/ocr/textline/ctc"
)

// codes distinguishes the letter O from 0, l from 1, and an ordinal's small o, by the format of their word
// if the print does not.
type codes struct {
	outward, inward *regexp.Regexp // halves of a British postcode (BS 7666)
	eircode         *regexp.Regexp // an Irish one, which never has an O (Eircode Product Guide)
	company         *regexp.Regexp // "o.o." of a Polish company's form, after "z"
	zloty           *regexp.Regexp // "zł" with a letter too many
	ordinal         *regexp.Regexp // "n.º", the number sign of Spanish and Portuguese
}

func newCodes() *codes {
	return &codes{
		outward: regexp.MustCompile(`^[A-Z]{1,2}[0-9][0-9A-Z]?$`),
		inward:  regexp.MustCompile(`^O[A-Z]{2}[,.]?$`),
		eircode: regexp.MustCompile(`^[AC-FHKNPRTV-Y][0-9][0-9W][0-9AC-FHKNOPRTV-Y]{4}[,.]?$`),
		company: regexp.MustCompile(`^[0Oo]\.[0Oo]\.?,?$`),
		zloty:   regexp.MustCompile(`^(zzł|złł)$`),
		ordinal: regexp.MustCompile(`^[nN]\.?[°9]:?$`),
	}
}

// resolveCodes rewrites the characters of a line's words that contradict a code. language is the page's, or "".
func (c *codes) resolveCodes(words []span, language string) {
	before := ""
	for i := range words {
		word := words[i].characters
		text := textOf(word)
		switch {
		case c.outward.MatchString(before) && c.inward.MatchString(text):
			rewritten(&word[0], "0")
		case text == smallL && (i == 0 || !endsInFigure(before)):
			rewritten(&word[0], "1") // behind a figure it is a litre
		case c.eircode.MatchString(text):
			replaced(word, "O", "0")
		case language == "pl" && (before == "z" || before == "Z") && c.company.MatchString(text):
			replaced(word, "0", "o")
			replaced(word, "O", "o")
		case language == "pl" && endsInFigure(before) && c.zloty.MatchString(text):
			words[i].characters = slices.Delete(slices.Clone(word), 1, 2)
		case (language == "es" || language == "pt") && c.ordinal.MatchString(text):
			replaced(word, "°", "º")
			replaced(word, "9", "º")
		}
		before = text
	}
}

func endsInFigure(text string) bool {
	return text != "" && text[len(text)-1] >= '0' && text[len(text)-1] <= '9'
}

// replaced replaces all characters equal to from by to.
func replaced(word []ctc.Character, from, to string) {
	for i := range word {
		if word[i].Text == from {
			rewritten(&word[i], to)
		}
	}
}

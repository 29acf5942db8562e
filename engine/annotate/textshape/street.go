package textshape

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Street reports whether words are a street and not a name, by a word for streets or by a number after it.
func Street(words []string, next string) bool {
	for _, w := range words {
		w, numbered := unnumbered(w)
		f := recognize.Fold(strings.TrimRight(w, ".,"))
		if lexicon.Street.Has(f) && len(f) > 2 || strings.HasSuffix(f, "strasse") || strings.HasSuffix(f, "straat") ||
			strings.HasSuffix(f, "weg") || numbered && strings.HasSuffix(f, "str") {
			return !HasLegalForm(words)
		}
	}
	return recognize.CountDigits(next) > 0 && len(next) <= 5 || lexicon.NumberWord.Has(recognize.Fold(next))
}

// unnumbered returns a word without a house number attached after a dot, and whether there is one: "Hafenstr.12".
func unnumbered(w string) (name string, numbered bool) {
	if name, number, _ := strings.Cut(w, "."); number != "" && annotate.IsDigitByte(number[0]) {
		return name, true
	}
	return w, false
}

// House reports whether words are the name of a house or an estate by their first or last words: "Quay House",
// "Villa Rosa". Below a name and above a street they are part of the address.
func House(words []string) bool {
	const longest = 2 // words
	folded := recognize.FoldWords(strings.Join(words, " "))
	if len(folded) < longest {
		return false // "House" alone is not
	}
	for n := 1; n <= longest; n++ {
		first, last := strings.Join(folded[:n], " "), strings.Join(folded[len(folded)-n:], " ")
		if lexicon.HouseFirst.Has(first) || lexicon.HouseLast.Has(last) {
			return !HasLegalForm(words)
		}
	}
	return false
}

// AtHome reports whether folded words open with a phrase for "care of": "c/o Lowe", "Chez Mme Lowe".
func AtHome(folded []string) bool {
	const longest = 2 // words
	return lexicon.AtHome.Opens(folded, longest) > 0
}

// NumberedName reports whether words that end in a number are a name and not a street, because the street is below:
// "Owners of Quay Row 5", "Quay Row 5".
func NumberedName(words, below []string) bool {
	return len(words) > 0 && EndsInHouseNumber(words) && !Street(words, "") && !PostalLine(words) &&
		len(below) > 0 && EndsInHouseNumber(below) && NameLike(words[:len(words)-1])
}

// WholeAddress reports whether a line holds a street and, after a comma or dash, post code and town.
func WholeAddress(words []string) bool {
	for i := 2; i < len(words); i++ {
		if (strings.HasSuffix(words[i-1], ",") || IsSeparator(words[i-1])) && PostalLine(words[i:]) &&
			recognize.CountDigits(strings.Join(words[:i], "")) > 0 {
			return true
		}
	}
	return false
}

// IsSeparator reports whether a word is a mark that separates parts of a line.
func IsSeparator(w string) bool { return strings.Trim(w, "·•●|-–*⚫∙") == "" }

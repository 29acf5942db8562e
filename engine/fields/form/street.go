package form

import (
	"strings"

	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// Street reports whether words are a street and not a name: by a word for
// streets, or by the number that follows.
func Street(words []string, next string) bool {
	for _, w := range words {
		f := recognize.Fold(strings.TrimRight(w, ".,"))
		if lexicon.Street.Has(f) && len(f) > 2 || strings.HasSuffix(f, "strasse") || strings.HasSuffix(f, "straat") ||
			strings.HasSuffix(f, "weg") {
			return !HasLegalForm(words)
		}
	}
	return recognize.CountDigits(next) > 0 && len(next) <= 5 || lexicon.NumberWord.Has(recognize.Fold(next))
}

// WholeAddress reports whether a line holds a street and, after a comma or dash,
// post code and town.
func WholeAddress(words []string) bool {
	for i := 2; i < len(words); i++ {
		if (strings.HasSuffix(words[i-1], ",") || IsSeparator(words[i-1])) && PostalLine(words[i:]) &&
			recognize.CountDigits(strings.Join(words[:i], "")) > 0 {
			return true
		}
	}
	return false
}

// IsSeparator reports whether a word is a mark that parts what stands in a line.
func IsSeparator(w string) bool { return strings.Trim(w, "·•●|-–*⚫∙") == "" }

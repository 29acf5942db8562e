package textshape

import (
	"strings"

	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// HasLegalForm reports whether a name ends in (or nearly in) a legal form.
func HasLegalForm(words []string) bool {
	for i, w := range words {
		f := recognize.Compact(w)
		if i == 0 || !lexicon.LegalForm.Has(f) {
			continue
		}
		switch f {
		case "as", "sa", "ab", "ag", "co", "sp", "ek", "ev", "spa", "kg", "sau",
			"cie": // ambiguous unless in capitals or with dots
			if w == strings.ToLower(w) && !strings.Contains(w, ".") {
				continue
			}
		}
		return true
	}
	return false
}

// OnlyLegalForm reports whether words are a legal form without a name: "Limited", "Spółka Jawna", "GmbH & Co. KG",
// "& C. S.n.c.".
func OnlyLegalForm(words []string) bool {
	const longest = 4 // words
	if len(words) == 0 || len(words) > longest {
		return false
	}
	return lexicon.LegalForm.Has(recognize.Compact(strings.Join(words, ""))) || onlyForms(words)
}

// onlyForms reports whether words are legal forms, joined by an ampersand and the partners after it.
func onlyForms(words []string) bool {
	for i, w := range words {
		f := recognize.Compact(w)
		partners := i > 0 && joinsForms(words[i-1]) && (f == "c" || f == "cie")
		joins := joinsForms(w) && i+1 < len(words)
		if !partners && !joins && !lexicon.LegalForm.Has(f) {
			return false
		}
	}
	return true
}

func joinsForms(w string) bool { return w == "&" || w == "+" }

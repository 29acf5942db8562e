package textshape

import (
	"slices"
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

// OpensWithForm reports whether a name begins with its legal form in capitals, as in French: "SARL Lanoix".
func OpensWithForm(words []string) bool {
	const leastLetters = 3
	form := recognize.Compact(words[0])
	return len(words) > 1 && len(form) >= leastLetters && words[0] == strings.ToUpper(words[0]) &&
		lexicon.LegalForm.Has(form)
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

// Capital reports whether words hold a sum of money that may be a company's capital, with its currency, and are not
// a street: "SARL au capital de 22 500 €".
func Capital(words []string) bool {
	const leastDigits = 4
	return !Street(words, "") && slices.ContainsFunc(recognize.Amounts(words), func(a recognize.Amount) bool {
		return a.Currency != "" && recognize.CountDigits(strings.Join(words[a.First:a.Last+1], "")) >= leastDigits
	})
}

// TaxRegime reports whether words hold the code of a tax regime, which Italian invoices print among the vendor's
// data: RF01 to RF19 (FatturaPA 1.2.2, RegimeFiscale).
func TaxRegime(words []string) bool {
	const length = 4
	return slices.ContainsFunc(words, func(w string) bool {
		w = strings.Trim(w, "(),.;")
		return len(w) == length && strings.HasPrefix(w, "RF") && recognize.CountDigits(w) == length-len("RF")
	})
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

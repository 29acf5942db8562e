package annotate

import (
	"cmp"
	"strings"

	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/language"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// settleCurrency stores the document's currency. Where its word stands for another
// currency in each of several countries ("kr"), codes decide, then the countries of
// tax and account numbers, then the language; amounts with the word follow.
func (r *Document) settleCurrency(printed string) {
	r.Currency = printed
	if code := cmp.Or(r.currencyOfSign(printed), r.currencyOfLetter(printed)); code != "" {
		r.read(printed, code)
		return
	}
	shared := lexicon.SharedCurrencies(printed)
	if len(shared) == 0 {
		return
	}
	codes := map[string]bool{}
	for _, code := range shared {
		codes[code] = true
	}
	for _, find := range []func(map[string]bool) string{r.printedCode, r.currencyOfNumbers, r.currencyOfLanguage(shared)} {
		if code := find(codes); code != "" {
			r.read(printed, code)
			return
		}
	}
}

// currencyOfLetter returns the currency of the country that a page is of, where a mere letter is the
// sign of the printed one: text recognition takes the sign of rupees for an R. It is "" where nothing
// tells the country.
func (r *Document) currencyOfLetter(printed string) string {
	if !country.HasLetter(printed) || r.SpelledOut(printed) {
		return ""
	}
	return cmp.Or(r.CurrencyOfCountry(), r.currencyOfForms(country.All()), r.currencyOfPlaces(country.All()))
}

// read takes a word that stands for a printed currency for another one.
func (r *Document) read(printed, code string) {
	if printed == code {
		return
	}
	r.Currency, r.sharedWord = code, printed
	for _, f := range r.Spans {
		for i := range f.Amounts {
			if f.Amounts[i].Currency == printed {
				f.Amounts[i].Currency = r.Currency
			}
		}
	}
}

// CurrencyAt reads the i-th word as a currency, one that several countries share as
// that of the document.
func (r *Document) CurrencyAt(words []string, i int) (string, bool) {
	code, ok := CurrencyAt(words, i)
	if ok && code == r.sharedWord {
		code = r.Currency
	}
	return code, ok
}

// printedCode returns the first of some currencies whose code is printed as a word.
func (r *Document) printedCode(codes map[string]bool) string { return r.codeWithin(codes, "") }

// codeWithin is printedCode with such signs around the code.
func (r *Document) codeWithin(codes map[string]bool, signs string) (found string) {
	r.anyWord(func(w string) bool {
		if w = strings.Trim(w, signs); codes[w] {
			found = w
		}
		return found != ""
	})
	return found
}

// currencyOfNumbers returns the one of some currencies that a country of tax and account
// numbers pays in.
func (r *Document) currencyOfNumbers(codes map[string]bool) string {
	of := map[string]string{}
	for _, c := range country.All() {
		of[c.Code] = c.Currency
	}
	for _, s := range r.Layout.Segments {
		f := r.Spans[s]
		for _, c := range f.VATIDs {
			if code := of[c.Country]; codes[code] {
				return code
			}
		}
		for _, c := range f.IBANs {
			if code := of[c.Country]; codes[code] {
				return code
			}
		}
	}
	return ""
}

// currencyOfLanguage returns the currency that shared has for the document's language.
func (r *Document) currencyOfLanguage(shared map[string]string) func(map[string]bool) string {
	return func(map[string]bool) string {
		votes := language.NewVotesOfPaper()
		for _, s := range r.Layout.Segments {
			words, _ := s.Folded()
			for _, w := range words {
				votes.Add(w)
			}
		}
		best, most := "", 0.0
		for _, code := range language.Codes() { // in a fixed order
			if n := votes.For(code); shared[code] != "" && n > most {
				best, most = shared[code], n
			}
		}
		return best
	}
}

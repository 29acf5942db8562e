package annotate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/language"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// resolveCurrency stores the document's currency. If its word means different currencies in several countries
// ("kr"), codes decide, then the countries of tax and account numbers, then the language. Amounts with the word
// change accordingly.
func (r *Document) resolveCurrency(printed string) {
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

// currencyOfLetter returns the currency of the page's country if the printed one has a mere letter as its sign,
// because text recognition reads the rupee sign as an R. It returns "" if the country is unknown.
func (r *Document) currencyOfLetter(printed string) string {
	if !country.HasLetter(printed) || r.SpelledOut(printed) {
		return ""
	}
	return cmp.Or(r.CurrencyOfCountry(), r.currencyOfForms(country.All()), r.currencyOfPlaces(country.All()))
}

// read replaces the currency of a printed word.
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

// CurrencyAt reads the i-th word as a currency. One that several countries share is that of the document.
func (r *Document) CurrencyAt(words []string, i int) (string, bool) {
	code, ok := CurrencyAt(words, i)
	if ok && code == r.sharedWord {
		code = r.Currency
	}
	return code, ok
}

// printedCode returns the first of the given currencies whose code is printed as a word.
func (r *Document) printedCode(codes map[string]bool) string { return r.codeWithin(codes, "") }

// codeWithin is printedCode with the given signs around the code.
func (r *Document) codeWithin(codes map[string]bool, signs string) (found string) {
	r.anyWord(func(w string) bool {
		if w = strings.Trim(w, signs); codes[w] {
			found = w
		}
		return found != ""
	})
	return found
}

// currencyOfNumbers returns the one of the given currencies that a country of tax and account numbers has.
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

// currencyOfSign returns the meaning of a currency sign that several countries share: "$" is the Canadian dollar on
// an invoice with Canadian taxes or only Canadian addresses. It returns "" if the currency is spelled out, or
// without clear evidence.
func (r *Document) currencyOfSign(printed string) string {
	sharing := country.SharingSign(printed)
	if len(sharing) == 0 || r.SpelledOut(printed) {
		return ""
	}
	codes := map[string]bool{}
	for _, c := range sharing {
		codes[c.Currency] = c.Currency != printed
	}
	for _, find := range []func(map[string]bool) string{r.codePrinted, r.namePrinted, r.currencyOfNumbers} {
		if code := find(codes); code != "" {
			return code
		}
	}
	if code := r.currencyOfPlaces(sharing); code != "" {
		return code
	}
	return cmp.Or(r.currencyOfForms(sharing), r.currencyOfDomains(sharing))
}

// currencyOfForms returns the currency of the only country whose tax number format ("30-70918842-5") is on the page.
func (r *Document) currencyOfForms(sharing []*country.Country) string {
	found := map[string]bool{}
	for _, s := range r.Layout.Segments {
		for _, w := range s.Words {
			w = strings.Trim(w, "()[].,:;")
			for _, c := range sharing {
				if c.HasTaxNumber(w) {
					found[c.Currency] = true
				}
			}
		}
	}
	return sole(found)
}

// CurrencyOfCountry infers the currency from the only country of valid tax IDs and IBANs. If there is none, it uses
// the countries that share the dollar sign, by taxes or addresses, then the country of the named taxes. It serves
// documents that print no currency, as is usual for domestic ones.
func (r *Document) CurrencyOfCountry() string {
	of, found := map[string]string{}, map[string]bool{}
	for _, c := range country.All() {
		of[c.Code] = c.Currency
	}
	for _, f := range r.Spans {
		for _, c := range slices.Concat(f.VATIDs, f.IBANs) {
			if code := of[c.Country]; code != "" && c.Checksum == recognize.ChecksumValid {
				found[code] = true
			}
		}
	}
	if len(found) > 0 {
		return sole(found)
	}
	return cmp.Or(r.currencyOfPlaces(country.SharingSign("USD")), sole(r.taxed(country.All())))
}

// sole returns the single element of a set, or "".
func sole(found map[string]bool) string {
	for code := range found {
		if len(found) == 1 {
			return code
		}
	}
	return ""
}

// currencyOfDomains returns the currency of the only one of the countries whose code ends mail or web addresses.
func (r *Document) currencyOfDomains(sharing []*country.Country) string {
	found := map[string]bool{}
	for _, s := range r.Layout.Segments {
		for _, a := range slices.Concat(s.Emails(), s.URLs()) {
			host, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(a.Value, "https://"), "http://"), "/")
			for _, c := range sharing {
				if endsInCountry(host, c.Code) {
					found[c.Currency] = true
				}
			}
		}
	}
	return sole(found)
}

// endsInCountry reports whether a host name ends with a country's code. ".co" counts only as ".com.co".
func endsInCountry(host, code string) bool {
	name, found := strings.CutSuffix(strings.ToLower(host), "."+strings.ToLower(code))
	return found && (code != "CO" || strings.HasSuffix(name, ".com"))
}

// SpelledOut reports whether a currency is printed as more than a shared sign: "USD", "US$", "US dollars".
func (r *Document) SpelledOut(code string) bool {
	return r.anyWord(func(w string) bool {
		return strings.Contains(w, code) || country.HasOwnSign(w, code)
	}) || slices.ContainsFunc(r.Layout.Segments, func(s *layout.Segment) bool {
		return slices.ContainsFunc(namesIn(s), func(c string) bool { return c == code })
	})
}

// currencyLine returns the currency of a line that only names it: "U.S. Dollars" under a total without a sign.
func currencyLine(lay *layout.Layout) string {
	for _, s := range lay.Segments {
		if code, n := currencyName(s.Words, 0); n == len(s.Words) {
			return code
		}
	}
	return ""
}

func namesIn(s *layout.Segment) []string {
	var out []string
	for i := range s.Words {
		if code, n := currencyName(s.Words, i); n > 0 {
			out = append(out, code)
		}
	}
	return out
}

// currencyName returns the currency with a name of two or three words at index i, and the number of words, or 0.
func currencyName(words []string, i int) (code string, n int) {
	const shortest, longest = 2, 3
	for n = 1; n <= longest && i+n <= len(words) && recognize.CountDigits(words[i+n-1]) == 0; n++ {
		if n < shortest {
			continue
		}
		name := strings.Trim(strings.Join(words[i:i+n], " "), "(),:;.")
		if code, known := recognize.Currency(name); known {
			return code, n
		}
	}
	return "", 0
}

// codePrinted returns the first given currency whose code is printed, also in brackets: "Amount due (CAD)".
func (r *Document) codePrinted(codes map[string]bool) string {
	return r.codeWithin(codes, "()[].,:;/*")
}

// namePrinted returns the first of the given currencies whose name is printed: "Canadian dollars".
func (r *Document) namePrinted(codes map[string]bool) string {
	for _, s := range r.Layout.Segments {
		for _, code := range namesIn(s) {
			if codes[code] {
				return code
			}
		}
	}
	return ""
}

func (r *Document) anyWord(is func(string) bool) bool {
	for _, s := range r.Layout.Segments {
		for _, w := range s.Words {
			if is(w) {
				return true
			}
		}
	}
	return false
}

// currencyOfPlaces returns the currency of the only country whose taxes are named, or else with addresses.
func (r *Document) currencyOfPlaces(sharing []*country.Country) string {
	placed := map[string]bool{}
	for _, s := range r.Layout.Segments {
		for _, c := range sharing {
			if inCountry(s, c) {
				placed[c.Currency] = true
			}
		}
	}
	return cmp.Or(sole(r.taxed(sharing)), sole(placed))
}

// taxed returns the currencies of the countries whose taxes are named.
func (r *Document) taxed(in []*country.Country) map[string]bool {
	found := map[string]bool{}
	for _, s := range r.Layout.Segments {
		for _, w := range s.Words {
			for name := range strings.SplitSeq(strings.Trim(w, "()[].,:;"), "/") { // "TPS/TVQ"
				for _, c := range in {
					if c.HasTax(name) {
						found[c.Currency] = true
					}
				}
			}
		}
	}
	return found
}

// inCountry reports whether a line ends an address in a country, by its name or an unambiguous post code.
func inCountry(s *layout.Segment, c *country.Country) bool {
	words := make([]string, len(s.Words))
	for i, w := range s.Words {
		words[i] = strings.Trim(w, "()[].,:;")
	}
	for i := range len(words) - 1 {
		if c.HasSplitPostCode(words[i], words[i+1]) || c.HasRegion(words[i], words[i+1]) {
			return true
		}
	}
	last := len(words)
	if last > 1 && AllDigitsWord(words[last-1]) { // "Singapore 390309"
		last--
	}
	for first := max(0, last-3); first < last; first++ {
		opens := first == 0 || strings.HasSuffix(s.Words[first-1], ",") || recognize.CountDigits(words[first-1]) > 0
		if opens && c.HasName(strings.Join(words[first:last], " ")) {
			return true
		}
	}
	return false
}

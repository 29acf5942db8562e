package locale

import (
	"math/rand/v2"
)

// Country is a country and the conventions of its documents. countries_*.go hold them by language.
type Country struct {
	Code     string // ISO 3166-1 alpha-2
	weight   int    // frequency among those of its language
	Name     string // as addresses print it
	Currency string // ISO 4217
	symbols  []string
	symbolAt symbolSide
	dates    []string // forms of package time; the first is numeric
	numbers  []string // thousands separator, if any, and decimal separator
	taxNames []string
	taxRates string // percent, separated by spaces

	Towns   []string // "town" or "town/state"
	postal  []string // forms with {town} and {state}, see fill; "/" separates lines
	streets []string // forms with {street} and {no}
	Phones  []string
	domains []string
	Forms   []string // legal forms of companies
	Iban    string   // form of the IBAN after country and check digits, or ""
	account string   // form of an account number in countries without IBANs
	taxID   func(*rand.Rand) string
}

type symbolSide int

const (
	symbolBefore symbolSide = iota
	symbolAfter
	symbolEither
)

func pickCountry(r *rand.Rand, all []Country) int {
	sum := 0
	for _, l := range all {
		sum += l.weight
	}
	n := r.IntN(sum)
	for i, l := range all {
		if n -= l.weight; n < 0 {
			return i
		}
	}
	return 0
}

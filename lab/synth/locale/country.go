package locale

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/shopspring/decimal"
)

// Country is a country and the conventions of its documents; countries.json lists them by language.
type Country struct {
	Code     string // ISO 3166-1 alpha-2
	Weight   int    // frequency among those of its language
	Name     string // as addresses print it
	Currency string // ISO 4217
	Symbols  []string
	SymbolAt string   // "before" or "after" the amount, or "either"
	Dates    []string // forms of package time; the first is numeric
	Numbers  []string // thousands separator, if any, and decimal separator
	TaxNames []string
	TaxRates []decimal.Decimal // percent
	// TaxNumbers are forms of tax numbers, see taxNumber.
	TaxNumbers []string

	Towns   []string // "town" or "town/state"
	Postal  []string // forms with {town} and {state}, see fill; "/" separates lines
	Streets []string // forms with {street} and {no}
	Phones  []string
	Domains []string
	Forms   []string // legal forms of companies
	Iban    string   // form of the IBAN after country and check digits, or ""
	Account string   // form of an account number in countries without IBANs
}

// countries are the countries by language. Their order is part of what a seed gives.
//
//nolint:gochecknoglobals // read-only, read once
var countries = sync.OnceValue(func() map[string][]Country {
	all := map[string][]Country{}
	if data, err := texts.ReadFile("countries.json"); err != nil || json.Unmarshal(data, &all) != nil {
		return nil // unreachable: the file is embedded
	}
	return all
})

// Languages returns the languages of the lexicon that have countries.
func Languages() []string {
	return slices.DeleteFunc(lexicon.Codes(), func(code string) bool { return len(countries()[code]) == 0 })
}

func pickCountry(r *rand.Rand, all []Country) Country {
	sum := 0
	for _, l := range all {
		sum += l.Weight
	}
	n := r.IntN(sum)
	for _, l := range all {
		if n -= l.Weight; n < 0 {
			return l
		}
	}
	return all[0]
}

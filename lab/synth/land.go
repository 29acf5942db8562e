package synth

import (
	"math/rand/v2"
	"slices"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// land is a country and the conventions of its documents. lands_*.go hold them by language.
type land struct {
	code     string // ISO 3166-1 alpha-2
	weight   int    // frequency among those of its language
	name     string // as addresses print it
	currency string // ISO 4217
	symbols  []string
	symbolAt symbolSide
	dates    []string // forms of package time; the first is numeric
	numbers  []string // thousands separator, if any, and decimal separator
	taxNames []string
	taxRates string // percent, separated by spaces

	towns   []string // "town" or "town/state"
	postal  []string // forms with {town} and {state}, see fill; "/" separates lines
	streets []string // forms with {street} and {no}
	phones  []string
	domains []string
	forms   []string // legal forms of companies
	iban    string   // form of the IBAN after country and check digits, or ""
	account string   // form of an account number in countries without IBANs
	taxID   func(*rand.Rand) string
}

type symbolSide int

const (
	symbolBefore symbolSide = iota
	symbolAfter
	symbolEither
)

func tradeLanguages() []string {
	return slices.DeleteFunc(lexicon.Codes(), func(code string) bool { return len(lands(code)) == 0 })
}

func lands(language string) []land {
	switch language {
	case "en":
		return englishLands()
	case "de":
		return germanLands()
	case "fr":
		return frenchLands()
	case "es":
		return spanishLands()
	case "it":
		return italianLands()
	case "nl":
		return dutchLands()
	case "pt":
		return portugueseLands()
	case "pl":
		return polishLands()
	case "sv":
		return swedishLands()
	case "da":
		return danishLands()
	case "cs":
		return czechLands()
	case "sk":
		return slovakLands()
	case "hr":
		return croatianLands()
	case "sl":
		return slovenianLands()
	case "nb":
		return norwegianLands()
	case "fi":
		return finnishLands()
	case "hu":
		return hungarianLands()
	case "ro":
		return romanianLands()
	case "bg":
		return bulgarianLands()
	case "el":
		return greekLands()
	}
	return nil
}

// weighted returns the index of a random land.
func weighted(r *rand.Rand, all []land) int {
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

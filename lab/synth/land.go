package synth

import (
	"math/rand/v2"
	"slices"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// land is a country with what its documents have in common. A language's lands
// stand in lands_*.go.
type land struct {
	code     string // ISO 3166-1 alpha-2
	weight   int    // how often it is taken among those of its language
	name     string // as addresses print it
	currency string // ISO 4217
	symbols  []string
	symbolAt symbolSide
	dates    []string // forms of package time; the first is in digits
	numbers  []string // what parts thousands, if anything, and then the point
	taxNames []string
	taxRates string // percent, spaces between

	towns   []string // "town" or "town/state"
	postal  []string // forms with {town} and {state}, see fill; "/" parts lines
	streets []string // forms with {street} and {no}
	phones  []string
	domains []string
	forms   []string // legal forms of companies
	iban    string   // form of the account within the bank system, "" where IBANs are not used
	account string   // form of an account number where IBANs are not used
	taxID   func(*rand.Rand) string
}

type symbolSide int

const (
	symbolBefore symbolSide = iota
	symbolAfter
	symbolEither
)

// tradeLanguages are the languages of the lexicon that lands are known of.
func tradeLanguages() []string {
	return slices.DeleteFunc(lexicon.Codes(), func(code string) bool { return len(lands(code)) == 0 })
}

// lands gives the countries of a language, none for a language without any.
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

// weighted gives the index of a land.
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

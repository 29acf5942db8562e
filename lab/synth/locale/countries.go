package locale

import (
	"slices"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// Languages returns the languages of the lexicon that have countries.
func Languages() []string {
	return slices.DeleteFunc(lexicon.Codes(), func(code string) bool { return len(countriesOf(code)) == 0 })
}

// countriesOf returns the countries of a language. The order is part of what a seed gives.
func countriesOf(language string) []Country {
	countries, ok := map[string]func() []Country{
		"en": englishCountries, "de": germanCountries, "fr": frenchCountries, "es": spanishCountries,
		"it": italianCountries, "nl": dutchCountries, "pt": portugueseCountries, "pl": polishCountries,
		"sv": swedishCountries, "da": danishCountries, "cs": czechCountries, "sk": slovakCountries, "hr": croatianCountries,
		"sl": slovenianCountries, "nb": norwegianCountries, "fi": finnishCountries, "hu": hungarianCountries,
		"ro": romanianCountries, "bg": bulgarianCountries, "el": greekCountries,
	}[language]
	if !ok {
		return nil
	}
	return countries()
}

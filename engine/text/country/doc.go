// Package country holds country-specific formats: VAT identification numbers and their check digits, account numbers,
// currencies, post codes and their position in an address line, regions, company forms, the order of dates, and
// address words used to correct misread ones. The data is one file per country under data (data/README.md explains how
// to add one). General code asks for a rule and never for a country by name.
package country

import "slices"

// Country is the data of one country.
type Country struct {
	Code       string // ISO 3166-1 alpha-2, in capitals
	Currency   string // ISO 4217
	MonthFirst bool   // numeric dates begin with the month
	Companies  []Company

	sign           string // of its currency, if other currencies share it
	bareAccounts   bool   // account numbers are printed as IBANs without the country's code
	names          []string
	taxes          []string // names that no other country uses
	posts          []post
	vat            map[string]vatNumber // by prefix
	taxNumbers     []string             // forms of tax numbers without a prefix
	nationals      []national           // forms of tax numbers with check digits and no prefix
	regions        []string             // as addresses abbreviate them, in capitals
	provinces      []string             // as addresses print them below the town, folded
	postLabels     []string             // labels of a post code, folded
	postMarks      []string             // signs printed directly before a post code
	numbers        []string             // prefixes of tax and registration numbers, in small letters
	receiptNumbers []string             // those that occur alone in a receipt's address
	spelling       []string             // in capitals
}

// Company is a company form of two words, in capitals: "SDN BHD".
type Company struct {
	First, Last string
	// Distinct reports that the form is unambiguous: nothing but Last follows First, and little but First precedes
	// Last.
	Distinct bool
	Short    string // the form as one word, or ""
}

// All returns the countries sorted by code.
func All() []*Country { return loaded().all }

// MonthFirst reports whether a country with this currency (ISO 4217) writes the month first.
func MonthFirst(currency string) bool {
	return slices.ContainsFunc(loaded().all, func(c *Country) bool { return c.MonthFirst && c.Currency == currency })
}

// Companies returns all company forms of two words.
func Companies() []Company { return loaded().companies }

// Spelled reports whether a word in capitals is common in addresses and names of some country. Spellings returns all
// such words.
func Spelled(word string) bool { return loaded().spelled[word] }

// Spellings returns the words of Spelled, sorted.
func Spellings() []string { return loaded().spellings }

// StartsNumber reports whether a text in small letters begins with a prefix of tax or registration numbers of some
// country.
func StartsNumber(text string) bool { return startsWithAny(text, loaded().numbers) }

// StartsReceiptNumber is StartsNumber for prefixes that occur in the address at the head of a receipt.
func StartsReceiptNumber(text string) bool { return startsWithAny(text, loaded().receiptNumbers) }

func startsWithAny(text string, starts []string) bool {
	return slices.ContainsFunc(starts, func(s string) bool { return len(text) >= len(s) && text[:len(s)] == s })
}

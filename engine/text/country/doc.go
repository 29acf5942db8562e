// Package country knows what hangs on a country's law and post rather than on a
// language: VAT identification numbers and their check digits, accounts and
// currencies, the forms of post codes and where they stand, states, forms of
// companies, the order of dates, and words of addresses by which misread ones
// are put right. It is data, one file per country under data; general code asks
// for a rule and never for a country by its name. data/README.md says how to
// add one.
package country

import "slices"

// Country is one country's entry.
type Country struct {
	Code       string // ISO 3166-1 alpha-2, in capitals
	Currency   string // ISO 4217
	MonthFirst bool   // dates in digits begin with the month
	Companies  []Company

	sign           string // of its currency, where other countries have it, too
	bareAccounts   bool   // account numbers are printed as IBANs without the country's code
	names          []string
	taxes          []string // names of those that no other country has
	posts          []post
	vat            map[string]vatNumber // by prefix
	taxNumbers     []string             // forms of tax numbers without a prefix
	nationals      []national           // forms of those that have check digits
	regions        []string             // as addresses abbreviate them, in capitals
	provinces      []string             // as addresses print them below the town, folded
	postLabels     []string             // words in front of a post code, folded
	postMarks      []string             // signs that a post code is glued to
	numbers        []string             // what tax and registration numbers begin with, in small letters
	receiptNumbers []string             // those of them that stand alone in a receipt's address
	spelling       []string             // in capitals
}

// Company is a country's form of company of two words, in capitals: "SDN BHD".
type Company struct {
	First, Last string
	// Distinct says that nothing but Last stands behind First, and little but
	// First in front of Last.
	Distinct bool
	Short    string // one word for both, "" where there is none
}

// All returns the countries in the order of their codes.
func All() []*Country { return loaded().all }

// MonthFirst reports whether some country that pays in a currency (ISO 4217)
// writes the month first.
func MonthFirst(currency string) bool {
	return slices.ContainsFunc(loaded().all, func(c *Country) bool { return c.MonthFirst && c.Currency == currency })
}

// Companies returns all forms of companies of two words.
func Companies() []Company { return loaded().companies }

// Spelled reports whether a word in capitals is one that addresses and names of
// some country often have; Spellings returns all of them.
func Spelled(word string) bool { return loaded().spelled[word] }

// Spellings returns the words of Spelled, sorted.
func Spellings() []string { return loaded().spellings }

// StartsNumber reports whether a text in small letters begins with what
// announces a tax or registration number in some country.
func StartsNumber(text string) bool { return startsWithAny(text, loaded().numbers) }

// StartsReceiptNumber is StartsNumber for those that stand in the address of a
// receipt's head.
func StartsReceiptNumber(text string) bool { return startsWithAny(text, loaded().receiptNumbers) }

func startsWithAny(text string, starts []string) bool {
	return slices.ContainsFunc(starts, func(s string) bool { return len(text) >= len(s) && text[:len(s)] == s })
}

package lexicon

import (
	"slices"
	"sync"
)

// Vote is what a phrase says for a type of document (result.DocumentType), or
// against it where it is negative.
type Vote struct {
	Type   string
	Weight float64
}

// ColumnHeadings returns the headings of columns of items and transactions, with
// the name of the column: "unitPrice".
func ColumnHeadings() *Phrases[string] { return columns() }

// LedgerHeadings returns the headings over the amounts of bank statements, with
// the name of the column: "debit", "credit", "amount" or "balance".
func LedgerHeadings() *Phrases[string] { return ledger() }

// PartyHeadings returns the headings of the blocks of companies and persons, with
// the part that they play: "vendor", "customer", "shipping" or "other".
func PartyHeadings() *Phrases[string] { return parties() }

// TypeVotes returns the phrases that speak for types of documents.
func TypeVotes() *Phrases[Vote] { return votes() }

// Month returns the number of a month by its folded name or abbreviation, 0 for
// other words.
func Month(word string) int {
	number, _ := months().find(word)
	return number
}

// Synonym returns the one word for those that labels use alike, else the folded
// word itself.
func Synonym(word string) string {
	s := synonyms()
	if n, ok := s.numbers.find(word); ok {
		return s.words[n]
	}
	return word
}

// CurrencyName returns the ISO 4217 code of a currency by the word or
// abbreviation that is printed for it, one of them where several share the word.
func CurrencyName(word string) (code string, known bool) {
	meanings, known := currencies()[word]
	if !known {
		return "", false
	}
	return meanings[0].code, true
}

// SharedCurrencies returns the currencies (ISO 4217) that are printed with a word of the
// given one, by language: "kr" is another currency in each country. It is empty for
// a currency that shares no word.
func SharedCurrencies(code string) map[string]string {
	shared := map[string]string{}
	for _, meanings := range currencies() {
		if len(meanings) < 2 || !slices.ContainsFunc(meanings, func(m meaning) bool { return m.code == code }) {
			continue
		}
		for _, m := range meanings {
			shared[m.language] = m.code
		}
	}
	return shared
}

// meaning is the currency (ISO 4217) that a word stands for in a language.
type meaning struct{ language, code string }

// All are read once, then not changed.
//
//nolint:gochecknoglobals // see above
var (
	columns = headings(sectionColumns)
	ledger  = headings(sectionLedger)
	parties = headings(sectionParties)

	votes = sync.OnceValue(func() *Phrases[Vote] {
		r := section(sectionTypes)
		return readPhrases(r, r.vote)
	})

	months = sync.OnceValue(func() table { return section(sectionMonths).table() })

	synonyms = sync.OnceValue(func() synonymTable {
		r := section(sectionSynonyms)
		return synonymTable{r.table(), r.texts()}
	})

	currencies = sync.OnceValue(func() map[string][]meaning {
		index := map[string][]meaning{}
		each("currencies", func(language string, g Group) {
			for _, p := range g.Phrases {
				index[p] = append(index[p], meaning{language, g.Name})
			}
		})
		return index
	})
)

// synonymTable has the numbers of the words that stand for others.
type synonymTable struct {
	numbers table
	words   []string
}

// headings reads a section of headings when they are first asked for.
func headings(number int) func() *Phrases[string] {
	return sync.OnceValue(func() *Phrases[string] {
		r := section(number)
		return readPhrases(r, r.text)
	})
}

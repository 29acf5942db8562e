package lexicon

import (
	"slices"
	"sync"
)

// Vote is the weight of a phrase for a document type (result.DocumentType). A negative weight is evidence against it.
type Vote struct {
	Type   string
	Weight float64
}

// ColumnHeadings returns the column headings of items and transactions with the column's name: "unitPrice".
func ColumnHeadings() *Phrases[string] { return columns() }

// LedgerHeadings returns the headings of amounts on bank statements with the column's name: "debit", "credit",
// "amount" or "balance".
func LedgerHeadings() *Phrases[string] { return ledger() }

// PartyHeadings returns the headings of party blocks with the party's role: "vendor", "customer", "shipping" or
// "other".
func PartyHeadings() *Phrases[string] { return parties() }

// TypeVotes returns the phrases that are evidence for document types.
func TypeVotes() *Phrases[Vote] { return votes() }

// Month returns the number of a month by its folded name or abbreviation, or 0 for other words.
func Month(word string) int {
	number, _ := months().find(word)
	return number
}

// Synonym returns the canonical word for synonyms in labels, or the folded word itself.
func Synonym(word string) string {
	s := synonyms()
	if n, ok := s.numbers.find(word); ok {
		return s.words[n]
	}
	return word
}

// CurrencyName returns the ISO 4217 code of a currency by its printed word or abbreviation. If several currencies
// share the word, it returns one of them.
func CurrencyName(word string) (code string, known bool) {
	meanings, known := currencies()[word]
	if !known {
		return "", false
	}
	return meanings[0].code, true
}

// SharedCurrencies returns the currencies (ISO 4217) that share a printed word with the given one, by language: "kr"
// is a different currency in each country. It is empty for a currency that shares no word.
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

type meaning struct{ language, code string }

// All are read once and then not changed.
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

// synonymTable maps synonyms to the numbers of canonical words.
type synonymTable struct {
	numbers table
	words   []string
}

// headings returns a function that reads a section at its first call.
func headings(number int) func() *Phrases[string] {
	return sync.OnceValue(func() *Phrases[string] {
		r := section(number)
		return readPhrases(r, r.text)
	})
}

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
func Month(word string) int { return months()[word] }

// Synonym returns the one word for those that labels use alike, else the folded
// word itself.
func Synonym(word string) string {
	if one, ok := synonyms()[word]; ok {
		return one
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

// All are built once, then only read.
//
//nolint:gochecknoglobals // see above
var (
	columns = sync.OnceValue(func() *Phrases[string] { return named("columns", columnNames()) })
	ledger  = sync.OnceValue(func() *Phrases[string] { return named("ledger", ledgerNames()) })
	parties = sync.OnceValue(func() *Phrases[string] { return named("parties", partyNames()) })

	votes = sync.OnceValue(func() *Phrases[Vote] {
		x := newPhrases[Vote](1000)
		each("types", func(_ string, g Group) {
			for _, p := range g.Phrases {
				phrase := Fold(p)
				if !slices.ContainsFunc(x.entries[phrase], func(o Vote) bool { return o.Type == g.Name }) {
					x.add(phrase, Vote{g.Name, g.Weight})
				}
			}
		})
		return x
	})

	months = sync.OnceValue(func() map[string]int {
		index := map[string]int{}
		each("dates", func(_ string, g Group) {
			if month := slices.Index(monthNames(), g.Name) + 1; month > 0 {
				for _, p := range g.Phrases {
					index[Fold(p)] = month
				}
			}
		})
		return index
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

	synonyms = sync.OnceValue(func() map[string]string {
		index := map[string]string{}
		each("synonyms", func(_ string, g Group) {
			for _, p := range g.Phrases {
				index[Fold(p)] = g.Name
			}
		})
		return index
	})
)

// named reads the groups of a kind of file that have one of the names; a phrase
// means what the first group says that holds it.
func named(kind string, names []string) *Phrases[string] {
	x := newPhrases[string](1000)
	each(kind, func(_ string, g Group) {
		if !slices.Contains(names, g.Name) {
			return
		}
		for _, p := range g.Phrases {
			if phrase := Fold(p); x.entries[phrase] == nil {
				x.add(phrase, g.Name)
			}
		}
	})
	return x
}

func columnNames() []string {
	return []string{
		"position", "code", "description", "date", "quantity", "priceBase", "unit", "unitPrice", "discount", "taxRate",
		"taxAmount",
		"amount", "gross", "balance", "debit", "credit",
	}
}

func ledgerNames() []string { return []string{"debit", "credit", "amount", "balance"} }

func partyNames() []string { return []string{"vendor", "customer", "shipping", "other"} }

func monthNames() []string {
	return []string{
		"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
		"december",
	}
}

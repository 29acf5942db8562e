package lexicon

import (
	"maps"
	"slices"
)

// BuildIndex returns the embedded index of the word files: all phrases folded, joined, weighted and sorted, so a
// process does not repeat this at each start. The result is deterministic.
func BuildIndex() ([]byte, error) {
	halves := buildHalves()
	pairs := pairsOf(halves)
	parts := [sections]func(w *indexWriter){
		sectionLabels:     func(w *indexWriter) { writePhrases(w, buildLabels(pairs), w.term) },
		sectionStatements: func(w *indexWriter) { writePhrases(w, buildStatementLabels(), w.term) },
		sectionPairs:      func(w *indexWriter) { writePairs(w, halves) },
		sectionColumns:    func(w *indexWriter) { writePhrases(w, groupsNamed("columns", columnNames()), w.text) },
		sectionLedger:     func(w *indexWriter) { writePhrases(w, groupsNamed("ledger", ledgerNames()), w.text) },
		sectionParties:    func(w *indexWriter) { writePhrases(w, groupsNamed("parties", partyNames()), w.text) },
		sectionTypes:      func(w *indexWriter) { writePhrases(w, buildVotes(), w.vote) },
		sectionMonths:     func(w *indexWriter) { w.table(buildMonths()) },
		sectionSynonyms:   writeSynonyms,
		sectionLists:      writeLists,
	}
	whole := indexWriter{}
	for _, write := range parts {
		part := indexWriter{}
		if write(&part); part.err != nil {
			return nil, part.err
		}
		whole.text(string(part.out))
	}
	return whole.out, nil
}

// groupsNamed reads the groups with one of the names from files of a kind. The first group that has a phrase defines
// its meaning.
func groupsNamed(kind string, names []string) *phraseMap[string] {
	x := newPhraseMap[string]()
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

func buildVotes() *phraseMap[Vote] {
	x := newPhraseMap[Vote]()
	each("types", func(_ string, g Group) {
		for _, p := range g.Phrases {
			phrase := Fold(p)
			if !slices.ContainsFunc(x.entries[phrase], func(o Vote) bool { return o.Type == g.Name }) {
				x.add(phrase, Vote{g.Name, g.Weight})
			}
		}
	})
	return x
}

func buildMonths() map[string]int {
	numbers := map[string]int{}
	each("dates", func(_ string, g Group) {
		if month := slices.Index(monthNames(), g.Name) + 1; month > 0 {
			for _, p := range g.Phrases {
				numbers[Fold(p)] = month
			}
		}
	})
	return numbers
}

func writeSynonyms(w *indexWriter) {
	numbers := map[string]int{}
	var words []string
	each("synonyms", func(_ string, g Group) {
		n := slices.Index(words, g.Name)
		if n < 0 {
			n = len(words)
			words = append(words, g.Name)
		}
		for _, p := range g.Phrases {
			numbers[Fold(p)] = n
		}
	})
	w.table(numbers)
	writeList(w, words, w.text)
}

func writeLists(w *indexWriter) {
	masks := map[string]mask{}
	var all [lists][]string
	for l, s := range sources() {
		each(s.kind, func(_ string, g Group) {
			if g.Name != s.group {
				return
			}
			for _, p := range g.Phrases {
				word := List(l).fold(p)
				if !masks[word].has(List(l)) {
					masks[word] = masks[word].with(List(l))
					all[l] = append(all[l], word)
				}
			}
		})
	}
	different := slices.Compact(slices.SortedFunc(maps.Values(masks), mask.compare))
	numbers := map[string]int{}
	for word, m := range masks {
		numbers[word], _ = slices.BinarySearchFunc(different, m, mask.compare)
	}
	w.table(numbers)
	writeList(w, different, w.mask)
	for _, words := range all {
		slices.Sort(words)
		writeList(w, words, w.text)
	}
}

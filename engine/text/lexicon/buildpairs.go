package lexicon

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

func buildHalves() []half {
	halves := map[string]half{}
	each("pairs", func(_ string, g Group) {
		heads, marks := uint16(0), uint16(0)
		for i, pairing := range pairings() {
			if slices.Contains(pairing.heads, g.Name) {
				heads |= 1 << i
			}
			if slices.Contains(pairing.marks, g.Name) {
				marks |= 1 << i
			}
		}
		for _, phrase := range g.Phrases {
			text := Fold(phrase)
			h := halves[text]
			halves[text] = half{text, h.heads | heads, h.marks | marks}
		}
	})
	return slices.SortedFunc(maps.Values(halves), func(a, b half) int { return cmp.Compare(a.text, b.text) })
}

func writePairs(w *indexWriter, all []half) {
	numbers, joined, opening := map[string]int{}, map[string]int{}, map[string]int{}
	var sharing [][]int
	most, longest := 0, 0
	for i, h := range all {
		numbers[h.text] = i
		key := strings.ReplaceAll(h.text, " ", "")
		n, ok := joined[key]
		if !ok {
			n = len(sharing)
			joined[key], sharing = n, append(sharing, nil)
		}
		sharing[n] = append(sharing[n], i)
		first, _, _ := strings.Cut(h.text, " ")
		words := strings.Count(h.text, " ") + 1
		opening[first] = max(opening[first], words)
		most, longest = max(most, words), max(longest, len(key))
	}
	writeList(w, all, w.half)
	w.table(numbers)
	w.table(joined)
	writeList(w, sharing, func(list []int) { writeList(w, list, w.writeNumber) })
	w.table(opening)
	w.writeNumber(most)
	w.writeNumber(longest)
}

// pairsOf builds pairs in the form that the index has.
func pairsOf(all []half) *pairs {
	w := indexWriter{}
	writePairs(&w, all)
	return readPairs(&indexReader{string(w.out)})
}

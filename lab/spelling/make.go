package spelling

import (
	"fmt"
	"maps"
	"slices"

	"github.com/docmill/docmill/engine/ocr/textline/accent"
)

// Make counts the words of all sources and returns the trees of each language.
func Make(roots Roots) ([]accent.Language, error) {
	english, err := helpWords(roots.Packages, "en-US")
	if err != nil {
		return nil, fmt.Errorf("spelling: %w", err)
	}
	var out []accent.Language
	for _, s := range Sources() {
		words, err := s.words(roots, english) // some pages are untranslated
		if err != nil {
			return nil, fmt.Errorf("spelling: %w", err)
		}
		out = append(out, accent.Language{Code: s.Code, Trees: trees(words, s.minShare)})
	}
	return out, nil
}

// trees returns the trees of a language's words by base letter. least is the minimum information of a node.
func trees(words map[string]float64, least float64) []accent.Tree {
	var out []accent.Tree
	all := families(words)
	for _, plain := range slices.Sorted(maps.Keys(all)) {
		accents := all[plain]
		root := grow(words, plain, accents)
		even := make([]float64, len(accents)+1)
		for i := range even {
			even[i] = 1 / float64(len(even))
		}
		root.estimate(even)
		root.prune(least)
		out = append(out, root.tree(plain, accents))
	}
	return out
}

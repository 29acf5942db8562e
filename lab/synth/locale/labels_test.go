package locale

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// The vocabularies do not repeat phrases of the lexicon.
func TestVocabularyLabelsNotInLexicon(t *testing.T) {
	t.Parallel()
	for _, language := range Languages() {
		v := vocabulary{}
		v.readFiles("vocabulary", func(name string) bool {
			return name == language || strings.HasPrefix(name, language+"-")
		})
		for _, s := range labelSources() {
			if s.wide {
				continue
			}
			known := s.phrases(language)
			for _, way := range v[s.key] {
				if slices.Contains(known, way) {
					t.Errorf("%s: %q of %s is in the lexicon", language, way, s.key)
				}
			}
		}
	}
}

// Listed designs draw their labels from the lexicon.
func TestLabelsFromLexicon(t *testing.T) {
	t.Parallel()
	for _, language := range Languages() {
		words := vocabularies()[language]
		for _, s := range labelSources() {
			if s.wide {
				continue
			}
			for _, phrase := range s.phrases(language) {
				if !slices.Contains(words[s.key], phrase) {
					t.Errorf("%s: no document says %q for %s", language, phrase, s.key)
				}
			}
		}
	}
}

// Month names come from the lexicon, unless documents print different ones.
func TestVocabularyMonthsNotInLexicon(t *testing.T) {
	t.Parallel()
	for _, language := range Languages() {
		own, known := vocabulary{}, vocabulary{}
		own.readFiles("vocabulary", func(name string) bool { return name == language })
		known.completeMonths(language)
		for _, key := range []string{"months", "monthsShort"} {
			if slices.Equal(own[key], known[key]) {
				t.Errorf("%s: the lexicon has the same %s", language, key)
			}
		}
	}
}

// A key is listed in labels.txt if one group of the lexicon has most of its words. Exceptions are receipts,
// statements, negatives and the documents of one country.
func TestLexiconGroupLabels(t *testing.T) {
	t.Parallel()
	named := map[string]bool{}
	for _, s := range labelSources() {
		named[s.key] = true
	}
	ways, held := map[string]int{}, map[string]map[string]int{}
	for _, language := range Languages() {
		v, groups := vocabulary{}, groupsOf(language)
		v.readFiles("vocabulary", func(name string) bool {
			return name == language || strings.HasPrefix(name, language+"-")
		})
		for key := range v {
			if ownWords(key) {
				continue
			}
			ways[key] += len(v[key])
			if held[key] == nil {
				held[key] = map[string]int{}
			}
			for _, way := range v[key] {
				for group := range groups[way] {
					held[key][group]++
				}
			}
		}
	}
	for key, groups := range held {
		for group, n := range groups {
			if 2*n > ways[key] && !named[key] {
				t.Errorf("%s: %s has %d of %d words", key, group, n, ways[key])
			}
		}
	}
}

// ownWords reports whether a key is unrelated to labels of the lexicon: for other kinds of papers, for one country, or
// for month names.
func ownWords(key string) bool {
	variant := key[strings.LastIndexByte(key, '.')+1:]
	return len(variant) == len("CH") && variant == strings.ToUpper(variant) ||
		slices.ContainsFunc([]string{"till-", "bank-", "look-", "months"},
			func(p string) bool { return strings.HasPrefix(key, p) })
}

// groupsOf returns the groups of labels, columns, parties and types that have a phrase.
func groupsOf(language string) map[string]map[string]bool {
	groups := map[string]map[string]bool{}
	for _, kind := range []string{"labels", "columns", "parties", "types"} {
		for _, g := range lexicon.Groups(language, kind) {
			for _, p := range g.Phrases {
				if groups[p] == nil {
					groups[p] = map[string]bool{}
				}
				groups[p][kind+"/"+g.Name] = true
			}
		}
	}
	return groups
}

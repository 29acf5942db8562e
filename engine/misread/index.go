package misread

import (
	"cmp"
	"maps"
	"slices"
)

// LeastWord is the length in letters from which a word is recognised with one
// of them wrong, missing or too many. Shorter ones are too like others.
const LeastWord = 5

// Index finds the word of a vocabulary that a misread one is near to. It knows
// what is left of each word when one letter is struck out: two words one letter
// apart share such a rest (Garbe, Symmetric Delete spelling correction, 2012). It
// keeps hashes of the rests alone, eight bytes each, for there are some ten times as
// many as words, and looks at the words themselves. It is safe for concurrent use.
type Index struct {
	words []string // sorted
	rests []rest   // sorted
}

// rest is the hash of what is left of a word.
type rest struct{ hash, word uint32 }

func compareRests(a, b rest) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.word, b.word))
}

// NewIndex indexes the words that have at least LeastWord letters.
func NewIndex(words map[string]bool) *Index {
	x := &Index{words: slices.Sorted(maps.Keys(words))}
	x.words = slices.DeleteFunc(x.words, func(w string) bool { return len(w) < LeastWord })
	for k, w := range x.words {
		for i := whole; i < len(w); i++ {
			x.rests = append(x.rests, rest{hashWithout(w, i), uint32(k)}) //nolint:gosec // a vocabulary is small
		}
	}
	slices.SortFunc(x.rests, compareRests)
	x.rests = slices.Clip(slices.Compact(x.rests)) // "total" without either l
	return x
}

// whole stands for no letter struck out.
const whole = -1

// hashWithout is the hash of a word less its i-th letter (FNV-1a, 32 bits).
func hashWithout(w string, i int) uint32 {
	const basis, prime = 2166136261, 16777619
	h := uint32(basis)
	for k := range len(w) {
		if k != i {
			h = (h ^ uint32(w[k])) * prime
		}
	}
	return h
}

// Nearest returns the one word that is Near, or w itself if it is one; false if
// there is none or more than one, or w is shorter than LeastWord.
func (x *Index) Nearest(w string) (word string, ok bool) {
	if len(w) < LeastWord {
		return "", false
	}
	if _, known := slices.BinarySearch(x.words, w); known {
		return w, true
	}
	found := ""
	for i := whole; i < len(w); i++ {
		hash := hashWithout(w, i)
		at, _ := slices.BinarySearchFunc(x.rests, rest{hash: hash}, compareRests)
		for ; at < len(x.rests) && x.rests[at].hash == hash; at++ {
			switch near := x.words[x.rests[at].word]; {
			case !Near(w, near) || found == near:
			case found != "":
				return "", false
			default:
				found = near
			}
		}
	}
	return found, found != ""
}

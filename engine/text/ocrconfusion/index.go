package ocrconfusion

import (
	"math/bits"
	"slices"
	"strings"
)

// MinWordLetters is the minimum length of a word that is recognized with one letter wrong, missing or extra. Shorter
// words have too many neighbors.
const MinWordLetters = 5

// Index finds the word of a vocabulary closest to a misread one. It stores each word with one letter deleted: two
// words one letter apart share such a remainder (Garbe, Symmetric Delete spelling correction, 2012). It stores only
// hashes of the remainders, eight bytes each, because there are about ten times as many as words, and verifies the
// words. It is safe for concurrent use.
type Index struct {
	words  []string
	starts []uint32    // the first remainder of each bucket, and the end of the last one
	rests  []remainder // by bucket
	shift  int         // of a hash to its bucket
}

// remainder is the hash of a word with one letter deleted.
type remainder struct{ hash, word uint32 }

// NewIndex indexes the words that have at least MinWordLetters letters. It distributes the remainders by counting,
// without sorting, because every process that reads a scan builds an index.
func NewIndex(words map[string]bool) *Index {
	x := &Index{}
	total := 0
	for w := range words {
		total += len(w) + 2
	}
	all := make([]remainder, 0, total)
	for w := range words {
		if len(w) < minOutlineLetters {
			continue
		}
		number := uint32(len(x.words)) //nolint:gosec // a vocabulary is small
		if len(w) >= MinWordLetters {
			for i := wholeWord; i < len(w); i++ {
				all = append(all, remainder{hashWithout(w, i), number})
			}
		}
		all = append(all, remainder{hashWithout(outline(w), wholeWord), number})
		x.words = append(x.words, w)
	}
	const perBucket = 4
	width := bits.Len(uint(len(all) / perBucket))
	x.shift, x.starts, x.rests = 32-width, make([]uint32, 1<<width+1), make([]remainder, len(all))
	for _, r := range all {
		x.starts[x.bucket(r.hash)+1]++
	}
	for i := 1; i < len(x.starts); i++ {
		x.starts[i] += x.starts[i-1]
	}
	next := slices.Clone(x.starts)
	for _, r := range all {
		at := &next[x.bucket(r.hash)]
		x.rests[*at] = r
		*at++
	}
	return x
}

func (x *Index) bucket(hash uint32) uint32 { return hash >> x.shift }

// with calls visit with each word that has a remainder with this hash, until visit returns false.
func (x *Index) with(hash uint32, visit func(word string) (goOn bool)) {
	b := x.bucket(hash)
	for _, r := range x.rests[x.starts[b]:x.starts[b+1]] {
		if r.hash == hash && !visit(x.words[r.word]) {
			return
		}
	}
}

// wholeWord means that no letter is deleted.
const wholeWord = -1

// hashWithout returns the hash of a word without its i-th letter (FNV-1a, 32 bits).
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

// Nearest returns w if it is in the vocabulary, else the only word that is Near, else the only word with w's outline.
// It returns false if there is none or more than one.
func (x *Index) Nearest(w string) (word string, ok bool) {
	if len(w) < MinWordLetters {
		return x.outlined(w)
	}
	known, rivals, found := false, false, ""
	x.with(hashWithout(w, wholeWord), func(word string) bool {
		known = word == w
		return !known
	})
	if known {
		return w, true
	}
	for i := wholeWord; i < len(w) && !rivals; i++ {
		x.with(hashWithout(w, i), func(near string) bool {
			if len(near) >= MinWordLetters && Near(w, near) && near != found {
				rivals, found = found != "", near
			}
			return !rivals
		})
	}
	switch {
	case rivals:
		return "", false
	case found == "":
		return x.outlined(w)
	}
	return found, true
}

// minOutlineLetters is the minimum length of a word that is recognized by its outline.
const minOutlineLetters = 3

// outlined returns w if it is in the vocabulary, else the only word with its outline.
func (x *Index) outlined(w string) (word string, ok bool) {
	if len(w) < minOutlineLetters {
		return "", false
	}
	of, rivals, found := outline(w), false, ""
	x.with(hashWithout(of, wholeWord), func(word string) bool {
		switch {
		case word == w:
			rivals, found = false, w
			return false
		case outline(word) == of && word != found: // a word that is its own outline is visited twice
			rivals, found = found != "", word
		}
		return true
	})
	if rivals {
		return "", false
	}
	return found, found != ""
}

// outline merges letters that look alike or touch in small print: "iva" and "lva", "steuernummer" and "steuemummer"
// have the same outline.
func outline(w string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(w, "rn", "m"), "vv", "w"), "l", "i")
}

package ocrconfusion

import (
	"math/bits"
	"slices"
	"strings"
)

// LeastWord is the length in letters from which a word is recognised with one
// of them wrong, missing or too many. Shorter ones are too like others.
const MinWordLetters = 5

// Index finds the word of a vocabulary that a misread one is near to. It knows
// what is left of each word when one letter is struck out: two words one letter
// apart share such a rest (Garbe, Symmetric Delete spelling correction, 2012). It
// keeps hashes of the rests alone, eight bytes each, for there are some ten times as
// many as words, and looks at the words themselves. It is safe for concurrent use.
type Index struct {
	words  []string
	starts []uint32    // where each bucket of rests begins, and where the last one ends
	rests  []remainder // by bucket
	shift  int         // of a hash to its bucket
}

// rest is the hash of what is left of a word.
type remainder struct{ hash, word uint32 }

// NewIndex indexes the words that have at least LeastWord letters. Every process that
// reads a scan makes one: the rests are counted and dealt out, not sorted.
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

// bucket returns the number of a hash's bucket.
func (x *Index) bucket(hash uint32) uint32 { return hash >> x.shift }

// with calls visit with the words of which something is left that has the hash, until
// visit is false.
func (x *Index) with(hash uint32, visit func(word string) (goOn bool)) {
	b := x.bucket(hash)
	for _, r := range x.rests[x.starts[b]:x.starts[b+1]] {
		if r.hash == hash && !visit(x.words[r.word]) {
			return
		}
	}
}

// whole stands for no letter struck out.
const wholeWord = -1

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

// Nearest returns the one word that is Near or, if none is, the one that has w's
// outline; w itself if it is one; false if there is none or more than one.
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
			if Near(w, near) && near != found {
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

// leastOutline is the length in letters from which a word is recognised by its outline.
const minOutlineLetters = 3

// outlined returns the one word of the outline of w, or w itself if it is one.
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
		case outline(word) == of:
			rivals, found = found != "", word
		}
		return true
	})
	if rivals {
		return "", false
	}
	return found, found != ""
}

// outline is a folded word as it looks in small print, where strokes are alike and
// letters touch: "iva" and "lva", "steuernummer" and "steuemummer" have one.
func outline(w string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(w, "rn", "m"), "vv", "w"), "l", "i")
}

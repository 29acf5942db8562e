package misread

import "slices"

// LeastWord is the length in letters from which a word is recognised with one
// of them wrong, missing or too many. Shorter ones are too like others.
const LeastWord = 5

// Index finds the word of a vocabulary that a misread one is near to. It maps
// what is left of each word when one letter is struck out to the words that it
// may be left of: two words one letter apart share such a rest (Garbe, Symmetric
// Delete spelling correction, 2012). It is safe for concurrent use.
type Index struct{ rests map[string][]string }

// NewIndex indexes the words that have at least LeastWord letters.
func NewIndex(words map[string]bool) *Index {
	x := &Index{rests: map[string][]string{}}
	for w := range words {
		if len(w) < LeastWord {
			continue
		}
		for i := range len(w) {
			rest := w[:i] + w[i+1:]
			if !slices.Contains(x.rests[rest], w) {
				x.rests[rest] = append(x.rests[rest], w)
			}
		}
		x.rests[w] = append(x.rests[w], w)
	}
	return x
}

// Nearest returns the one word that is Near, or w itself if it is one; false if
// there is none or more than one, or w is shorter than LeastWord.
func (x *Index) Nearest(w string) (word string, ok bool) {
	if len(w) < LeastWord {
		return "", false
	}
	if slices.Contains(x.rests[w], w) {
		return w, true
	}
	found := ""
	for i := -1; i < len(w); i++ {
		rest := w
		if i >= 0 {
			rest = w[:i] + w[i+1:]
		}
		for _, near := range x.rests[rest] {
			switch {
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

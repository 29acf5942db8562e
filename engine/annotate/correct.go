package annotate

import (
	"slices"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
)

// LeastCorrected is the length from which a word of labels is recognised with
// one letter wrong, missing or too many. Shorter ones are too like others.
const LeastCorrected = 5

// misread maps what is left of a word of labels when one letter is struck out
// to the words that it may be left of (Garbe, symmetric delete spelling
// correction): two words one letter apart share such a rest.
//
//nolint:gochecknoglobals // built once, then only read
var misread = sync.OnceValue(func() map[string][]string {
	known := map[string]bool{}
	lexicon.Labels().Each(func(phrase string) {
		for w := range strings.FieldsSeq(phrase) {
			if len(w) >= LeastCorrected && allLetters(w) {
				known[w] = true
			}
		}
	})
	rests := map[string][]string{}
	for w := range known {
		for i := range len(w) {
			rest := w[:i] + w[i+1:]
			if !slices.Contains(rests[rest], w) {
				rests[rest] = append(rests[rest], w)
			}
		}
		rests[w] = append(rests[w], w)
	}
	return rests
})

func allLetters(w string) bool { return strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" }

// corrected gives folded words with those that text recognition got slightly
// wrong replaced by the word of a label that they are one letter away from, if
// there is one and no other. It gives words itself where nothing changes.
func corrected(s *layout.Segment, words []string, token []int) []string {
	out := words
	for i, w := range words {
		if s.Tokens[token[i]].Source != document.SourceOCR {
			continue
		}
		right, ok := nearest(w)
		if !ok {
			right, ok = nearest(closed(w, s.Tokens[token[i]].Text))
		}
		if !ok || right == words[i] {
			continue
		}
		if len(out) > 0 && &out[0] == &words[0] {
			out = slices.Clone(words)
		}
		out[i] = right
	}
	return out
}

// closed gives a folded word with the l back that was taken for a bracket or bar
// at the end of the word as it was read: "Tota)".
func closed(w, read string) string {
	read = strings.TrimRight(read, ":.,")
	if len(w) < LeastCorrected-1 || !strings.ContainsAny(read[max(0, len(read)-1):], ")]}|!") || strings.ContainsAny(read, "([{") {
		return w
	}
	return w + "l"
}

// nearest gives the one word of labels that is a letter away, or w itself if it
// is one; false if there is none or more than one.
func nearest(w string) (string, bool) {
	if len(w) < LeastCorrected {
		return "", false
	}
	rests := misread()
	if slices.Contains(rests[w], w) {
		return w, true
	}
	found := ""
	for i := -1; i < len(w); i++ {
		rest := w
		if i >= 0 {
			rest = w[:i] + w[i+1:]
		}
		for _, known := range rests[rest] {
			switch {
			case !OneApart(w, known) || found == known:
			case found != "":
				return "", false
			default:
				found = known
			}
		}
	}
	return found, found != ""
}

// OneApart reports whether one letter changed, added or left out makes one word
// the other. The first letter, or else the last, must be the same.
func OneApart(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || a[0] != b[0] && a[len(a)-1] != b[len(b)-1] {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) == len(b) {
		return i == len(a) || a[i+1:] == b[i+1:]
	}
	return a[i:] == b[i+1:]
}

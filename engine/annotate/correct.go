package annotate

import (
	"slices"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
)

// labelWords indexes the words of labels that consist of letters.
//
//nolint:gochecknoglobals // built once, then only read
var labelWords = sync.OnceValue(func() *ocrconfusion.Index {
	known := map[string]bool{}
	lexicon.Labels().Each(func(phrase string) {
		for w := range strings.FieldsSeq(phrase) {
			if AllLetters(w) {
				known[w] = true
			}
		}
	})
	return ocrconfusion.NewIndex(known)
})

// corrected replaces words with one misread letter by the only matching word of a label. It may return words itself.
func corrected(s *layout.Segment, words []string, token []int) []string {
	out := words
	for i, w := range words {
		if s.Tokens[token[i]].Source != document.SourceOCR {
			continue
		}
		right, ok := labelWords().Nearest(w)
		if !ok {
			right, ok = labelWords().Nearest(closed(w, s.Tokens[token[i]].Text))
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

// closed replaces a sign at the end of a word with the letter that it looks like: "Tota)". It keeps real brackets.
func closed(w, read string) string {
	read = strings.TrimRight(read, ":.,")
	if len(w) < ocrconfusion.MinWordLetters-1 || read == "" || strings.ContainsAny(read, "([{") {
		return w
	}
	return w + ocrconfusion.Printed(rune(read[len(read)-1]), ocrconfusion.Ending, ocrconfusion.Often)
}

package custom

import (
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// labelWords returns the words of all labels and column headings of the lexicon.
//
//nolint:gochecknoglobals // read-only, made once
var labelWords = sync.OnceValue(func() map[string]bool {
	const shortest = 3 // letters; shorter words are also parts of names
	words := map[string]bool{}
	add := func(phrase string) {
		for word := range strings.FieldsSeq(phrase) {
			if len([]rune(word)) >= shortest {
				words[word] = true
			}
		}
	}
	lexicon.Labels().Each(add)
	lexicon.ColumnHeadings().Each(add)
	return words
})

// looksLikeLabel reports whether two fifths of the letters of a text are of words that labels have, and the text has
// no digit.
func looksLikeLabel(words []string) bool {
	label, all := 0, 0
	for _, word := range words {
		if recognize.CountDigits(word) > 0 {
			return false
		}
		for _, folded := range recognize.FoldWords(word) {
			n := len([]rune(folded))
			all += n
			if labelWords()[folded] {
				label += n
			}
		}
	}
	return all > 0 && 5*label >= 2*all
}

package classify

import (
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/language"
)

const minStopWords = 4

// Language returns the BCP 47 code of a document's main language, or "" if it is uncertain. A word that several
// languages share counts less.
func Language(lay *layout.Layout) string {
	votes := language.NewVotes()
	for _, s := range lay.Segments {
		words, _ := s.Folded()
		for _, w := range words {
			votes.Add(w)
		}
	}
	best, most, second := votes.Winner()
	if most < minStopWords || most < 1.15*second {
		return ""
	}
	return best
}

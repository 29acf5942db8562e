package synth

import (
	"slices"
	"strings"
	"testing"
)

// A word that the lexicon prints in the same way is told once: there.
func TestVocabulariesRepeatNoLabelOfTheLexicon(t *testing.T) {
	t.Parallel()
	for _, language := range tradeLanguages() {
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
					t.Errorf("%s: %q of %s stands in the lexicon", language, way, s.key)
				}
			}
		}
	}
}

// Listed designs draw their labels from the lexicon too.
func TestLabelsComeFromTheLexicon(t *testing.T) {
	t.Parallel()
	for _, language := range tradeLanguages() {
		words := readVocabulary(language)
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

package classify

import (
	"slices"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// Limits of the words and labels by which a type is recognized.
const (
	minTypeLabels = 2 // of different fields
	maxPhrase     = 8 // words
	maxTitleRest  = 4 // words behind the title, with a number or date
)

// fileWords are the folded titles and labels of the types that files describe.
type fileWords struct {
	titles map[string]result.DocumentType
	labels map[result.DocumentType]map[string]string // names of fields
}

//nolint:gochecknoglobals // built once, then only read
var wordsOfFiles = sync.OnceValue(func() fileWords {
	fold := func(text string) string { return strings.Join(lexicon.FoldWords(text), " ") }
	w := fileWords{map[string]result.DocumentType{}, map[result.DocumentType]map[string]string{}}
	for _, t := range schema.FileTypes() {
		w.labels[t.Name] = map[string]string{}
		for _, title := range t.Titles {
			w.titles[fold(title)] = t.Name
		}
		for _, p := range t.Schema.Properties {
			for _, label := range p.Labels {
				w.labels[t.Name][fold(label)] = p.Name
			}
		}
	}
	return w
})

// FileType returns the type, of those that files describe, whose title and labels a document has, or "".
func FileType(lay *layout.Layout) result.DocumentType {
	w := wordsOfFiles()
	for _, s := range lay.Segments {
		if s.Page.Number > 1 || s.RelativeY() > titlePlace {
			break
		}
		words, _ := s.Folded()
		named, n := longest(w.titles, words)
		rest := words[n:]
		isTitle := len(rest) == 0 || len(rest) <= maxTitleRest && strings.ContainsAny(strings.Join(rest, ""), "0123456789")
		if named == "" || !isTitle || slices.ContainsFunc(s.Words, endsLabel) {
			continue
		}
		found := map[string]bool{}
		for _, s := range lay.Segments {
			words, _ := s.Folded()
			if field, _ := longest(w.labels[named], words); field != "" {
				found[field] = true
			}
		}
		if len(found) >= minTypeLabels {
			return named
		}
	}
	return ""
}

// longest returns the meaning of the longest phrase at the start of words, and its length.
func longest[T ~string](phrases map[string]T, words []string) (T, int) {
	for n := min(maxPhrase, len(words)); n > 0; n-- {
		if meaning := phrases[strings.Join(words[:n], " ")]; meaning != "" {
			return meaning, n
		}
	}
	return "", 0
}

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

// minTypeLabels is the minimum number of fields whose labels a document has, besides the title.
const minTypeLabels = 2

// phrases are the folded texts by which documents of a type are recognized.
type phrases struct {
	docType result.DocumentType
	titles  map[string]bool
	labels  map[string]string // names of properties
}

//nolint:gochecknoglobals // built once, then only read
var typePhrases = sync.OnceValue(func() []phrases {
	var all []phrases
	for _, t := range schema.FileTypes() {
		p := phrases{t.Name, map[string]bool{}, map[string]string{}}
		for _, title := range t.Titles {
			p.titles[fold(title)] = true
		}
		for i := range t.Schema.Properties {
			for _, label := range t.Schema.Properties[i].Labels {
				p.labels[fold(label)] = t.Schema.Properties[i].Name
			}
		}
		all = append(all, p)
	}
	return all
})

func fold(text string) string { return strings.Join(lexicon.FoldWords(text), " ") }

// FileType returns the type, of those that files describe, whose title and most labels a document has, or "".
func FileType(lay *layout.Layout) result.DocumentType {
	best, most := result.DocumentType(""), minTypeLabels-1
	for _, p := range typePhrases() {
		if !slices.ContainsFunc(lay.Segments, p.isTitle) {
			continue
		}
		found := map[string]bool{}
		for _, s := range lay.Segments {
			words, _ := s.Folded()
			for n := min(maxPhrase, len(words)); n > 0; n-- {
				if name := p.labels[strings.Join(words[:n], " ")]; name != "" {
					found[name] = true
					break
				}
			}
		}
		if len(found) > most {
			best, most = p.docType, len(found)
		}
	}
	return best
}

// Limits in words.
const (
	maxPhrase    = 8
	maxTitleRest = 4
)

// isTitle reports whether a segment of the first page's upper half is a title, perhaps with a number or date.
func (p phrases) isTitle(s *layout.Segment) bool {
	if s.Page.Number > 1 || s.RelativeY() > titlePlace || slices.ContainsFunc(s.Words, endsLabel) {
		return false
	}
	words, _ := s.Folded()
	for n := min(maxPhrase, len(words)); n > 0; n-- {
		if p.titles[strings.Join(words[:n], " ")] {
			rest := strings.Join(words[n:], " ")
			return rest == "" || len(words) <= n+maxTitleRest && strings.ContainsAny(rest, "0123456789")
		}
	}
	return false
}

package party

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
)

// putLegalForm takes the vendor's name with its legal form where the page prints it so as well: a
// logo has it without, "FENWORTH pallet services", and the foot "Fenworth Pallet Services Ltd".
func putLegalForm(set *value.Set, l *link.Linker) {
	const least = 2 // words of a name that are no other's
	v := set.Scalars["vendorName"]
	name := recognize.FoldWords(v.Value)
	if len(name) < least || textshape.HasLegalForm(strings.Fields(v.Value)) {
		return
	}
	for _, s := range l.Layout.Segments {
		if p, ok := withLegalForm(s, name); ok {
			set.Put("vendorName", value.CiteParts(p.Text(), []layout.Part{p}, " ", v.Score))
			return
		}
	}
}

// withLegalForm returns folded words of a name where they stand in a segment with a legal form behind.
func withLegalForm(s *layout.Segment, name []string) (layout.Part, bool) {
	const longest = 3 // words of a legal form
	words, token := s.Folded()
	for i := 0; i+len(name) < len(words); i++ {
		if !slices.Equal(words[i:i+len(name)], name) {
			continue
		}
		last := token[i+len(name)-1]
		for end := min(last+longest, len(s.Words)-1); end > last; end-- {
			if textshape.OnlyLegalForm(s.Words[last+1 : end+1]) {
				return layout.Part{Segment: s, First: token[i], Last: end}, true
			}
		}
	}
	return layout.Part{}, false
}

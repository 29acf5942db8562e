package match

import (
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
)

// Kind returns the document type that people gave to documents of the most similar template, and how many of them had
// been classified differently. It returns "" if no template matches or the types differ. Only examples of the page's
// vendor count, because one design serves several types.
func Kind(f template.Fingerprint, layouts []template.Layout) (kind schema.DocumentType, mistaken int) {
	var best *template.Layout
	most := 0.0
	for i := range layouts[:min(len(layouts), template.MaxLayouts)] {
		if s := layouts[i].Likeness(f); s >= close && s > most {
			best, most = &layouts[i], s
		}
	}
	if best == nil {
		return "", 0
	}
	for i := range best.Lessons {
		l := &best.Lessons[i]
		if f.Likeness(l.Fingerprint) < template.MinLikeness || !l.Fingerprint.SharesVendor(f) {
			continue
		}
		if kind != "" && kind != schema.DocumentType(l.Type) {
			return "", 0
		}
		kind = schema.DocumentType(l.Type)
		if l.Mistyped {
			mistaken++
		}
	}
	if mistaken == 0 {
		return "", 0
	}
	return kind, mistaken
}

package match

import (
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
)

// DocumentType returns the document type that people gave to documents of the most similar template, and how many of
// them had been classified differently. It returns "" if no template matches or the types differ. Only examples of the
// page's vendor count, because one design serves several types.
func DocumentType(f template.Fingerprint, templates []template.Template) (docType schema.DocumentType, mistaken int) {
	var best *template.Template
	most := 0.0
	for i := range templates[:min(len(templates), template.MaxTemplates)] {
		if s := templates[i].Likeness(f); s >= minPlaceLikeness && s > most {
			best, most = &templates[i], s
		}
	}
	if best == nil {
		return "", 0
	}
	for i := range best.Examples {
		l := &best.Examples[i]
		if f.Likeness(l.Fingerprint) < template.MinLikeness || !l.Fingerprint.SharesVendor(f) {
			continue
		}
		if docType != "" && docType != schema.DocumentType(l.Type) {
			return "", 0
		}
		docType = schema.DocumentType(l.Type)
		if l.Mistyped {
			mistaken++
		}
	}
	if mistaken == 0 {
		return "", 0
	}
	return docType, mistaken
}

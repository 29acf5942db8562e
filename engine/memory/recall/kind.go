package recall

import (
	"github.com/docmill/docmill/engine/memory"
	"github.com/docmill/docmill/engine/schema"
)

// Kind returns the type that people gave to documents of the layout that a page is
// most like, and how many of them had been taken for another type; "" where there is
// none, or where they are of several types. One design serves several types, so
// that lessons of the page's vendor count alone.
func Kind(f memory.Fingerprint, layouts []memory.Layout) (kind schema.DocumentType, mistaken int) {
	var best *memory.Layout
	most := 0.0
	for i := range layouts[:min(len(layouts), memory.MaxLayouts)] {
		if s := layouts[i].Likeness(f); s >= close && s > most {
			best, most = &layouts[i], s
		}
	}
	if best == nil {
		return "", 0
	}
	for i := range best.Lessons {
		l := &best.Lessons[i]
		if f.Likeness(l.Fingerprint) < memory.MinLikeness || !l.Fingerprint.SharesVendor(f) {
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

package form

import (
	"strings"

	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// HasLegalForm reports whether a name ends in (or nearly in) a legal form.
func HasLegalForm(words []string) bool {
	for i, w := range words {
		f := recognize.Compact(w)
		if i == 0 || !lexicon.LegalForm.Has(f) {
			continue
		}
		switch f {
		case "as", "sa", "ab", "ag", "co", "sp", "ek", "ev", "spa", "kg": // short: capitals or dots ask for care
			if w == strings.ToLower(w) && !strings.Contains(w, ".") {
				continue
			}
		}
		return true
	}
	return false
}

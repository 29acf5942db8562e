package match

import (
	"slices"

	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/template"
)

// CorrectedRecord is a corrected record with the extracted values.
type CorrectedRecord struct {
	Type  schema.DocumentType
	Right map[string]string // values known to be right, by field
	// Absent are fields that the document is known to lack.
	Absent []string
	Read   map[string]string // values extracted without a template
	Sure   map[string]bool   // fields of Read with high confidence
	Schema *custom.Schema    // of the caller's custom fields; nil for none
	Items  *template.Items   // learned line item columns; nil for none
}

// isRepeated reports whether a field has one of the forms and another field of that form has the same value.
func (s CorrectedRecord) isRepeated(name string, t llm.Target, forms ...schema.Form) bool {
	f, _ := schema.ByName(name)
	if !slices.Contains(forms, f.Form) {
		return false
	}
	for other, value := range s.Right {
		if g, _ := schema.ByName(other); other != name && g.Form == f.Form && t.Same(value, s.Right[name]) {
			return true
		}
	}
	return false
}

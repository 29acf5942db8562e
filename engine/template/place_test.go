package template_test

import (
	"testing"

	"github.com/docmill/docmill/engine/template"
)

// A counted place equals one with the same count at the same edge, at any height.
func TestCountedPositions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"^1.600.890.2": true, "^1.700.893.2": true, "^1.700.893.1": false, "^0.700.893.2": false,
		"^1.700.930.2": false, "@1.600.890.2": false, "%1.600.890.2": false,
	} {
		a, ok := template.ParsePlace("^1.610.890.2")
		b, known := template.ParsePlace(text)
		if _, same := a.Distance(b); !ok || !known || same != want {
			t.Errorf("%s: %v, %v, %v", text, ok, known, same)
		}
	}
	if !template.IsPlaced("^1.600.890.2/0.a") || !template.IsLoose("^1.600.890.2/0.a") ||
		template.IsLoose("@1.600.890.2/0.a") {
		t.Error("what says less than a place is not told from one")
	}
}

package textshape_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

func TestNameDomains(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "office@marlowpumps.test", "see www.tully.test or example.org")
	for name, want := range map[string]bool{"marlowltd": true, "tullybrothers": false, "tully": true, "exam": false,
		"mar": false, "": false} {
		if got := textshape.DomainMatches(l.Document, name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

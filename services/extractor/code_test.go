package extractor_test

import (
	"testing"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/extractor"
)

// A failure that the service forgot would be told as an internal error.
func TestEveryFailureHasAPublicCode(t *testing.T) {
	t.Parallel()
	seen := map[contract.Code]bool{}
	for _, c := range extractionerror.Codes() {
		public := extractor.PublicCode(c)
		if seen[public] {
			t.Errorf("%s is told as %s, as another is", c, public)
		}
		seen[public] = true
		inFile := c != extractionerror.InternalError && c != extractionerror.NotFound
		if public.IsFileFault() != inFile {
			t.Errorf("%s is told as %s", c, public)
		}
	}
}

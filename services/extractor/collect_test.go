package extractor_test

import (
	"testing"

	"github.com/docmill/docmill/libs/contract"
)

// A process that had a large document is used again: it gives back what that took, which
// is more than one may hold that waits.
func TestALargeDocumentDoesNotCostItsProcess(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	count := func(mebibytes string) string {
		r := f.result(f.submit(sayCount+mebibytes, func(c *contract.ClaimReply) { c.Tenant = "a" }))
		if r.Extraction == nil {
			t.Fatalf("result %+v", r)
		}
		return string(r.Extraction.Data)
	}
	for range 5 { // one that waits for half a minute ends, too
		if count(" 200") == `{"total":"1"}` && count("") == `{"total":"2"}` {
			return
		}
	}
	t.Error("the process ended with its document")
}

package extractor_test

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// slowStore accepts large results, or returns the file, after it is released.
func slowStore(t *testing.T, file string) (url string, began <-chan string, letGo func()) {
	t.Helper()
	requests, let := make(chan string, 10), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests <- r.URL.Path
		<-let
		_, _ = w.Write([]byte(file)) // one that is cut short fails the test
	}))
	letGo = sync.OnceFunc(func() { close(let) })
	t.Cleanup(func() { letGo(); server.Close() })
	return server.URL, requests, letGo
}

// A worker reads on while a result is stored, but no more results than workers pile up.
func TestReadDuringUploadOfResult(t *testing.T) {
	t.Parallel()
	f := start(t, one)
	url, storing, letGo := slowStore(t, "")
	slowly := func(c *contract.ClaimReply) { c.PutURL = url }
	first := f.submit(sayLarge, slowly)
	testkit.Receive(t, storing, "the first to be stored")
	r := f.result(f.submit(sayTotal+" 1.00", nil))
	require.Equal(t, r.Outcome, contract.OutcomeCompleted, "meanwhile", r)
	second := f.submit(sayLarge, slowly)
	testkit.Receive(t, storing, "the second to be stored")
	third := f.submit(sayTotal+" 3.00", nil)
	for len(f.claimed) > 0 {
		assert.NotEqual(t, <-f.claimed, third, "a third document was claimed while two results wait for one worker")
	}
	letGo()
	for range 3 {
		if r := testkit.Receive(t, f.results, "a result"); r.Outcome != contract.OutcomeCompleted ||
			r.Stored != (r.DocumentID == first || r.DocumentID == second) {
			t.Errorf("result %+v", r)
		}
	}
}

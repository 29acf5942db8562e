package contract_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

const replayed = "Idempotency-Replayed"

func keyed(key string) map[string]string {
	return header("Idempotency-Key", key, "Prefer", "wait=60")
}

// race sends requests as all persons at once, forms in turn, repeats when asked to, and returns responses in order.
func race(t *testing.T, as []person, path, key string, forms ...[]part) []instance.Answer {
	t.Helper()
	answers := make([]instance.Answer, len(as))
	start := make(chan struct{})
	var wg sync.WaitGroup
	for n, p := range as {
		wg.Go(func() {
			<-start
			for {
				answer, err := p.try(path, keyed(key), forms[n%len(forms)]...)
				if err != nil {
					t.Error(err)
					return
				}
				if answers[n] = answer; answer.Code() != string(contract.CodeIdempotencyInProgress) {
					return
				}
				assert.True(t, answer.Status == http.StatusConflict && answer.Header.Get("Retry-After") == "1",
					answer.Status, string(answer.Body))
				time.Sleep(time.Second) // what Retry-After says
			}
		})
	}
	close(start)
	wg.Wait()
	return answers
}

// A key accepts one request only; TestMultipleGateways has concurrent calls with it.
func oneKeyManyCalls(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	parts := []part{texts("a.txt", plainInvoice("R-1")), value("document_type", "invoice")}
	first := record(t, p.post(extractPath, keyed("order-17"), http.StatusOK, parts...))
	for name, others := range map[string][]part{
		"content": {texts("a.txt", plainInvoice("R-2")), value("document_type", "invoice")},
		"name":    {texts("b.txt", plainInvoice("R-1")), value("document_type", "invoice")},
		"type":    {texts("a.txt", plainInvoice("R-1"))},
		"a schema": {texts("a.txt", plainInvoice("R-1")), value("document_type", "invoice"),
			value("schema", `{"type":"object","properties":{"a":{"type":"string"}}}`)},
	} {
		answer := p.post(extractPath, keyed("order-17"), http.StatusUnprocessableEntity, others...)
		assert.Equal(t, answer.Code(), string(contract.CodeIdempotencyKeyReused), "another", name, string(answer.Body))
	}
	answer := p.post(batchPath, keyed("order-17"), http.StatusUnprocessableEntity,
		filed("a.txt", []byte(plainInvoice("R-1"))), value("document_type", "invoice"))
	assert.Equal(t, answer.Code(), string(contract.CodeIdempotencyKeyReused), "at another endpoint", string(answer.Body))
	assert.Equal(t, p.used(), 1, "charged")
	// The same key is another account's to use.
	other := w.person(t, contract.PlanFree)
	answer = other.post(extractPath, keyed("order-17"), http.StatusOK, parts...)
	assert.True(t, answer.Header.Get(replayed) == "" && record(t, answer).ID != first.ID, string(answer.Body))
}

// Of two files with one key one is accepted, in any order.
func oneKeyTwoFiles(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	one, two := []part{texts("a.txt", plainInvoice("R-1"))}, []part{texts("a.txt", plainInvoice("R-2"))}
	taken := map[string]map[bool]int{}
	for n, answer := range race(t, slices.Repeat([]person{p}, 12), extractPath, "k", one, two) {
		switch {
		case answer.Status == http.StatusOK:
			id := record(t, answer).ID
			if taken[id] == nil {
				taken[id] = map[bool]int{}
			}
			taken[id][n%2 == 0]++
		case answer.Code() != string(contract.CodeIdempotencyKeyReused):
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
	}
	used := p.used()
	require.True(t, len(taken) == 1 && used == 1, taken, used, "charged")
	for _, by := range taken {
		assert.True(t, len(by) == 1 && by[slices.Collect(maps.Keys(by))[0]] == 6,
			"calls that got the document, by file", by)
	}
}

func keyAndRefusals(t *testing.T, w *world) {
	p := w.person(t, contract.PlanFree)
	for _, c := range []struct {
		status int
		parts  []part
	}{
		{http.StatusUnsupportedMediaType, []part{texts("a.txt", unsupported)}},
		{http.StatusBadRequest, []part{texts("a.txt", "")}},
		{http.StatusBadRequest, []part{texts("a.txt", plainInvoice("R-1")), value("document_type", "novel")}},
		{http.StatusRequestEntityTooLarge, []part{texts("a.txt", plainInvoice("R-1")+strings.Repeat("text ", 1<<20))}},
	} {
		p.post(extractPath, keyed("k"), c.status, c.parts...)
	}
	w.fill(p, contract.PlanFree, 100)
	p.post(extractPath, keyed("k"), http.StatusTooManyRequests, texts("a.txt", plainInvoice("R-1")))
	call[contract.Account](t, w.operator, contract.RPCAuthAccountSetPlan,
		contract.SetPlanRequest{AccountID: p.ID, Plan: contract.PlanStarter})
	var answer instance.Answer
	testkit.Await(t, "the other plan holds", func() bool {
		var err error
		answer, err = p.try(extractPath, keyed("k"), texts("a.txt", plainInvoice("R-2")))
		require.NoError(t, err)
		return answer.Status == http.StatusOK
	})
	if answer.Header.Get(replayed) != "" || p.used() != 101 {
		t.Errorf("a refusal was kept: %s, %d charged", answer.Body, p.used())
	}
	for _, bad := range []string{"with blank", "ü", strings.Repeat("k", 256)} {
		answer := p.post(extractPath, keyed(bad), http.StatusBadRequest, texts("a.txt", plainInvoice("R-3")))
		assert.Equal(t, answer.Code(), string(contract.CodeInvalidRequest), "the key", bad, string(answer.Body))
	}
	p.post(extractPath, keyed(strings.Repeat("~", 255)), http.StatusOK, texts("a.txt", plainInvoice("R-3")))
}

func keyReplays(t *testing.T, w *world) {
	p := w.person(t, contract.PlanFree)
	w.fill(p, contract.PlanFree, 98)
	first := record(t, p.post(extractPath, keyed("kept"), http.StatusOK, texts("a.txt", plainInvoice("R-1"))))
	gone := record(t, p.post(extractPath, keyed("gone"), http.StatusOK, texts("a.txt", plainInvoice("R-2"))))
	p.post(extractPath, keyed("none"), http.StatusTooManyRequests, texts("a.txt", plainInvoice("R-3")))
	p.patch(first.ID, `{"data":{"total":"120.00"}}`, http.StatusOK)

	again := p.post(extractPath, keyed("kept"), http.StatusOK, texts("a.txt", plainInvoice("R-1")))
	now := p.get("/api/v1/documents/" + first.ID)
	assert.True(t, string(now.Body) == string(again.Body) && again.Header.Get(replayed) == "true",
		string(again.Body), "is answered, and it is", string(now.Body))
	p.erase(gone.ID)
	p.post(extractPath, keyed("gone"), http.StatusNotFound, texts("a.txt", plainInvoice("R-2")))
	assert.Equal(t, p.used(), 100, "charged")
}

func batchReplays(t *testing.T, w *world) {
	p := w.person(t, contract.PlanFree)
	parts := []part{filed("1.txt", []byte(plainInvoice("R-1"))), filed("2.txt", nil),
		filed("3.txt", []byte(plainInvoice("R-3")))}
	first := p.post(batchPath, keyed("b"), http.StatusAccepted, parts...)
	b := p.batchEnded(batch(t, first))
	assert.Equal(t, p.used(), 2, "charged")
	again := p.post(batchPath, keyed("b"), http.StatusAccepted, parts...)
	now := p.get(batchPath + "/" + b.ID)
	assert.True(t, string(now.Body) == string(again.Body) && again.Header.Get(replayed) == "true",
		string(again.Body), "is answered, and it is", string(now.Body))
	slices.Reverse(parts)
	p.post(batchPath, keyed("b"), http.StatusUnprocessableEntity, parts...)
}

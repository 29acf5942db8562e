package contract_test

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

// fleet is several gateways with their dependencies.
type fleet struct {
	*world
	gateways []*instance.Process
}

// at is the account at one of the gateways, in turn.
func (f fleet) at(p person, n int) person {
	p.URL = f.gateways[n%len(f.gateways)].URL
	return p
}

func TestMultipleGateways(t *testing.T) {
	t.Parallel()
	c := services.NewCluster(t)
	for _, name := range []string{"auth", "quota", "notifier", "extractor", "extractor"} {
		c.Start(name)
	}
	var f fleet
	for range 8 {
		f.gateways = append(f.gateways, c.Start("gateway", "DOCMILL_GATEWAY_DATABASE_CONNS=4"))
	}
	f.world = newWorld(t, c, f.gateways[0].URL)
	gone := f.expiring(t, c.Start("gateway", "DOCMILL_RETENTION=2s").URL)
	t.Run("month", f.month)
	t.Run("key", f.key)
	t.Run("minute", f.minute)
	t.Run("revocation", f.revocation)
	t.Run("gateway dies", f.dies) // the last for the eight: there is one less afterwards
	t.Run("retention", gone)
}

// tally counts the results of uploads.
type tally struct {
	mu       sync.Mutex
	accepted map[string]bool
	refused  int
}

func (ty *tally) take(status contract.Status, id string) {
	ty.mu.Lock()
	defer ty.mu.Unlock()
	if status == contract.StatusRejected {
		ty.refused++
		return
	}
	ty.accepted[id] = true
}

// The month ends exactly at the plan's limit over all gateways, and has one event.
func (f fleet) month(t *testing.T) {
	p := f.person(t, contract.PlanStarter)
	f.fill(p, contract.PlanStarter, 500)

	// 700 documents: the rate of requests leaves room for so many in batches only.
	const batches, inBatch, singles = 17, 40, 20
	sent := tally{accepted: map[string]bool{}}
	var wg sync.WaitGroup
	for n := range batches + singles {
		wg.Go(func() {
			if n < batches {
				sendMany(t, f.at(p, n), n, inBatch, sent.take)
				return
			}
			sendOne(t, f.at(p, n), n, sent.take)
		})
	}
	wg.Wait()
	assert.True(t, len(sent.accepted) == 500 && sent.refused == batches*inBatch+singles-500,
		len(sent.accepted), "accepted", sent.refused, "refused")
	for n := range f.gateways {
		assert.Equal(t, f.at(p, n).used(), 1000, "gateway", n, "counts")
	}
	rows := query[int](t, f, `SELECT count(*) FROM gateway.documents WHERE account = $1`, p.ID)
	charges := query[int](t, f, `SELECT count(*) FROM quota.charges WHERE account = $1 AND given_back_at IS NULL`, p.ID)
	assert.True(t, rows == 500 && charges == 1000, rows, "documents", charges, "charges")
	testkit.Await(t, "all documents have ended and are told", func() bool {
		return f.stored(t, "docmill.event.extraction.*."+p.ID+".*") == 500
	})
	for _, event := range []contract.EventType{contract.EventQuotaWarning, contract.EventQuotaExceeded} {
		assert.Equal(t, f.stored(t, fmt.Sprintf("docmill.event.%s.%s.*", event, p.ID)), 1, event, "was told", "times")
	}
	lines := p.ask(http.MethodGet, resultsPath, header("Accept", "application/x-ndjson"), http.StatusOK)
	exported := map[string]bool{}
	for line := range bytes.Lines(lines.Body) {
		exported[idOf(t, line)] = true
	}
	assert.True(t, maps.Equal(exported, sent.accepted), len(exported), "documents are exported")
}

// A key has one effect over all gateways.
func (f fleet) key(t *testing.T) {
	p := f.person(t, contract.PlanFree)
	ids, firsts := map[string]int{}, 0
	at := make([]person, 16)
	for n := range at {
		at[n] = f.at(p, n)
	}
	for _, answer := range race(t, at, extractPath, "k", []part{texts("a.txt", plainInvoice("R-1"))}) {
		if answer.Status != http.StatusOK {
			t.Errorf("%d %s", answer.Status, answer.Body)
			continue
		}
		if ids[record(t, answer).ID]++; answer.Header.Get(replayed) == "" {
			firsts++
		}
	}
	if len(ids) != 1 || firsts != 1 || p.used() != 1 {
		t.Errorf("%v documents, %d calls were the first, %d charged", ids, firsts, p.used())
	}
}

// The rate limit applies over all gateways and keys. Of concurrent requests exactly the plan's number is admitted.
func (f fleet) minute(t *testing.T) {
	p := f.person(t, contract.PlanFree)
	limits, _ := contract.PlanFree.Limits()
	second := p
	var made struct{ Key string }
	p.send(http.MethodPost, "/api/auth/register", `{"name":"second"}`, header("Content-Type", "application/json"),
		http.StatusCreated).Into(t, &made)
	second.Key = made.Key
	var mu sync.Mutex
	status := map[int]int{}
	var wg sync.WaitGroup
	for n := range limits.RequestsPerMinute - 1 + 20 {
		wg.Go(func() {
			answer, err := f.at([]person{p, second}[n%3%2], n).Do(t.Context(), http.MethodGet, documentsPath, nil, nil)
			assert.NoError(t, err)
			mu.Lock()
			defer mu.Unlock()
			status[answer.Status]++
		})
	}
	wg.Wait()
	assert.True(t, status[http.StatusOK] == limits.RequestsPerMinute-1 && status[http.StatusTooManyRequests] == 20,
		status, "after one request, want", limits.RequestsPerMinute-1, "admitted")
}

// A call interrupted by its gateway's end does not block its key.
func (f fleet) dies(t *testing.T) {
	p := f.person(t, contract.PlanFree)
	dying := f.gateways[len(f.gateways)-1]
	body, contentType := form(texts("a.txt", plainInvoice("R-1")))
	reader, writer := io.Pipe()
	cut := make(chan error, 1)
	go func() {
		// This client is unchecked, because there will be no response.
		one := instance.Account{URL: dying.URL, Key: p.Key, Client: &http.Client{}}
		_, err := one.Do(t.Context(), http.MethodPost, extractPath, reader,
			header("Content-Type", contentType, "Idempotency-Key", "k"))
		cut <- err
	}()
	_, err := io.WriteString(writer, body[:len(body)/2])
	require.NoError(t, err)
	testkit.Await(t, "the key is claimed", func() bool {
		return query[int](t, f, `SELECT count(*) FROM gateway.idempotency_keys WHERE account = $1`, p.ID) == 1
	})
	answer := p.post(extractPath, keyed("k"), http.StatusConflict, texts("a.txt", plainInvoice("R-1")))
	assert.Equal(t, answer.Code(), string(contract.CodeIdempotencyInProgress), string(answer.Body))
	dying.Kill()
	_ = writer.Close() // the client gives up once it has nothing more to send
	assert.Error(t, testkit.Receive(t, cut, "the end of the call"), "the call was answered")
	testkit.Await(t, "the key is free", func() bool {
		answer, err := p.try(extractPath, keyed("k"), texts("a.txt", plainInvoice("R-1")))
		require.NoError(t, err)
		return answer.Status == http.StatusOK && answer.Header.Get(replayed) == ""
	})
	assert.Equal(t, p.used(), 1, "charged")
}

func sendOne(t *testing.T, me person, n int, take func(contract.Status, string)) {
	t.Helper()
	answer, err := me.try(extractPath, header("Prefer", "respond-async"),
		texts("a.txt", plainInvoice(fmt.Sprint("R-", n))))
	switch {
	case err != nil:
		t.Error(err)
	// it may have ended by the time of the answer
	case answer.Status == http.StatusAccepted, answer.Status == http.StatusOK:
		take(contract.StatusQueued, record(t, answer).ID)
	case answer.Code() == string(contract.CodeQuotaExceeded):
		take(contract.StatusRejected, "")
	default:
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func sendMany(t *testing.T, me person, n, files int, take func(contract.Status, string)) {
	t.Helper()
	var parts []part
	for k := range files {
		parts = append(parts, filed(fmt.Sprint(k, ".txt"), []byte(plainInvoice(fmt.Sprintf("R-%d-%d", n, k)))))
	}
	answer, err := me.try(batchPath, nil, parts...)
	switch {
	case err != nil:
		t.Error(err)
	case answer.Status == http.StatusAccepted:
		for _, e := range batch(t, answer).Results {
			if take(e.Status, e.ID); e.Status == contract.StatusRejected && e.Code != contract.CodeQuotaExceeded {
				t.Errorf("%+v", e)
			}
		}
	case answer.Code() == string(contract.CodeQuotaExceeded):
		for range files {
			take(contract.StatusRejected, "")
		}
	default:
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

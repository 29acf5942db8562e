package completion_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/documents"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/jobs/claims"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// downloads counts the objects that are read from the store, and how many at once.
type downloads struct {
	mu             sync.Mutex
	all, now, most int
	company        int           // a download waits until so many are under way …
	patience       time.Duration // … or until this is over
	enough         chan struct{}
	enoughOnce     sync.Once
}

func (d *downloads) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method == http.MethodGet && strings.Contains(req.URL.Path, "/results/") {
		d.mu.Lock()
		d.all++
		d.now++
		d.most = max(d.most, d.now)
		if d.now >= d.company {
			d.enoughOnce.Do(func() { close(d.enough) })
		}
		d.mu.Unlock()
		select {
		case <-d.enough:
		case <-time.After(d.patience):
		}
		defer func() {
			d.mu.Lock()
			d.now--
			d.mu.Unlock()
		}()
	}
	return http.DefaultTransport.RoundTrip(req)
}

func (in *intake) countDownloads(t *testing.T, company int, patience time.Duration) *downloads {
	t.Helper()
	d := &downloads{company: company, patience: patience, enough: make(chan struct{})}
	info := testkit.S3(t)
	b, err := blob.New(blob.Config{Endpoint: info.Endpoint, AccessKey: info.AccessKey, SecretKey: info.SecretKey,
		Bucket: info.Bucket, Transport: d})
	require.NoError(t, err)
	in.Blob = b
	return d
}

// put stores the extraction like the worker of the result's claim.
func (in *intake) put(t *testing.T, r *contract.Result, x io.Reader) {
	t.Helper()
	ref := contract.ClaimRef{DocumentID: r.DocumentID, Token: r.Token}
	_, err := in.Blob.Put(t.Context(), claims.ResultKey(ref), x)
	require.NoError(t, err)
	r.Extraction, r.Stored = nil, true
}

func encodedExtraction(t *testing.T) io.Reader {
	t.Helper()
	b, err := json.Marshal(gatewaytest.Extraction())
	require.NoError(t, err)
	return bytes.NewReader(b)
}

// A result larger than any genuine one ends its document at once, because another attempt would give the
// same.
func TestOversizedResult(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	r := in.results(t, 1)[0]
	in.put(t, &r, io.LimitReader(zeros{}, 33<<20))
	require.NoError(t, in.Handle(t.Context(), r))
	testkit.WantCount(t, in.pool, 1,
		`SELECT count(*) FROM documents WHERE status = 'failed' AND failure_code = 'TOO_COMPLEX'`)
	testkit.WantCount(t, in.pool, 0, `SELECT count(*) FROM quota.charges WHERE given_back_at IS NOT NULL`)
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// A result of a claim that has ended is removed without being read.
func TestStoredResultOfEndedClaim(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	d := in.countDownloads(t, 1, 0)
	r := in.results(t, 1)[0]
	in.put(t, &r, encodedExtraction(t))
	testkit.Exec(t, in.pool, `UPDATE documents SET token = 'another'`)
	require.NoError(t, in.Handle(t.Context(), r))
	assert.Equal(t, d.all, 0, "objects were read")
	n := 0
	err := in.Blob.List(t.Context(), "results/", func(blob.Object) error { n++; return nil })
	assert.True(t, err == nil && n == 0, n, "objects are left", err)
}

// Stored results are read two at a time, for any number of workers.
func TestStoredResultReadLimit(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	d := in.countDownloads(t, 3, 50*time.Millisecond)
	results := in.results(t, 6)
	for i := range results {
		in.put(t, &results[i], encodedExtraction(t))
	}
	in.handle(t, results)()
	testkit.WantCount(t, in.pool, len(results), `SELECT count(*) FROM documents WHERE status = 'completed'`)
	assert.True(t, d.most <= 2 && d.all >= len(results), d.most, "of", d.all, "objects were read at once")
}

// A waiting request gets the record without a database query, and must see the same as the next reader.
func TestRecordForWaiters(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	account := gatewaytest.Account()
	accept := func(sha256, rerunOf string) string {
		a := gatewaytest.Acceptance(account)
		a.Document.SHA256, a.Document.RerunOf = strings.Repeat(sha256, 64), rerunOf
		c, err := in.Store.Accept(t.Context(), a, store.Terms{KeepFor: time.Hour})
		require.True(t, err == nil && c.Granted, "accept", c, err)
		return a.Document.ID
	}
	completed := func(change func(*contract.Extraction)) contract.Result {
		x := gatewaytest.Extraction()
		x.Data = json.RawMessage(`{"vendorName":"Mill & Co","invoiceNumber":"7","total":"119.00","currency":"EUR"}`)
		if change != nil {
			change(x)
		}
		return contract.Result{Outcome: contract.OutcomeCompleted, Extraction: x, ProcessingTimeMs: 31}
	}
	docs := &documents.Documents{Store: in.Store, Blob: in.Blob}
	find := func(id string) contract.Record {
		rec, err := docs.Record(t.Context(), account, id)
		require.NoError(t, err)
		return rec
	}
	first := accept("a", "")
	for _, c := range []struct {
		name   string
		id     string
		result contract.Result
		want   contract.Metadata
	}{
		{"completed", first, completed(nil), contract.Metadata{}},
		{"same bytes", accept("a", ""), completed(nil), contract.Metadata{DuplicateOf: &first}},
		{"same content", accept("b", ""), completed(nil), contract.Metadata{DuplicateOf: &first}},
		{"read again", accept("a", first), completed(nil), contract.Metadata{RerunOf: &first}},
		{"large fields", accept("c", ""), completed(func(x *contract.Extraction) {
			x.Data = json.RawMessage(`{"text":"none like it"}`)
			x.Fields = json.RawMessage(`{"text":"` + strings.Repeat("a", 300<<10) + `"}`)
			x.DocumentType = "generic"
		}), contract.Metadata{}},
		{"failed", accept("d", ""), contract.Result{
			Outcome: contract.OutcomeFailed,
			Failure: &contract.Failure{Code: contract.CodeCorruptFile, Message: "It is cut\x00 short."},
		}, contract.Metadata{}},
	} {
		rec := in.told(t, c.id, c.result)
		if !reflect.DeepEqual(rec.Metadata.RerunOf, c.want.RerunOf) ||
			!reflect.DeepEqual(rec.Metadata.DuplicateOf, c.want.DuplicateOf) {
			t.Errorf("%s: metadata %+v", c.name, rec.Metadata)
		}
		told, read := encoded(t, rec), encoded(t, find(c.id))
		if !bytes.Equal(told, read) {
			t.Errorf("%s: told\n%.2000s\nread\n%.2000s", c.name, told, read)
		}
	}
}

// told claims the document, submits the result and returns the waiter's record.
func (in *intake) told(t *testing.T, id string, r contract.Result) contract.Record {
	t.Helper()
	r.DocumentID, r.Token = id, "t"
	claim := store.Claim{DocumentID: id, Worker: "w", Token: r.Token, Lease: time.Hour}
	_, ok, err := in.Store.Claim(t.Context(), claim)
	require.True(t, err == nil && ok, "claim", id, ok, err)
	ended, cancel := in.Waiters.Await(id)
	defer cancel()
	require.NoError(t, in.Handle(t.Context(), r))
	select {
	case rec := <-ended:
		if rec != nil {
			return *rec
		}
	default:
	}
	t.Fatalf("nobody was told of %s", id)
	return contract.Record{}
}

func encoded(t *testing.T, rec contract.Record) []byte {
	t.Helper()
	b, err := json.Marshal(rec)
	require.NoError(t, err)
	return b
}

package completion_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/jobs/claims"
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
	if _, err := in.Blob.Put(t.Context(), claims.ResultKey(ref), x); err != nil {
		t.Fatal(err)
	}
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
	in.count(t, `SELECT count(*) FROM documents WHERE status = 'failed' AND failure_code = 'TOO_COMPLEX'`, 1)
	in.count(t, `SELECT count(*) FROM quota.charges WHERE given_back_at IS NOT NULL`, 0)
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
	if _, err := in.pool.Exec(t.Context(), `UPDATE documents SET token = 'another'`); err != nil {
		t.Fatal(err)
	}
	require.NoError(t, in.Handle(t.Context(), r))
	if d.all != 0 {
		t.Errorf("%d objects were read", d.all)
	}
	n := 0
	if err := in.Blob.List(t.Context(), "results/", func(blob.Object) error { n++; return nil }); err != nil || n != 0 {
		t.Errorf("%d objects are left, %v", n, err)
	}
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
	in.count(t, `SELECT count(*) FROM documents WHERE status = 'completed'`, len(results))
	if d.most > 2 || d.all < len(results) {
		t.Errorf("%d of %d objects were read at once", d.most, d.all)
	}
}

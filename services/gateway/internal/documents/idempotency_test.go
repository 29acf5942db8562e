package documents_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/documents"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// once makes a call with a key, like the HTTP layer, and returns the document's id.
func once(t *testing.T, d *documents.Documents, account, key string) (id string) {
	for deadline := time.Now().Add(testkit.Patience); time.Now().Before(deadline); {
		claim, answer, err := d.ClaimKey(t.Context(), account, key)
		switch {
		case apierror.Is(err, contract.CodeIdempotencyInProgress):
			assert.True(t, apierror.Of(err).RetryAfter > 0, "no word of when to try again")
			time.Sleep(time.Millisecond)
			continue
		case err != nil:
			t.Error(err)
			return ""
		case answer != nil:
			return answer.ID
		}
		claim.Fingerprint = [32]byte{1}
		a := gatewaytest.Acceptance(account)
		a.Claim = claim
		if err := d.Accept(t.Context(), a); err != nil {
			t.Error(err)
			return ""
		}
		return a.Document.ID
	}
	t.Error("no answer")
	return ""
}

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	blob := gatewaytest.Blob(t)
	first, _ := gatewaytest.Replica(t, s, blob, nil)
	second, _ := gatewaytest.Replica(t, s, blob, nil)
	account := gatewaytest.Account()
	ids := make([]string, 20)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() { ids[i] = once(t, []*documents.Documents{first, second}[i%2], account, "key") })
	}
	wg.Wait()
	for _, id := range ids {
		assert.Equal(t, id, ids[0], "second ID")
	}
	for _, sql := range []string{`SELECT count(*) FROM documents`, `SELECT count(*) FROM quota.charges`,
		`SELECT used FROM quota.months`} {
		testkit.WantCount(t, pool, 1, sql)
	}
}

// A refused call leaves its key free; a batch uses a key like a file, and its files are removed if the key
// is lost.
func TestIdempotencyKeyOfBatch(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	s, _ := gatewaytest.Store(t, url)
	d, stop := gatewaytest.Replica(t, s, gatewaytest.Blob(t),
		gatewaytest.Connect(t, gatewaytest.NATS(t), contract.UserGateway))
	other, _ := gatewaytest.Replica(t, s, d.Blob, nil)
	account := gatewaytest.Account()
	var accepted atomic.Int32
	d.Accepted = func(_ context.Context, n int) { accepted.Add(int32(n)) }

	claim := begin(t, d, account)
	gatewaytest.Limit(t, url, 1)
	b := gatewaytest.Batch(account, 3)
	b.Claim = claim
	shown, dropped, err := d.AcceptBatch(t.Context(), b)
	if err != nil || shown.Counts.Queued != 1 || len(dropped) != 2 || dropped[0] != b.Files[1].Document.ObjectKey ||
		accepted.Load() != 1 {
		t.Fatalf("batch %+v, dropped %v, %v", shown, dropped, err)
	}
	e := shown.Results[2]
	assert.True(t, e.Code == contract.CodeQuotaExceeded && e.Error != "" && e.FileName == "2.pdf", "entry", e)
	_, answer, err := d.ClaimKey(t.Context(), account, "key")
	assert.True(t, err == nil && answer != nil && answer.ID == b.BatchID, "answer", answer, err)

	claim = begin(t, d, gatewaytest.Account())
	full := gatewaytest.Batch(account, 2)
	full.Claim = claim
	_, dropped, err = d.AcceptBatch(t.Context(), full)
	assert.True(t, apierror.Is(err, contract.CodeQuotaExceeded) && len(dropped) == 2, "full: dropped", dropped, err)
	d.ReleaseKey(t.Context(), *claim)
	claim, _, err = d.ClaimKey(t.Context(), claim.AccountID, claim.Key)
	require.NoError(t, err, "after a refusal")
	require.True(t, claim != nil, "after a refusal")
	stop()
	takeOver(t, other, claim)
	gatewaytest.Limit(t, url, 10)
	full.Claim = claim
	_, dropped, err = d.AcceptBatch(t.Context(), full)
	assert.True(t, apierror.Is(err, contract.CodeIdempotencyInProgress) && len(dropped) == 2,
		"lost claim: dropped", dropped, err)
	_, _, err = d.ClaimKey(t.Context(), account, "another")
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable), "without a number", err)
}

func begin(t *testing.T, d *documents.Documents, account string) *model.IdempotencyClaim {
	t.Helper()
	claim, _, err := d.ClaimKey(t.Context(), account, "key")
	require.NoError(t, err, "begin")
	require.True(t, claim != nil, "begin")
	return claim
}

func takeOver(t *testing.T, d *documents.Documents, lost *model.IdempotencyClaim) {
	t.Helper()
	for deadline := time.Now().Add(testkit.Patience); time.Now().Before(deadline); {
		if claim, _, err := d.ClaimKey(t.Context(), lost.AccountID, lost.Key); err == nil && claim != nil {
			return
		}
	}
	t.Fatal("the key is never free")
}

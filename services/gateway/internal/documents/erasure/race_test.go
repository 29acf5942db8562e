package erasure_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// An erasure concurrent with claims, results and corrections of its document leaves nothing of it, in any
// order.
func TestConcurrentErase(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	account := gatewaytest.Account()
	const documents = 24
	all := make([]model.Acceptance, documents)
	for i := range all {
		all[i] = r.accept(account)
	}
	batch := gatewaytest.Batch(account, documents)
	_, _, err := r.docs.AcceptBatch(t.Context(), batch)
	require.NoError(t, err)
	for _, f := range batch.Files {
		all = append(all, model.Acceptance{Principal: batch.Principal, Document: *f.Document})
	}
	r.race(account, all)
	r.due() // a command may have been on its way while it was purged
	for _, a := range all {
		assert.Empty(t, r.traces(a), a.Document.ID, "left")
		err := r.docs.Erase(t.Context(), account, a.Document.ID, "")
		assert.True(t, apierror.Is(err, contract.CodeNotFound), "erased twice", err)
	}
	r.noNames()
	b, err := r.docs.Batch(t.Context(), account, batch.BatchID)
	assert.True(t, err == nil && b.Status == contract.StatusCompleted && b.Counts.Deleted == documents, "batch", b, err)
}

// race does everything at once that may happen to documents, erasure included.
func (r *rig) race(account string, all []model.Acceptance) {
	r.t.Helper()
	var wg sync.WaitGroup
	for i, a := range all {
		id := a.Document.ID
		wg.Go(func() {
			token := fmt.Sprint(i)
			if r.claim(id, token) {
				assert.NoError(r.t, r.finish(id, token), "finish")
			}
		})
		wg.Go(func() {
			total := "1.00"
			_, err := r.docs.Correct(r.t.Context(), model.Correction{
				AccountID: account, DocumentID: id, By: "key_1", Change: correct.Change{Values: map[string]*string{"total": &total}},
			})
			if err != nil && !apierror.Is(err, contract.CodeInvalidState) && !apierror.Is(err, contract.CodeNotFound) {
				r.t.Errorf("correct: %v", err)
			}
		})
		wg.Go(func() {
			if _, err := r.docs.Record(r.t.Context(), account, id); err != nil && !apierror.Is(err, contract.CodeNotFound) {
				r.t.Errorf("record: %v", err)
			}
		})
		wg.Go(func() {
			assert.NoError(r.t, r.docs.Erase(r.t.Context(), account, id, ""), "erase")
		})
	}
	wg.Wait()
}

// noNames checks that no event of a batch has a file name. Events published before a document's erasure are removed.
func (r *rig) noNames() {
	r.t.Helper()
	if n := r.count(`SELECT count(*) FROM outbox WHERE position('.pdf'::bytea IN payload) > 0`); n > 0 {
		r.t.Errorf("%d events wait that name a file", n)
	}
	for _, spec := range contract.Streams() {
		if spec.Name != contract.StreamEvents {
			continue
		}
		stream, err := r.js[spec.Account].Stream(r.t.Context(), spec.Name)
		require.NoError(r.t, err)
		for _, what := range r.messages(spec, "docmill.event.batch.>") {
			subject, _, _ := strings.Cut(what, " ")
			m, err := stream.GetLastMsgForSubject(r.t.Context(), subject)
			require.NoError(r.t, err)
			assert.False(r.t, bytes.Contains(m.Data, []byte(".pdf")), "event", string(m.Data), "in", spec.Account)
		}
	}
}

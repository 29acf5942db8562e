package gateway_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

func TestLayoutsWithoutClaim(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id, ended := r.accept()
	key := claimKey(t)
	_, claim := r.next("w", key)
	require.NoError(t, claim.Open(key, "w"))
	ask := func(token, fingerprint string) (contract.LayoutsReply, error) {
		return bus.Call[contract.LayoutsReply](t.Context(), r.worker, contract.RPCWorkLayouts, contract.LayoutsRequest{
			ClaimRef: contract.ClaimRef{DocumentID: id, Token: token}, Worker: "w", SealKey: key.Public(),
			Fingerprint: json.RawMessage(fingerprint),
		})
	}
	if reply, err := ask(claim.Token, `{"keys":[1,2],"vendors":[]}`); err != nil || len(reply.Sealed) != 0 {
		t.Errorf("of an unknown layout: %+v, %v", reply, err)
	}
	_, err := ask("guessed", `{"keys":[1,2]}`)
	assert.True(t, apierror.Is(err, contract.CodeNotFound), "with another token", err)
	for _, malformed := range []string{`7`, `{"keys":[` + manyKeys() + `]}`} {
		_, err := ask(claim.Token, malformed)
		assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), malformed, err)
	}
	r.report(completed(id, claim.Token))
	ended()
	_, err = ask(claim.Token, `{"keys":[1,2]}`)
	assert.True(t, apierror.Is(err, contract.CodeNotFound), "after the claim", err)
}

// teachable completes a document and confirms its values.
func (r *rig) teachable() (id string) {
	r.t.Helper()
	id, ended := r.accept()
	r.report(completed(id, r.claimNext(id).Token))
	ended()
	return id
}

func (r *rig) correct(id, total string) {
	r.t.Helper()
	_, err := r.docs.Correct(r.t.Context(), model.Correction{
		AccountID: r.account, DocumentID: id, By: "key_1",
		Change: correct.Change{Values: map[string]*string{"total": &total}},
	})
	require.NoError(r.t, err)
}

func (r *rig) extractor(teach func(context.Context, contract.TeachRequest) (contract.TeachReply, error)) {
	r.t.Helper()
	server, err := bus.NewServer(r.t.Context(), r.worker, "extractor")
	if err == nil {
		err = bus.Handle(server, contract.RPCPageTeach, teach)
	}
	require.NoError(r.t, err)
}

func lesson(t *testing.T) contract.TeachReply {
	t.Helper()
	encoded, err := json.Marshal(template.Example{
		Version: template.Version, Fingerprint: template.Fingerprint{Keys: []int64{1, 2, 3}},
		Fields: []template.ExampleField{{Name: "total", Anchors: []string{"a"}}},
	})
	require.NoError(t, err)
	return contract.TeachReply{Example: encoded}
}

func TestLearnFromCorrection(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	asked := make(chan contract.TeachRequest, 10)
	r.extractor(func(_ context.Context, q contract.TeachRequest) (contract.TeachReply, error) {
		asked <- q
		return lesson(t), nil
	})
	id := r.teachable()
	var before string
	const state = `SELECT status || attempt || coalesce(completed_at::text, '') || (SELECT count(*) FROM outbox) ||
		(SELECT count(*) FROM quota.charges) FROM documents`
	require.NoError(t, r.pool.QueryRow(t.Context(), state).Scan(&before))
	r.correct(id, "120.00")
	q := <-asked
	if q.DocumentID != id || q.AccountHash == "" || q.Correction == 0 || len(q.Touched) != 1 || q.Touched[0] != "total" {
		t.Errorf("request %+v", q)
	}
	r.await("the lesson", `SELECT count(*) = 1 AND NOT EXISTS (SELECT FROM teachings) FROM lessons`)
	var after string
	err := r.pool.QueryRow(t.Context(), state).Scan(&after)
	assert.True(t, err == nil && before == after, "teaching changed", before, "to", after, err)
}

func TestLearnNotFound(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.extractor(func(context.Context, contract.TeachRequest) (contract.TeachReply, error) {
		return contract.TeachReply{}, apierror.New(contract.CodeNotFound, "Nothing is to be learned from this document.")
	})
	r.correct(r.teachable(), "120.00")
	r.await("the end", `SELECT count(*) = 0 FROM teachings`)
}

// await polls until the statement is true, because there is no signal.
func (r *rig) await(what, holds string) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), patience)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		var ok bool
		if err := r.pool.QueryRow(ctx, holds).Scan(&ok); err != nil {
			r.t.Fatalf("waited in vain for %s: %v", what, err)
		}
		if ok {
			return
		}
		<-tick.C
	}
}

func manyKeys() string {
	keys := "0"
	for range template.MaxKeys {
		keys += ",1"
	}
	return keys
}

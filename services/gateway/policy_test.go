package gateway_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
)

func TestPolicy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		policy gateway.Policy
		wrong  []string // named in the error
	}{
		"usual": {gateway.Policy{Registration: "closed"}, nil},
		"open": {gateway.Policy{Registration: "open", Retention: time.Hour,
			TrustedProxies: []string{"10.0.0.0/8", "fd00::/8", "192.0.2.1"}}, nil},
		"nothing": {gateway.Policy{}, []string{"DOCMILL_REGISTRATION"}},
		"all wrong": {
			gateway.Policy{Registration: "ajar", Retention: -1,
				TrustedProxies: []string{"10.0.0.0/33", "proxy", "fe80::1%eth0"}},
			[]string{"DOCMILL_REGISTRATION", "DOCMILL_RETENTION", `"10.0.0.0/33"`, `"proxy"`, `"fe80::1%eth0"`},
		},
	} {
		cfg := testConfig(t, "postgres://db/docmill")
		cfg.Policy = c.policy
		err := cfg.Validate()
		assert.Equal(t, err != nil, len(c.wrong) > 0, name, err)
		for _, want := range c.wrong {
			assert.True(t, err != nil && strings.Contains(err.Error(), want), name, want, "is not named in", err)
		}
	}
}

// A batch with its options, a document deleted meanwhile, and one event at the end.
func TestBatchLifecycle(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	b := gatewaytest.Batch(r.account, 3)
	b.Files = append(b.Files, gatewaytest.Refused("empty.pdf"))
	for _, f := range b.Files[:3] {
		f.Document.Lane = contract.LaneInteractive
		f.Document.Schema = []byte(`{"type":"object","properties":{"order":{"type":"string"}}}`)
	}
	accepted, dropped, err := r.docs.AcceptBatch(t.Context(), b)
	if err != nil || len(dropped) > 0 || accepted.Status != contract.StatusQueued || accepted.Counts.Queued != 3 {
		t.Fatalf("batch %+v, dropped %v, %v", accepted, dropped, err)
	}
	gone := b.Files[1].Document.ID
	require.NoError(t, r.docs.Erase(t.Context(), r.account, gone, ""))
	assert.True(t, r.claim(gone).Gone, "an erased document is handed out")
	for _, i := range []int{0, 2} {
		id := b.Files[i].Document.ID
		claim := r.claim(id)
		assert.Equal(t, string(claim.Schema), string(b.Files[i].Document.Schema), "claim with schema")
		now, err := r.docs.Batch(t.Context(), r.account, b.BatchID)
		assert.True(t, err == nil && now.Status == contract.StatusProcessing, "status", now.Status, err)
		r.report(completed(id, claim.Token))
	}
	e := r.batchEvent()
	if e.ID != b.BatchID || e.Total != 4 || e.Completed != 2 || e.Deleted != 1 || e.Rejected != 1 || len(e.Results) != 3 ||
		e.Results[1].FileName != "" || e.Results[2].FileName != "2.pdf" {
		t.Errorf("event %+v", e)
	}
	_, err = r.docs.Record(t.Context(), r.account, gone)
	assert.True(t, apierror.Is(err, contract.CodeNotFound), "erased", err)
}

// batchEvent waits for the event of a batch among those of its documents.
func (r *rig) batchEvent() (b contract.BatchEvent) {
	r.t.Helper()
	for {
		e := testkit.Receive(r.t, r.events, "the event of the batch")
		if e.Event == contract.EventBatchCompleted {
			require.NoError(r.t, json.Unmarshal(e.Data, &b))
			return b
		}
	}
}

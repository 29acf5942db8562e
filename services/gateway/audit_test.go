package gateway_test

import (
	"context"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
)

// recorder is an auth service that records audit entries; requests before its start fail.
func (r *rig) recorder() <-chan contract.AuditReport {
	r.t.Helper()
	server, err := bus.NewServer(context.Background(), gatewaytest.Connect(r.t, r.nats, contract.UserAuth), "auth")
	require.NoError(r.t, err)
	written := make(chan contract.AuditReport, 100)
	err = bus.Handle(server, contract.RPCAuthAuditRecord,
		func(_ context.Context, q contract.RecordAuditRequest) (contract.Empty, error) {
			for _, d := range q.Reports {
				written <- d
			}
			return contract.Empty{}, nil
		})
	require.NoError(r.t, err)
	return written
}

// An erasure does not wait for the audit, and its entry is not lost: it waits for
// the auth service.
func TestErasureAudit(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	byKey, _ := r.accept()
	byRetention, _ := r.accept()
	const key = contract.PrefixKey + "01990000-0000-7000-8000-000000000001"
	for id, by := range map[string]string{byKey: key, byRetention: ""} {
		require.NoError(t, r.docs.Erase(t.Context(), r.account, id, by))
	}
	written := r.recorder()
	select {
	case d := <-written:
		if d.AccountID != r.account || d.Action != contract.AuditDocumentErased || d.Actor != key || d.Target != byKey ||
			time.Since(d.At.Time) > time.Hour {
			t.Errorf("entry = %+v", d)
		}
	case <-time.After(2 * patience):
		t.Fatal("the erasure is not written down")
	}
	r.eventually(0, `SELECT count(*) FROM deeds`)
	if len(written) > 0 {
		t.Errorf("written down too: %+v", <-written)
	}
}

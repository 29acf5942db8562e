package claims_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/jobs/claims"
	"github.com/docmill/docmill/services/gateway/internal/jobs/filecache"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// desk is a work server, and a worker that asks it.
type desk struct {
	t      *testing.T
	store  *store.Store
	files  *filecache.Cache
	worker *bus.Conn
	key    *contract.ClaimKey
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	server := gatewaytest.NATS(t)
	key, err := contract.NewClaimKey()
	require.NoError(t, err)
	d := &desk{
		t: t, worker: gatewaytest.Connect(t, server, contract.UserExtractor), key: key,
		files: filecache.New(filecache.Config{FileBytes: 1 << 10, Bytes: 1 << 10, For: time.Hour}),
	}
	d.store, _ = gatewaytest.Store(t, gatewaytest.Database(t))
	w := &claims.Server{
		Config: claims.Config{Lease: time.Minute, Deadline: time.Minute, Bound: store.Bound{InLane: 100, InAll: 100}},
		Store:  d.store, Blob: gatewaytest.Blob(t), Files: d.files, Log: telemetry.Discard().Log, Queue: idle{},
	}
	_, err = w.Serve(t.Context(), gatewaytest.Connect(t, server, contract.UserGateway))
	require.NoError(t, err)
	return d
}

// idle is a queue that needs no looking after.
type idle struct{}

func (idle) Wake() {}

func (idle) Publish(context.Context, contract.Lane, string) error { return nil }

// accept creates a document; atHand means that its file is cached.
func (d *desk) accept(atHand bool) (id string) {
	d.t.Helper()
	a := gatewaytest.Acceptance(gatewaytest.Account())
	if atHand {
		d.files.Put(a.Document.ObjectKey, []byte(gatewaytest.File))
	}
	_, err := d.store.Accept(d.t.Context(), a, store.Terms{})
	require.NoError(d.t, err)
	return a.Document.ID
}

// claim claims the only document that waits.
func (d *desk) claim(id string, takesFiles bool) contract.ClaimReply {
	d.t.Helper()
	claim, err := bus.Call[contract.ClaimReply](d.t.Context(), d.worker, contract.RPCWorkClaim, contract.ClaimRequest{
		DocumentID: id, Lane: contract.LaneInteractive, Worker: "w", SealKey: d.key.Public(), SealSessions: true,
		TakesFiles: takesFiles,
	})
	require.NoError(d.t, err)
	if err := claim.Open(d.key, "w"); err != nil || claim.DocumentID != id {
		d.t.Fatal(claim.DocumentID, err)
	}
	return claim
}

func TestClaimFromCache(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for name, tt := range map[string]struct{ atHand, takes, file bool }{
		"a file at hand":                      {true, true, true},
		"a file at hand, a worker of before":  {true, false, false},
		"a file that came in somewhere else":  {false, true, false},
		"likewise for a worker of before":     {false, false, false},
		"a file at hand, after all the above": {true, true, true},
	} {
		id := d.accept(tt.atHand)
		claim := d.claim(id, tt.takes)
		if got := string(claim.File); tt.file != (got == gatewaytest.File) || tt.file == (claim.GetURL != "") ||
			!tt.file && got != "" {
			t.Errorf("%s: file %q, address %q", name, got, claim.GetURL)
		}
		assert.Contains(t, claim.PutURL, claim.Token, name, "results go to")
		assert.Equal(t, d.files.Len(), 0, name, "the file is still kept")
	}
}

// A file is at hand once: the next attempt fetches it.
func TestSecondAttemptFromStore(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.accept(true)
	first := d.claim(id, true)
	_, err := bus.Call[contract.Empty](t.Context(), d.worker, contract.RPCWorkRelease, contract.ClaimUpdate{
		ClaimRef: contract.ClaimRef{DocumentID: id, Token: first.Token},
	})
	require.NoError(t, err)
	second := d.claim(id, true)
	assert.True(t, second.File == nil && second.GetURL != "" && second.Token != first.Token, second, "after", first)
}

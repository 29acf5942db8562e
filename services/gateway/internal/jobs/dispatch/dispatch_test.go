package dispatch_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/propagation"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/jobs/dispatch"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

const patience = testkit.Patience

type rig struct {
	t     *testing.T
	nats  *natsd.Server
	store *store.Store
	js    jetstream.JetStream // with all rights, to look and to break
}

func newRig(t *testing.T) *rig {
	t.Helper()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	server := gatewaytest.NATS(t)
	nc, err := nats.Connect("", nats.InProcessServer(server.Provider()), nats.UserInfo(contract.UserOperator, "test"),
		nats.CustomInboxPrefix(contract.InboxPrefix(contract.UserOperator)))
	require.NoError(t, err)
	t.Cleanup(nc.Close)
	js, err := jetstream.NewWithAPIPrefix(nc, contract.APIPrefix(contract.AccountWork))
	require.NoError(t, err)
	return &rig{t: t, nats: server, store: s, js: js}
}

// config disables timers, except for those that the test waits for.
func config() dispatch.Config {
	return dispatch.Config{
		Window: store.Window{PerLane: 32, Share: 8, InFlight: 64, Redispatch: time.Hour},
		Every:  time.Hour, Recheck: time.Hour, StreamEvery: time.Hour,
	}
}

func (r *rig) run(cfg dispatch.Config) *dispatch.Dispatcher {
	r.t.Helper()
	conn := gatewaytest.Connect(r.t, r.nats, contract.UserGateway)
	d := dispatch.New(cfg, r.store.Queue, conn, propagation.TraceContext{}, telemetry.Discard().Log,
		func(context.Context, string, contract.Code) {})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	r.t.Cleanup(func() {
		cancel()
		assert.NoError(r.t, <-done)
	})
	return d
}

func (r *rig) accept(account string) string {
	r.t.Helper()
	a := gatewaytest.Acceptance(account)
	if c, err := r.store.Accept(r.t.Context(), a,
		store.Terms{Traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}); err != nil || !c.Granted {
		r.t.Fatalf("accept: %+v, %v", c, err)
	}
	return a.Document.ID
}

func (r *rig) commands(n uint64) {
	r.t.Helper()
	var have uint64
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		s, err := r.js.Stream(r.t.Context(), contract.StreamCommands)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			continue
		}
		require.NoError(r.t, err)
		if have = s.CachedInfo().State.Msgs; have == n {
			return
		}
	}
	r.t.Fatalf("the stream holds %d commands, want %d", have, n)
}

func TestDispatchOnWake(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	d := r.run(config())
	id := r.accept(gatewaytest.Account())
	d.Wake()
	r.commands(1)
	worker := gatewaytest.Connect(t, r.nats, contract.UserExtractor)
	puller, err := worker.Puller(t.Context(), contract.StreamCommands, contract.DurableLane(contract.LaneInteractive))
	require.NoError(t, err)
	m, err := puller.Next(t.Context())
	require.NoError(t, err)
	assert.Equal(t, m.Subject(), contract.CommandSubject(contract.LaneInteractive, id), "subject")
	c, err := bus.Decode[contract.ExtractCommand](m.Data())
	assert.True(t, err == nil && c.DocumentID == id, "command", c, err)
}

// The command of a document that was released as it was accepted is published without
// a round of the dispatcher.
func TestPublishReleased(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	d := r.run(config())
	a := gatewaytest.Acceptance(gatewaytest.Account())
	c, err := r.store.Accept(t.Context(), a, store.Terms{Release: time.Hour})
	require.NoError(t, err, c)
	require.True(t, c.Released, c)
	require.True(t, d.Released(store.Command{DocumentID: a.Document.ID, Lane: a.Document.Lane}), "not taken")
	r.commands(1)
}

// Unpublishable commands block no caller, and are kept only up to the limit.
func TestReleasedNonblocking(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	d := dispatch.New(config(), r.store.Queue, gatewaytest.Connect(t, r.nats, contract.UserGateway), propagation.TraceContext{},
		telemetry.Discard().Log, func(context.Context, string, contract.Code) {})
	taken := 0
	for d.Released(store.Command{}) {
		taken++
	}
	assert.NotEqual(t, taken, 0, "nothing is taken")
}

func TestDispatchOnTimer(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	cfg := config()
	cfg.Every = 10 * time.Millisecond
	r.run(cfg)
	r.accept(gatewaytest.Account())
	r.commands(1)
}

func TestReplicas(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	const n = 40
	for range n {
		r.accept(gatewaytest.Account())
	}
	cfg := config()
	cfg.Window.PerLane, cfg.Every = n, 10*time.Millisecond
	for range 3 {
		r.run(cfg)
	}
	r.commands(n)
	s, err := r.js.Stream(t.Context(), contract.StreamCommands)
	require.NoError(t, err)
	assert.Equal(t, s.CachedInfo().State.LastSeq, n, "commands were published")
}

func TestRecreatedStream(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	cfg := config()
	cfg.StreamEvery = 20 * time.Millisecond
	d := r.run(cfg)
	const n = 5
	for range n {
		r.accept(gatewaytest.Account())
	}
	d.Wake()
	r.commands(n)
	require.NoError(t, r.js.DeleteStream(t.Context(), contract.StreamCommands))
	gatewaytest.Provision(t, gatewaytest.Connect(t, r.nats, contract.UserOperator))
	r.commands(n)
}

func TestMissingStream(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	require.NoError(t, r.js.DeleteStream(t.Context(), contract.StreamCommands))
	cfg := config()
	cfg.Every = 20 * time.Millisecond
	r.run(cfg)
	r.accept(gatewaytest.Account())
	// A publish without a stream fails slowly; the document stays due.
	gatewaytest.Provision(t, gatewaytest.Connect(t, r.nats, contract.UserOperator))
	r.commands(1)
}

func TestPendingCommandRecheck(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id := r.accept(gatewaytest.Account())
	worker := gatewaytest.Connect(t, r.nats, contract.UserGateway)
	subject := contract.CommandSubject(contract.LaneInteractive, id)
	if err := worker.PublishStream(t.Context(), subject, "", contract.ExtractCommand{DocumentID: id}); err != nil {
		t.Fatal(err) // of an attempt before, not acknowledged yet
	}
	cfg := config()
	cfg.Every, cfg.Recheck = 20*time.Millisecond, 20*time.Millisecond
	r.run(cfg)
	r.commands(1)
	require.NoError(t, worker.Purge(t.Context(), contract.StreamCommands, subject))
	r.commands(1)
}

func TestExpiredLease(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id := r.accept(gatewaytest.Account())
	for attempt := 1; attempt < contract.MaxAttempts; attempt++ {
		c := store.Claim{DocumentID: id, Worker: "w", Token: "t", Lease: 0}
		_, ok, err := r.store.Claim(t.Context(), c)
		require.True(t, ok && err == nil, "claim", attempt, ok, err)
		n, err := r.store.Requeue(t.Context())
		require.True(t, n == 1 && err == nil, "requeue", attempt, n, err)
	}
	_, ok, err := r.store.Claim(t.Context(), store.Claim{DocumentID: id, Worker: "w", Token: "t", Lease: 0})
	require.True(t, ok && err == nil, "last claim", ok, err)
	cfg := config()
	cfg.Every = 10 * time.Millisecond
	abandoned := make(chan string, 1)
	conn := gatewaytest.Connect(t, r.nats, contract.UserGateway)
	d := dispatch.New(cfg, r.store.Queue, conn, propagation.TraceContext{}, telemetry.Discard().Log,
		func(_ context.Context, id string, _ contract.Code) { abandoned <- id })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { _ = d.Run(ctx) }()
	assert.Equal(t, testkit.Receive(t, abandoned, "the abandoned document"), id, "abandoned")
}

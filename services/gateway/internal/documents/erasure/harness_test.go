package erasure_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/propagation"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/documents"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/jobs/completion"
	"github.com/docmill/docmill/services/gateway/internal/jobs/dispatch"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

const patience = testkit.Patience

// rig is a register with dispatcher, relay and intake of results, and everything in which a document leaves traces.
type rig struct {
	t      *testing.T
	url    string
	nats   *natsd.Server
	js     map[string]jetstream.JetStream // by account, with all rights, to look and to break
	store  *store.Store
	pool   *pgxpool.Pool
	blob   *blob.Store
	docs   *documents.Documents
	intake *completion.Consumer
	relay  *outbox.Relay
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{t: t, url: gatewaytest.Database(t), nats: gatewaytest.NATS(t), blob: gatewaytest.Blob(t)}
	r.store, r.pool = gatewaytest.Store(t, r.url)
	conn := gatewaytest.Connect(t, r.nats, contract.UserGateway)
	r.docs, _ = gatewaytest.Replica(t, r.store, r.blob, conn)
	log := telemetry.Discard().Log
	r.relay = outbox.NewRelay(r.pool, conn, log, contract.StreamEvents, outbox.Retention{MaxAge: time.Hour, MaxMessages: 1000})
	r.intake = &completion.Consumer{
		Config: completion.Config{Workers: 1, CrashPauses: []time.Duration{0}, ErrorPauses: []time.Duration{0}},
		Store:  r.store, Blob: r.blob, Propagator: propagation.TraceContext{}, Log: log,
		Waiters: r.docs.Waiters,
		Ended:   func(context.Context, string, contract.Code) { r.relay.Wake() },
	}
	r.js = operator(t, r.nats)
	d := dispatch.New(dispatch.Config{
		Window: store.Window{PerLane: 1000, Share: 1000, InFlight: 1000, Redispatch: time.Hour},
		Every:  20 * time.Millisecond, Recheck: time.Hour, StreamEvery: time.Hour,
	}, r.store.Queue, conn, propagation.TraceContext{}, log, func(context.Context, string, contract.Code) {})
	r.run(r.relay.Run)
	r.run(d.Run)
	return r
}

func operator(t *testing.T, server *natsd.Server) map[string]jetstream.JetStream {
	t.Helper()
	nc, err := nats.Connect("", nats.InProcessServer(server.Provider()), nats.UserInfo(contract.UserOperator, "test"),
		nats.CustomInboxPrefix(contract.InboxPrefix(contract.UserOperator)))
	require.NoError(t, err)
	t.Cleanup(nc.Close)
	apis := map[string]jetstream.JetStream{}
	for _, spec := range contract.Streams() {
		apis[spec.Account], err = jetstream.NewWithAPIPrefix(nc, contract.APIPrefix(spec.Account))
		require.NoError(t, err)
	}
	return apis
}

// run runs a part until the test ends.
func (r *rig) run(f func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- f(ctx) }()
	r.t.Cleanup(func() {
		cancel()
		assert.NoError(r.t, <-done)
	})
}

func (r *rig) accept(account string) model.Acceptance {
	r.t.Helper()
	a := gatewaytest.Acceptance(account)
	gatewaytest.Put(r.t, r.blob, a)
	require.NoError(r.t, r.docs.Accept(r.t.Context(), a))
	return a
}

// dispatched waits until the document's command is in its stream; an erasure's first look would miss a later command.
func (r *rig) dispatched(a model.Acceptance) {
	r.t.Helper()
	stream, err := r.js[contract.AccountWork].Stream(r.t.Context(), contract.StreamCommands)
	require.NoError(r.t, err)
	subject := contract.CommandSubject(a.Document.Lane, a.Document.ID)
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if _, err = stream.GetLastMsgForSubject(r.t.Context(), subject); err == nil {
			return
		}
		if time.Now().After(deadline) {
			r.t.Fatalf("%s was not dispatched: %v", a.Document.ID, err)
		}
	}
}

func (r *rig) put(key string) {
	r.t.Helper()
	_, err := r.blob.Put(r.t.Context(), key, bytes.NewReader([]byte("x")))
	require.NoError(r.t, err)
}

// large is an extraction with fields in the object store.
func large() *contract.Extraction {
	x := gatewaytest.Extraction()
	x.Fields = []byte(`{"total":{"raw":"` + strings.Repeat("f", 300<<10) + `"}}`)
	return x
}

func (r *rig) claim(id, token string) bool {
	_, ok, err := r.store.Claim(r.t.Context(), store.Claim{DocumentID: id, Worker: "w", Token: token, Lease: time.Minute})
	assert.NoError(r.t, err)
	return ok
}

// finish processes a result as if a worker had sent it.
func (r *rig) finish(id, token string) error {
	return r.intake.Handle(r.t.Context(),
		contract.Result{DocumentID: id, Token: token, Outcome: contract.OutcomeCompleted, Extraction: large()})
}

// traces names everything that is left of a document.
func (r *rig) traces(a model.Acceptance) (left []string) {
	r.t.Helper()
	id := a.Document.ID
	uuid := strings.TrimPrefix(id, contract.PrefixDocument)
	for what, sql := range map[string]string{
		"row":        `SELECT count(*) FROM documents WHERE id::text = $1`,
		"correction": `SELECT count(*) FROM corrections WHERE document::text = $1`,
		"outbox row": `SELECT count(*) FROM outbox WHERE ref = 'ext_' || $1`,
		"name in box": `SELECT count(*) FROM outbox WHERE position(convert_to($1, 'UTF8') IN payload) > 0 AND ref NOT LIKE ` +
			`'batch%'`,
	} {
		if n := r.count(sql, uuid); n > 0 {
			left = append(left, fmt.Sprintf("%d %s", n, what))
		}
	}
	for _, prefix := range []string{a.Document.ObjectKey, "results/" + id, pages.Prefix(id)} {
		err := r.blob.Each(r.t.Context(), prefix, time.Now().Add(time.Hour), func(key string) error {
			left = append(left, key)
			return nil
		})
		require.NoError(r.t, err)
	}
	for _, spec := range contract.Streams() {
		left = append(left, r.messages(spec, ">")...)
	}
	return slices.DeleteFunc(left, func(what string) bool {
		return strings.HasPrefix(what, "docmill.") &&
			!strings.Contains(what, id)
	})
}

// spec is the stream of that name, not its copy.
func (r *rig) spec(name string) contract.StreamSpec {
	r.t.Helper()
	for _, spec := range contract.Streams() {
		if spec.Name == name {
			return spec
		}
	}
	r.t.Fatalf("no stream %s", name)
	return contract.StreamSpec{}
}

func (r *rig) messages(spec contract.StreamSpec, filter string) (subjects []string) {
	r.t.Helper()
	s, err := r.js[spec.Account].Stream(r.t.Context(), spec.Name)
	require.NoError(r.t, err)
	info, err := s.Info(r.t.Context(), jetstream.WithSubjectFilter(filter))
	require.NoError(r.t, err)
	for subject := range info.State.Subjects {
		subjects = append(subjects, subject+" in "+spec.Account)
	}
	return subjects
}

func (r *rig) count(sql string, args ...any) (n int) {
	r.t.Helper()
	return testkit.Value[int](r.t, r.pool, sql, args...)
}

func (r *rig) exec(sql string) {
	r.t.Helper()
	testkit.Exec(r.t, r.pool, sql)
}

// due has every erasure looked after now.
func (r *rig) due() {
	r.t.Helper()
	r.exec(`UPDATE erasures SET due_at = clock_timestamp()`)
	require.NoError(r.t, r.docs.Eraser.Look(r.t.Context()))
}

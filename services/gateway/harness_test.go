package gateway_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/settings"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway"
	"github.com/docmill/docmill/services/gateway/internal/documents"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// patience bounds every wait.
const patience = testkit.Patience

// rig is a gateway with another replica's register, an extractor's connection and a subscriber of events.
type rig struct {
	t       *testing.T
	url     string
	nats    *natsd.Server
	blob    *blob.Store
	pool    *pgxpool.Pool
	service *gateway.Service
	docs    *documents.Documents
	worker  *bus.Conn
	events  chan contract.Event
	account string
}

// testConfig is the usual one, in a hurry.
func testConfig(t *testing.T, url string) gateway.Config {
	t.Helper()
	cfg := gateway.Config{
		Listen: "127.0.0.1:0", DatabaseURL: url,
		S3: gateway.S3{Endpoint: "127.0.0.1:1", AccessKey: "a", SecretKey: "s"}, // the store itself is passed in
	}
	require.NoError(t, settings.Defaults(&cfg))
	cfg.Queue.Poll = 50 * time.Millisecond
	cfg.Work.CrashPauses = []time.Duration{time.Millisecond}
	cfg.Work.ErrorPauses = []time.Duration{time.Millisecond}
	return cfg
}

func newRig(t *testing.T, adjust ...func(*gateway.Config)) *rig {
	t.Helper()
	r := &rig{
		t: t, url: gatewaytest.Database(t), nats: gatewaytest.NATS(t), blob: gatewaytest.Blob(t),
		events: make(chan contract.Event, 10000), account: gatewaytest.Account(),
	}
	cfg := testConfig(t, r.url)
	for _, f := range adjust {
		f(&cfg)
	}
	operator := gatewaytest.Connect(t, r.nats, contract.UserOperator)
	stop, err := bus.Subscribe(operator, contract.SubjectEvents,
		func(_ context.Context, e contract.Event) { r.events <- e })
	require.NoError(t, err)
	t.Cleanup(stop)
	r.service = r.start(cfg)
	r.worker = gatewaytest.Connect(t, r.nats, contract.UserExtractor)
	r.replica()
	return r
}

// start runs a gateway until the test ends and checks that it stops cleanly.
func (r *rig) start(cfg gateway.Config) *gateway.Service {
	r.t.Helper()
	conn := gatewaytest.Connect(r.t, r.nats, contract.UserGateway)
	service, err := gateway.New(cfg, gateway.Deps{Bus: conn, Telemetry: telemetry.Discard(), Blob: r.blob})
	require.NoError(r.t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- service.Run(ctx) }()
	r.t.Cleanup(func() {
		cancel()
		assert.NoError(r.t, <-done, "gateway")
	})
	select {
	case <-service.Ready():
	case err := <-done:
		done <- nil
		r.t.Fatalf("gateway: %v", err)
	case <-time.After(patience):
		r.t.Fatal("the gateway does not get ready")
	}
	return service
}

// replica is a second register, like that of another replica.
func (r *rig) replica() {
	r.t.Helper()
	conn := gatewaytest.Connect(r.t, r.nats, contract.UserGateway)
	r.pool = gatewaytest.Pool(r.t, r.url)
	docs, _ := gatewaytest.Replica(r.t, store.New(r.pool, r.pool), r.blob, conn)
	stop, err := docs.Waiters.Listen(conn)
	require.NoError(r.t, err)
	r.t.Cleanup(stop)
	r.docs = docs
}

// accept stores a document; ended waits for its end.
func (r *rig) accept() (id string, ended func()) {
	r.t.Helper()
	a := gatewaytest.Acceptance(r.account)
	gatewaytest.Put(r.t, r.blob, a)
	end, cancel := r.docs.Await(a.Document.ID)
	require.NoError(r.t, r.docs.Accept(r.t.Context(), a))
	return a.Document.ID, func() {
		r.t.Helper()
		defer cancel()
		testkit.Receive(r.t, end, "the end of "+a.Document.ID)
	}
}

// command takes the next command as an extractor does.
func (r *rig) command() *bus.Delivery {
	r.t.Helper()
	puller, err := r.worker.Puller(r.t.Context(), contract.StreamCommands, contract.DurableLane(contract.LaneInteractive))
	require.NoError(r.t, err)
	ctx, cancel := context.WithTimeout(r.t.Context(), patience)
	defer cancel()
	d, err := puller.Next(ctx)
	require.NoError(r.t, err, "no command")
	return d
}

// claimNext takes the next command and claims its document, which must be id.
func (r *rig) claimNext(id string) contract.ClaimReply {
	r.t.Helper()
	d := r.command()
	c, err := bus.Decode[contract.ExtractCommand](d.Data())
	if err != nil || c.DocumentID != id {
		r.t.Fatalf("command for %s, %v; want %s", c.DocumentID, err, id)
	}
	claim := r.claim(id)
	require.False(r.t, claim.Gone, id, "is gone")
	require.NoError(r.t, d.Ack())
	return claim
}

func (r *rig) claim(id string) contract.ClaimReply {
	r.t.Helper()
	reply, err := bus.Call[contract.ClaimReply](r.t.Context(), r.worker, contract.RPCWorkClaim,
		contract.ClaimRequest{DocumentID: id, Worker: "test"})
	require.NoError(r.t, err)
	return reply
}

func (r *rig) report(result contract.Result) {
	r.t.Helper()
	require.NoError(r.t, r.worker.PublishStream(r.t.Context(), contract.ResultSubject(result.DocumentID), "", result))
}

func completed(id, token string) contract.Result {
	return contract.Result{DocumentID: id, Token: token, Outcome: contract.OutcomeCompleted,
		Extraction: gatewaytest.Extraction(), ProcessingTimeMs: 31}
}

func (r *rig) record(id string) contract.Record {
	r.t.Helper()
	rec, err := r.docs.Record(r.t.Context(), r.account, id)
	require.NoError(r.t, err)
	return rec
}

func (r *rig) event(want contract.EventType) contract.Record {
	r.t.Helper()
	e := testkit.Receive(r.t, r.events, "the event "+string(want))
	require.Equal(r.t, e.Event, want, "event")
	var rec contract.Record
	require.NoError(r.t, json.Unmarshal(e.Data, &rec))
	return rec
}

// noMoreEvents checks for duplicates. All events are published by now: earlier results were processed after it.
func (r *rig) noMoreEvents() {
	r.t.Helper()
	select {
	case e := <-r.events:
		r.t.Errorf("one more event: %s %s", e.Event, e.Data)
	default:
	}
}

func (r *rig) count(sql string, args ...any) (n int) {
	r.t.Helper()
	require.NoError(r.t, r.pool.QueryRow(r.t.Context(), sql, args...).Scan(&n))
	return n
}

func (r *rig) exec(sql string, args ...any) {
	r.t.Helper()
	_, err := r.pool.Exec(r.t.Context(), sql, args...)
	require.NoError(r.t, err)
}

// loseLease has the leases of all claims run out.
func (r *rig) loseLease() {
	r.t.Helper()
	r.exec(`UPDATE documents SET lease_until = clock_timestamp() - interval '1 second'`)
}

func (r *rig) eventually(want int, sql string, args ...any) {
	r.t.Helper()
	deadline := time.Now().Add(patience)
	for n := 0; ; time.Sleep(10 * time.Millisecond) {
		if n = r.count(sql, args...); n == want {
			return
		}
		if time.Now().After(deadline) {
			r.t.Fatalf("%s: %d, want %d", sql, n, want)
		}
	}
}

// transfer sends or gets through a presigned URL.
func transfer(t *testing.T, method, url string, body io.Reader, size int) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, body)
	require.NoError(t, err)
	req.ContentLength = int64(size)
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer func() { _ = resp.Body.Close() }()
	content, err := io.ReadAll(resp.Body)
	require.NoError(t, err, fmt.Errorf("%s: %s %.200s %w", method, resp.Status, content, err))
	require.Equal(t, resp.StatusCode, http.StatusOK, fmt.Errorf("%s: %s %.200s %w", method, resp.Status, content, err))
	return string(content)
}

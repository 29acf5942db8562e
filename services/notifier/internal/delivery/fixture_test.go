package delivery_test

import (
	"context"
	"crypto/rand"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/notifier"
	"github.com/docmill/docmill/services/notifier/internal/delivery"
	"github.com/docmill/docmill/services/notifier/internal/sender"
	"github.com/docmill/docmill/services/notifier/internal/store"
	"github.com/docmill/docmill/services/notifier/internal/target"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

const account = contract.PrefixAccount + "01990000-0000-7000-8000-000000000000"

// rig is a dispatcher with a separate database.
type rig struct {
	t          testing.TB
	pool       *pgxpool.Pool
	store      *store.Store
	sealer     *webhook.Sealer
	dispatcher *delivery.Dispatcher
	keeper     *delivery.Keeper

	mu    sync.Mutex
	told  []contract.SubscriptionChanged
	roots *x509.CertPool
	ports []target.PortRange
}

// newRig builds everything except receivers, whose ports and certificates must be known before.
func newRig(t testing.TB, cfg delivery.Config, clock store.Clock, receivers ...*receiver) *rig {
	t.Helper()
	url := testkit.Database(t, notifier.Migrate, "notifier")
	pool, err := pgstore.Open(t.Context(), pgstore.Config{
		URL: url, Schema: store.Schema, MaxConns: 10,
		RelaxedDurability: clock != nil, // days are walked without waiting for the disk
	})
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	r := &rig{t: t, pool: pool, store: store.New(pool, clock), roots: x509.NewCertPool()}
	for _, one := range receivers {
		r.roots.AddCert(one.Certificate())
		r.ports = append(r.ports, target.PortRange{First: one.port, Last: one.port})
	}
	r.sealer, err = webhook.NewSealer("a secret key of thirty-two characters", rand.Reader)
	require.NoError(t, err)
	metrics, err := delivery.NewMetrics(telemetry.Discard().Meter.Meter("test"))
	require.NoError(t, err)
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	r.keeper = delivery.NewKeeper(r.store, log, time.Hour, func(_ context.Context, c contract.SubscriptionChanged) error {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.told = append(r.told, c)
		return nil
	})
	send := sender.New(sender.Config{
		Policy: target.Policy{Ports: r.ports, Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}},
		Roots:  r.roots, ConnsPerSubscription: cfg.PerSubscription,
	})
	t.Cleanup(send.Close)
	r.dispatcher = delivery.New(cfg, delivery.Deps{
		Store: r.store, Sender: send, Sealer: r.sealer, Metrics: metrics, Log: log, Changed: r.keeper.Wake,
	})
	return r
}

// run runs the dispatcher until the returned function is called.
func (r *rig) run() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.dispatcher.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		assert.NoError(r.t, <-done)
	})
	r.t.Cleanup(stop)
	return stop
}

// subscribe registers a receiver for completed extractions and returns id and secret.
func (r *rig) subscribe(url string) (id, secret string) {
	r.t.Helper()
	id, errID := webhook.NewSubscriptionID(rand.Reader)
	secret, errSecret := webhook.NewSecret(rand.Reader)
	sealed, errSeal := r.sealer.Seal(id, secret)
	if errID != nil || errSecret != nil || errSeal != nil {
		r.t.Fatal(errID, errSecret, errSeal)
	}
	_, err := r.store.Create(r.t.Context(), store.NewSubscription{
		ID: id, Account: account, URL: url, Events: []contract.EventType{contract.EventExtractionCompleted}, Secret: sealed,
	}, 1<<20)
	require.NoError(r.t, err)
	return id, secret
}

func (r *rig) event(at time.Time) store.Event {
	r.t.Helper()
	ref := contract.PrefixDocument + uuid.NewString()
	e := store.Event{
		ID: contract.EventSubject(contract.EventExtractionCompleted, account, ref), Account: account, Ref: ref,
		Type: contract.EventExtractionCompleted, At: at,
		Body: []byte(fmt.Sprintf(`{"event":"extraction.completed","timestamp":%q,"data":{"id":%q, "odd" : "spacing é"}}`,
			at.UTC().Format(contract.TimeLayout), ref)),
	}
	_, err := r.store.Ingest(r.t.Context(), e)
	require.NoError(r.t, err)
	return e
}

func (r *rig) once() int {
	r.t.Helper()
	n, err := r.dispatcher.Once(r.t.Context())
	require.NoError(r.t, err)
	return n
}

func (r *rig) look() {
	r.t.Helper()
	require.NoError(r.t, r.keeper.Look(r.t.Context()))
}

func (r *rig) subscription(id string) contract.Subscription {
	r.t.Helper()
	sub, err := r.store.Subscription(r.t.Context(), account, id)
	require.NoError(r.t, err)
	return sub
}

func (r *rig) deliveries(id string) []contract.Delivery {
	r.t.Helper()
	page, _, err := r.store.Deliveries(r.t.Context(),
		contract.ListDeliveriesRequest{AccountID: account, SubscriptionID: id, Limit: 100})
	require.NoError(r.t, err)
	return page
}

func count[T any](r *rig, sql string, args ...any) (n T) {
	r.t.Helper()
	return testkit.Value[T](r.t, r.pool, sql, args...)
}

// receiver is an HTTPS server with configurable responses.
type receiver struct {
	*httptest.Server
	port uint16

	mu    sync.Mutex
	got   []got
	reply http.HandlerFunc
}

// got is one request as it arrived.
type got struct {
	at     time.Time
	path   string
	header http.Header
	body   string
}

func newReceiver(t testing.TB, now func() time.Time, reply http.HandlerFunc) *receiver {
	t.Helper()
	r := &receiver{reply: reply}
	r.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		r.mu.Lock()
		r.got = append(r.got, got{now(), req.URL.Path, req.Header, string(body)})
		answer := r.reply
		r.mu.Unlock()
		answer(w, req)
	}))
	r.Config.ErrorLog = log.New(io.Discard, "", 0)
	r.StartTLS()
	t.Cleanup(r.Close)
	_, port, err := net.SplitHostPort(r.Listener.Addr().String())
	require.NoError(t, err)
	n, err := strconv.ParseUint(port, 10, 16)
	require.NoError(t, err)
	r.port = uint16(n)
	return r
}

func (r *receiver) answer(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reply = always(status)
}

func always(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "so be it")
	}
}

func (r *receiver) requests() []got {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]got{}, r.got...)
}

func (r *receiver) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.got)
}

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

package soak_test

import (
	"context"
	"crypto/rand"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/tests/clock"
	"github.com/docmill/docmill/tests/instance"
)

// zone is a time zone with daylight saving time.
const zone = "Europe/Berlin"

// objectAge is how long an upload may take until its document is accepted.
const objectAge = time.Minute

// world is a docmill whose time the test sets.
type world struct {
	t     *testing.T
	dir   string
	clock *clock.Clock
	pg    *pgd.Cluster
	db    *pgx.Conn
	inst  *instance.Instance // nil while it is stopped
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, dir: instance.Dir(t)}
	lib := filepath.Join(w.dir, "clock")
	if err := os.Mkdir(lib, 0o755); err != nil { //nolint:gosec // the database's user reads it
		t.Fatal(err)
	}
	var err error
	if w.clock, err = clock.New(lib); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.clock.Close() })
	preload, err := clock.Preload(lib)
	if err != nil {
		t.Fatal(err)
	}
	w.pg, err = pgd.Start(t.Context(), pgd.Config{
		Dir: filepath.Join(w.dir, "postgres"), Password: rand.Text(), Env: []string{preload, w.clock.Env(), "TZ=" + zone},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.pg.Stop(context.Background()) })
	if w.db, err = pgx.Connect(t.Context(), w.pg.AdminDSN()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.db.Close(context.Background()) })
	if _, err := w.db.Exec(t.Context(), `ALTER DATABASE postgres SET timezone TO '`+zone+`'`); err != nil {
		t.Fatal(err)
	}
	return w
}

// at stops docmill, sets the clock and restarts docmill, as if the time had passed.
func (w *world) at(moment time.Time) {
	w.t.Helper()
	if w.inst != nil {
		w.inst.Stop()
	}
	offset := time.Until(moment)
	if err := w.clock.Set(offset); err != nil {
		w.t.Fatal(err)
	}
	// Ages of objects are by the times of their files, which are the kernel's: they
	// are as old as the run has them.
	age := (offset + objectAge).Truncate(time.Second).String()
	w.inst = binary.Start(w.t, filepath.Join(w.dir, "data"), w.clock.Env(), "TZ="+zone,
		"DOCMILL_DATABASE_URL="+w.pg.AdminDSN(), "DOCMILL_BACKUP_RETENTION="+age,
		"DOCMILL_GATEWAY_JANITOR_MINIMUM_AGE="+age, "DOCMILL_GATEWAY_JANITOR_EVERY=2s",
		"DOCMILL_PASSWORD_MEMORY_KIB=19456")
	w.t.Logf("it is %s", w.now().UTC().Format(time.RFC3339))
}

// now is the database's time.
func (w *world) now() (now time.Time) {
	w.t.Helper()
	if err := w.db.QueryRow(w.t.Context(), `SELECT clock_timestamp()`).Scan(&now); err != nil {
		w.t.Fatal(err)
	}
	return now
}

// count is the number that a statement returns.
func (w *world) count(sql string, args ...any) (n int) {
	w.t.Helper()
	if err := w.db.QueryRow(w.t.Context(), sql, args...).Scan(&n); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// eventually waits until ok.
func (w *world) eventually(what string, ok func() bool) {
	w.t.Helper()
	for deadline := time.Now().Add(testkit.Patience); !ok(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			w.t.Fatalf("never: %s", what)
		}
	}
}

// conn connects as a NATS user.
func (w *world) conn(user string) *bus.Conn {
	w.t.Helper()
	conn, err := bus.Connect(w.t.Context(), bus.Config{
		URL: w.inst.NATS, User: user, Password: w.inst.NATSPassword(user), Name: "soak",
	}, telemetry.Discard())
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// call sends a request to a service, as a permitted user.
func call[Reply bus.Message](w *world, user, subject string, request bus.Message) (Reply, error) {
	conn := w.conn(user)
	defer conn.Close(context.WithoutCancel(w.t.Context()))
	return bus.CallWithin[Reply](w.t.Context(), conn, testkit.Patience, subject, request)
}

// newAccount creates an account with a retention in days.
func (w *world) newAccount(name string, plan contract.Plan, retention int) instance.Account {
	w.t.Helper()
	account, err := call[contract.Account](w, contract.UserAdmin, contract.RPCAuthAccountCreate,
		contract.CreateAccountRequest{Name: name, Plan: plan})
	if err != nil {
		w.t.Fatal(err)
	}
	key, err := contract.NewKey(rand.Reader)
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := call[contract.Key](w, contract.UserAdmin, contract.RPCAuthKeyCreate, contract.CreateKeyRequest{
		AccountID: account.ID, KeyHash: contract.HashKey(key), LastFour: contract.LastFour(key), Name: "soak",
	}); err != nil {
		w.t.Fatal(err)
	}
	if _, err := call[contract.Account](w, contract.UserAdmin, contract.RPCAuthAccountSetRetention,
		contract.SetRetentionRequest{AccountID: account.ID, Days: &retention}); err != nil {
		w.t.Fatal(err)
	}
	return instance.Account{ID: account.ID, Key: key, Client: &http.Client{Transport: http.DefaultTransport}}
}

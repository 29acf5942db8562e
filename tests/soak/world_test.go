package soak_test

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/clock"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/natsclient"
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
	w.clock, err = clock.New(lib)
	require.NoError(t, err)
	t.Cleanup(func() { _ = w.clock.Close() })
	preload, err := clock.Preload(lib)
	require.NoError(t, err)
	w.pg, err = pgd.Start(t.Context(), pgd.Config{
		Dir: filepath.Join(w.dir, "postgres"), Password: rand.Text(), Env: []string{preload, w.clock.Env(), "TZ=" + zone},
	})
	require.NoError(t, err)
	t.Cleanup(func() { _ = w.pg.Stop(context.Background()) })
	w.db = instance.Database(t, w.pg.AdminDSN())
	testkit.Exec(t, instance.Database(t, w.pg.AdminDSN()), `ALTER DATABASE postgres SET timezone TO '`+zone+`'`)
	return w
}

// at stops docmill, sets the clock and restarts docmill, as if the time had passed.
func (w *world) at(moment time.Time) {
	w.t.Helper()
	if w.inst != nil {
		w.inst.Stop()
	}
	offset := time.Until(moment)
	require.NoError(w.t, w.clock.Set(offset))
	// Ages of objects are by the times of their files, which are the kernel's: they
	// are as old as the run has them.
	age := (offset + objectAge).Truncate(time.Second).String()
	w.inst = binary.Start(w.t, filepath.Join(w.dir, "data"), w.clock.Env(), "TZ="+zone,
		"DOCMILL_DATABASE_URL="+w.pg.AdminDSN(), "DOCMILL_BACKUP_RETENTION="+age,
		"DOCMILL_GATEWAY_JANITOR_MINIMUM_AGE="+age, "DOCMILL_GATEWAY_JANITOR_EVERY=2s",
		"DOCMILL_PASSWORD_MEMORY_KIB=19456")
	w.t.Logf("it is %s", w.now().UTC().Format(time.RFC3339))
}

func (w *world) now() time.Time {
	w.t.Helper()
	return testkit.Value[time.Time](w.t, w.db, `SELECT clock_timestamp()`)
}

func (w *world) count(sql string, args ...any) int {
	w.t.Helper()
	return testkit.Value[int](w.t, w.db, sql, args...)
}

// call sends a request to a service, as a permitted user.
func call[Reply bus.Message](w *world, user, subject string, request bus.Message) (Reply, error) {
	conn := natsclient.Bus(w.t, w.inst, user)
	defer conn.Close(context.WithoutCancel(w.t.Context()))
	return bus.CallWithin[Reply](w.t.Context(), conn, testkit.Patience, subject, request)
}

// newAccount creates an account with a retention in days.
func (w *world) newAccount(name string, plan contract.Plan, retention int) instance.Account {
	w.t.Helper()
	account := instance.NewAccount(w.t, natsclient.Bus(w.t, w.inst, contract.UserAdmin), name, plan)
	if _, err := call[contract.Account](w, contract.UserAdmin, contract.RPCAuthAccountSetRetention,
		contract.SetRetentionRequest{AccountID: account.ID, Days: &retention}); err != nil {
		w.t.Fatal(err)
	}
	return account
}

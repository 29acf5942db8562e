package recovery_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/ledger"
	"github.com/docmill/docmill/tests/sample"
)

// replace starts a second instance of a service and then stops the first one.
func (f fleet) replace(c *instance.Cluster, name string, env ...string) {
	before := f[name]
	f[name] = c.Start(name, append(settings(name), env...)...)
	before.Stop()
}

// traffic uploads until it is stopped. It counts responses by whether the client may have to retry.
type traffic struct {
	book   *ledger.Ledger
	url    atomic.Pointer[string]
	served atomic.Int32 // 200 and 202
	later  atomic.Int32 // 503, and connections to a gateway that has gone
	wrong  atomic.Int32
	stop   func()
}

func drive(t *testing.T, accounts []instance.Account, url string) *traffic {
	t.Helper()
	d := &traffic{book: ledger.New()}
	d.url.Store(&url)
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for n, a := range accounts {
		wg.Go(func() {
			for k := 0; ctx.Err() == nil; k++ {
				a.URL = *d.url.Load()
				d.note(t, a, fmt.Sprintf("X-%d-%d", n, k))
			}
		})
	}
	d.stop = sync.OnceFunc(func() { cancel(); wg.Wait() })
	t.Cleanup(d.stop)
	return d
}

func (d *traffic) note(t *testing.T, a instance.Account, number string) {
	answer, err := a.Upload(context.Background(), "invoice.pdf", sample.Invoice(number), "wait=1")
	d.book.Note(answer, err)
	switch {
	case err == nil && (answer.Status == http.StatusOK || answer.Status == http.StatusAccepted):
		d.served.Add(1)
	case err != nil || answer.Status == http.StatusServiceUnavailable:
		d.later.Add(1)
		time.Sleep(200 * time.Millisecond) // like a client before a retry
	case answer.Status == http.StatusTooManyRequests:
	default:
		assert.True(t, d.wrong.Add(1) >= 5, answer.Status, string(answer.Body))
	}
}

// more waits until so many further uploads were accepted.
func (d *traffic) more(t *testing.T, n int32) {
	t.Helper()
	from := d.served.Load()
	testkit.Await(t, "further documents are accepted", func() bool { return d.served.Load() >= from+n })
}

func (d *traffic) settle(t *testing.T, c *instance.Cluster) {
	t.Helper()
	d.stop()
	d.book.Audit(t, c)
	t.Logf("%s; %d times a client had to come back", d.book, d.later.Load())
}

// The secret is changed in three rollouts without refused requests: each new auth starts beside the old
// one. Keys used meanwhile work with the new secret only; others are refused.
func TestSecretKeyRotation(t *testing.T) {
	t.Parallel()
	c := services.NewCluster(t)
	f := fleet{}
	f.start(c, "auth", "quota", "notifier", "gateway", "extractor")
	accounts := c.NewAccounts(f["gateway"].URL, 3)
	unused := accounts[2]
	d := drive(t, accounts[:2], f["gateway"].URL)
	d.more(t, 5)
	next := rand.Text() + rand.Text()
	f.replace(c, "auth", "DOCMILL_SECOND_SECRET_KEY="+next)
	d.more(t, 5)
	first := storedKeys(t, c)
	before := c.UseSecretKey(next)
	f.replace(c, "auth", "DOCMILL_SECOND_SECRET_KEY="+before)
	d.more(t, 5)
	for _, a := range accounts[:2] { // a gateway believes for seconds what it knows of a key
		testkit.Await(t, "the key is stored under the new secret", func() bool {
			return storedKeys(t, c)[a.ID] != first[a.ID]
		})
	}
	f.replace(c, "auth")
	d.more(t, 5)
	d.settle(t, c)
	n := d.later.Load()
	assert.True(t, n <= 0, n, "times a client had to come back")
	assert.Equal(t, ask(t, unused, "/api/v1/usage").Status, http.StatusUnauthorized,
		"a key that was not used during the exchange")
	f.stop()
}

// Each database password is changed by provision and one rollout of its service.
func TestDatabasePasswordRotation(t *testing.T) {
	t.Parallel()
	server, err := pgd.Start(t.Context(), pgd.Config{Dir: filepath.Join(instance.Dir(t), "postgres"),
		Password: rand.Text()})
	require.NoError(t, err)
	t.Cleanup(func() { _ = server.Stop(context.Background()) })
	c := services.NewClusterOn(t, server.AdminDSN())
	f := fleet{}
	f.start(c, "auth", "quota", "notifier", "gateway", "extractor")
	d := drive(t, c.NewAccounts(f["gateway"].URL, 2), f["gateway"].URL)
	for _, name := range []string{"auth", "quota", "notifier", "gateway"} {
		d.more(t, 3)
		before := c.RoleURL(name)
		c.NewRolePassword(name)
		c.Provision()
		if conn, err := pgx.Connect(t.Context(), before); err == nil {
			_ = conn.Close(t.Context())
			t.Errorf("%s: the password before is taken", name)
		}
		old := f[name]
		f[name] = c.Start(name, settings(name)...)
		d.url.Store(&f["gateway"].URL)
		old.Stop()
	}
	d.more(t, 3)
	d.settle(t, c)
	f.stop()
}

// NATS' passwords are changed by a restart of NATS and of all services; clients reconnect, and nothing is
// lost.
func TestNATSPasswordRotation(t *testing.T) {
	t.Parallel()
	c := services.NewCluster(t)
	f := fleet{}
	names := []string{"auth", "quota", "notifier", "extractor", "gateway"}
	f.start(c, names...)
	d := drive(t, c.NewAccounts(f["gateway"].URL, 2), f["gateway"].URL)
	d.more(t, 5)
	c.NewNATSPasswords()
	for _, name := range names {
		f.replace(c, name)
	}
	d.url.Store(&f["gateway"].URL)
	d.more(t, 5)
	d.settle(t, c)
	f.stop()
}

// The bucket is copied while documents arrive, then gateways and extractors pause for the last pass.
// Nothing is lost, and the old bucket is no longer needed.
func TestObjectStoreMoved(t *testing.T) {
	t.Parallel()
	c := services.NewCluster(t)
	f := fleet{}
	f.start(c, "auth", "quota", "notifier", "extractor", "gateway")
	accounts := c.NewAccounts(f["gateway"].URL, 2)
	d := drive(t, accounts, f["gateway"].URL)
	d.more(t, 5)
	to := testkit.S3(t)
	for range 2 {
		said, err := c.CopyObjects(to)
		require.NoError(t, err, said)
		d.more(t, 3)
	}
	f["gateway"].Stop()
	f["extractor"].Stop()
	said, err := c.CopyObjects(to)
	require.NoError(t, err, said)
	c.UseBucket(to)
	f.start(c, "gateway", "extractor")
	d.url.Store(&f["gateway"].URL)
	d.more(t, 5)
	d.settle(t, c)
	for _, a := range accounts {
		a.URL = f["gateway"].URL
		filesAreThere(t, a)
	}
	f.stop()
}

// filesAreThere reads the file of each document of an account.
func filesAreThere(t *testing.T, a instance.Account) {
	t.Helper()
	var page struct {
		Items []struct{ ID string }
	}
	ask(t, a, "/api/v1/documents?limit=100").Into(t, &page)
	for _, item := range page.Items {
		file := ask(t, a, "/api/v1/documents/"+item.ID+"/file")
		assert.Equal(t, file.Status, http.StatusOK, "the file of", item.ID, string(file.Body))
	}
}

// storedKeys are the stored forms of keys, by account.
func storedKeys(t *testing.T, c *instance.Cluster) map[string]string {
	t.Helper()
	conn := instance.Database(t, c.DatabaseURL())
	defer conn.Close(context.WithoutCancel(t.Context()))
	rows, err := conn.Query(t.Context(), `SELECT 'acct_' || account_id::text, encode(key_mac, 'hex') FROM auth.api_keys`)
	require.NoError(t, err)
	keys := map[string]string{}
	var account, mac string
	_, err = pgx.ForEachRow(rows, []any{&account, &mac},
		func() error { keys[account] = mac; return nil })
	require.NoError(t, err)
	return keys
}

package processes_test

import (
	"context"
	"crypto/rand"
	"net/http"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/ledger"
	"github.com/docmill/docmill/tests/natsclient"
)

// outage is how long a server is away.
const outage = time.Second

func TestNATSRestartedUnderLoad(t *testing.T) {
	t.Parallel()
	c := services.NewCluster(t)
	underLoad(t, c, func() { c.RestartNATS(func() { time.Sleep(outage) }) })
}

func TestNATSEmptiedUnderLoad(t *testing.T) {
	t.Parallel()
	c := services.NewCluster(t)
	underLoad(t, c, func() {
		c.EmptyNATS()
		shortenWaits(t, c)
		// A new one checks at once whether to refill the stream; running ones do so every few minutes.
		c.Start("gateway", settings("gateway")...)
	})
}

func TestPostgresRestartedUnderLoad(t *testing.T) {
	t.Parallel()
	cfg := pgd.Config{Dir: filepath.Join(instance.Dir(t), "postgres"), Password: rand.Text()}
	server := startPostgres(t, cfg)
	t.Cleanup(func() { _ = server.Stop(context.Background()) })
	underLoad(t, services.NewClusterOn(t, server.AdminDSN()), func() {
		if err := server.Stop(t.Context()); err != nil {
			t.Error(err)
		}
		time.Sleep(outage)
		server = startPostgres(t, cfg)
	})
}

func startPostgres(t *testing.T, cfg pgd.Config) *pgd.Cluster {
	t.Helper()
	server, err := pgd.Start(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return server
}

// underLoad restarts a server while documents are uploaded and processed, without restarting services.
// Clients may only be asked to retry.
func underLoad(t *testing.T, c *instance.Cluster, restart func()) {
	t.Helper()
	begin := time.Now()
	f := start(t, c)
	book := ledger.New()
	var others atomic.Int32
	note := func(a instance.Answer, err error) {
		book.Note(a, err)
		switch a.Status {
		case http.StatusOK, http.StatusAccepted, http.StatusTooManyRequests:
		case http.StatusServiceUnavailable:
			time.Sleep(100 * time.Millisecond) // a client waits before a retry
		default:
			if others.Add(1) < 5 {
				t.Errorf("%d %s, %v", a.Status, a.Body, err)
			}
		}
	}
	accounts := c.NewAccounts(f["gateway"][0].URL, 4)
	stop := load(t, accounts, func(n int) (string, func()) { return f["gateway"][n%2].URL, func() {} }, note)
	defer stop()
	hear(t, natsclient.Open(t, c).Next(contract.SubjectResults), 20)
	restart()
	back := time.Now()
	hear(t, natsclient.Open(t, c).Next(contract.SubjectResults), 20)
	t.Logf("20 more documents were read %.1f s after the server was back", time.Since(back).Seconds())
	stop()
	book.Audit(t, c)
	f.stop()
	t.Logf("%s, in %.1f s", book, time.Since(begin).Seconds())
}

func hear(t *testing.T, heard <-chan string, n int) {
	t.Helper()
	for range n {
		select {
		case <-heard:
		case <-time.After(patience):
			t.Fatal("nothing heard")
		}
	}
}

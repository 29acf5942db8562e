// Package processes_test runs docmill as separate processes, several of each, with NATS over TCP, S3 and
// PostgreSQL. It repeats only a few scenarios, because it tests the connections; the code is the same as in
// the single process.
//
// Most of the time is waiting for the redelivery of killed services' messages, so the scenarios run
// concurrently.
package processes_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/ledger"
	"github.com/docmill/docmill/tests/natsclient"
	"github.com/docmill/docmill/tests/sample"
)

// services are built once; the scenarios run them as separate processes.
var services instance.Services

func TestMain(m *testing.M) { os.Exit(instance.Main(m, services.Build)) }

// fleet is two of each service.
type fleet map[string][]*instance.Process

func start(t *testing.T, c *instance.Cluster) fleet {
	t.Helper()
	shortenWaits(t, c)
	f := fleet{}
	for range 2 {
		for _, name := range []string{"auth", "quota", "notifier", "extractor", "gateway"} {
			f[name] = append(f[name], c.Start(name, settings(name)...))
		}
	}
	return f
}

// lease is how long a claim is valid: short for the scenarios, but long enough for a busy machine.
const lease = 10 * time.Second

// shortenWaits redelivers killed services' messages as soon as claims are free, unlike for a single process.
func shortenWaits(t *testing.T, c *instance.Cluster) {
	t.Helper()
	operator := natsclient.Open(t, c)
	operator.SetAckWait(contract.StreamCommands, lease)
	operator.SetAckWait(contract.StreamResults, lease)
}

func settings(name string) []string {
	if name == "gateway" {
		return []string{"DOCMILL_WORK_LEASE=" + lease.String()}
	}
	return nil
}

// replace starts a process in the place of one that was killed or stopped.
func (f fleet) replace(c *instance.Cluster, name string, n int) {
	f[name][n] = c.Start(name, settings(name)...)
}

func (f fleet) stop() {
	for _, name := range []string{"gateway", "extractor", "notifier", "quota", "auth"} {
		for _, p := range f[name] {
			p.Stop()
		}
	}
}

func TestFirstExtractionKeyRedaction(t *testing.T) {
	t.Parallel()
	c := services.NewCluster(t)
	f := start(t, c)
	heard := natsclient.Open(t, c)
	bodies := heard.Bodies("docmill.>")
	me := instance.Account{URL: f["gateway"][0].URL, Key: c.Key, Client: &http.Client{}}
	answer, err := me.Upload(t.Context(), "R-1001.pdf", sample.Invoice("R-1001"), "wait=60")
	if err != nil || answer.Status != http.StatusOK || !strings.Contains(string(answer.Body), `"total":"119.00"`) {
		t.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
	}
	var record contract.Record
	answer.Into(t, &record)
	// The other gateway returns the same record, and accepts the key as well.
	me.URL = f["gateway"][1].URL
	again, err := me.Do(t.Context(), http.MethodGet, "/api/v1/documents/"+record.ID, nil, nil)
	require.NoError(t, err, again.Status)
	require.Equal(t, string(again.Body), string(answer.Body), again.Status)
	made := instance.Want(t, http.StatusCreated)(
		me.Do(t.Context(), http.MethodPost, "/api/auth/register", strings.NewReader(`{"name":"second"}`),
			map[string]string{"Content-Type": "application/json"}))
	var second struct{ Key string }
	made.Into(t, &second)
	f.stop()
	for _, key := range []string{c.Key, second.Key} {
		n := bodies.Count(key[len(contract.KeyPrefixLive):])
		assert.True(t, n <= 0, n, "messages carry a key")
		for name, replicas := range f {
			for _, p := range replicas {
				assert.NotContains(t, p.Output(), key[len(contract.KeyPrefixLive):], name, "logs a key")
			}
		}
	}
	assert.NotEqual(t, bodies.Count(record.ID), 0, "the client heard nothing")
}

// load uploads from all accounts to both gateways until stop is called.
func load(
	t *testing.T, accounts []instance.Account, gateways func(n int) (url string, done func()),
	note func(instance.Answer, error),
) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for n, a := range accounts {
		wg.Go(func() {
			for k := 0; ctx.Err() == nil; k++ {
				url, done := gateways(n + k)
				a.URL = url
				note(a.Upload(context.Background(), "invoice.pdf", sample.Invoice(fmt.Sprintf("R-%d-%d", n, k)), "wait=2"))
				done()
			}
		})
	}
	return sync.OnceFunc(func() { cancel(); wg.Wait() })
}

// Every replica is restarted, one at a time. A client that switches to another gateway gets no error except
// 503 with Retry-After.
func TestRollingRestartUnderLoad(t *testing.T) {
	t.Parallel()
	c := services.NewCluster(t)
	f := start(t, c)
	book := ledger.New()
	var failed atomic.Int32
	note := func(a instance.Answer, err error) {
		book.Note(a, err)
		busy := a.Status == http.StatusServiceUnavailable && a.Header.Get("Retry-After") != ""
		limited := a.Status == http.StatusTooManyRequests
		if err == nil && a.Status != http.StatusOK && a.Status != http.StatusAccepted && !busy && !limited {
			failed.Add(1)
			t.Errorf("%d %s", a.Status, a.Body)
		}
	}
	var mu sync.Mutex
	urls := []string{f["gateway"][0].URL, f["gateway"][1].URL}
	using := map[string]*sync.WaitGroup{urls[0]: {}, urls[1]: {}} // requests under way, by gateway
	pick := func(n int) (string, func()) {
		mu.Lock()
		defer mu.Unlock()
		url := urls[n%len(urls)]
		using[url].Add(1)
		return url, using[url].Done
	}
	stop := load(t, c.NewAccounts(urls[0], 4), pick, note)
	defer stop()
	for _, name := range []string{"auth", "quota", "notifier", "extractor", "gateway"} {
		for n := range 2 {
			if name == "gateway" { // a load balancer leaves it out first, and lets it finish
				mu.Lock()
				urls = []string{f["gateway"][1-n].URL}
				leaving := using[f["gateway"][n].URL]
				mu.Unlock()
				leaving.Wait()
			}
			f[name][n].Stop()
			f.replace(c, name, n)
			if name == "gateway" {
				mu.Lock()
				urls = []string{f["gateway"][0].URL, f["gateway"][1].URL}
				using[f["gateway"][n].URL] = &sync.WaitGroup{}
				mu.Unlock()
			}
		}
	}
	stop()
	book.Audit(t, c)
	t.Log(book)
	if book.Unknown() > 0 {
		t.Errorf("%d requests got no answer", book.Unknown())
	}
	f.stop()
}

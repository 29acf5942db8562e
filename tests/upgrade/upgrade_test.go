// Package upgrade_test runs this release beside the previous one, which is built from the history: during a
// rolling upgrade both use the same database, streams and files, and a rollback uses what the newer one has
// migrated.
package upgrade_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/docmill/docmill/tests/chaos/workload"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/ledger"
)

// services are the executables of this release, former those of the one before.
var services, former instance.Services

// noHistory is why the former release cannot be built: a clone may lack it. Its tests are then skipped, in CI as well.
var noHistory error

func TestMain(m *testing.M) { os.Exit(instance.Main(m, services.Build, buildFormer)) }

func buildFormer(string) (err error) {
	if former, err = services.Former(); errors.Is(err, instance.ErrNoHistory) {
		noHistory, err = err, nil
	}
	return err
}

// replicas are one of each service.
type replicas []*instance.Process

func start(c *instance.Cluster) (all replicas, url string) {
	for _, name := range []string{"auth", "quota", "extractor", "gateway"} {
		p := c.Start(name)
		all, url = append(all, p), p.URL // the gateway is the last
	}
	return all, url
}

// stop asks them to drain, the gateway first.
func (all replicas) stop() {
	for n := range all {
		all[len(all)-1-n].Stop()
	}
}

func TestMixedReleases(t *testing.T) {
	t.Parallel()
	if noHistory != nil {
		t.Skip(noHistory)
	}
	old := former.NewCluster(t)
	book := ledger.New()
	oldReplicas, oldURL := start(old)
	accounts := old.NewAccounts(oldURL, 8) // each well below its minute
	work(t, "before", book, accounts, oldURL)

	c := old.With(services)
	c.Provision() // migrates under the replicas that run
	work(t, "migrated", book, accounts, oldURL)
	newReplicas, newURL := start(c)
	work(t, "both", book, accounts, oldURL, newURL)
	oldReplicas.stop()
	work(t, "after", book, accounts, newURL)

	oldReplicas, oldURL = start(old) // one release back
	work(t, "both again", book, accounts, oldURL, newURL)
	newReplicas.stop()
	work(t, "back", book, accounts, oldURL)
	book.Audit(t, old)
	oldReplicas.stop()
	t.Log(book)
}

// work uploads, corrects, reads and lists at each URL in turn, also documents accepted at the one before.
func work(t *testing.T, phase string, book *ledger.Ledger, accounts []instance.Account, urls ...string) {
	t.Helper()
	for n := range 8 {
		a := accounts[n%len(accounts)]
		a.Client, a.URL = http.DefaultClient, urls[n%len(urls)]
		id := upload(t, a, book, fmt.Sprintf("%s %d", phase, n))
		a.URL = urls[(n+1)%len(urls)]
		path := "/api/v1/documents/" + id
		expect(t, a, http.MethodGet, path+"?wait=60", "")
		expect(t, a, http.MethodPatch, path, `{"data": {"customerName": "Kontor"}}`)
		expect(t, a, http.MethodGet, "/api/v1/documents?limit=5", "")
		expect(t, a, http.MethodGet, "/api/v1/layouts", "")
		expect(t, a, http.MethodGet, "/api/v1/usage", "")
	}
}

func upload(t *testing.T, a instance.Account, book *ledger.Ledger, name string) (id string) {
	t.Helper()
	body, contentType := workload.Multipart("file", []workload.File{{Name: name + ".pdf", Form: workload.Invoice}})
	answer, err := a.Do(t.Context(), http.MethodPost, "/api/v1/extract", body, map[string]string{
		"Content-Type": contentType, "Prefer": "respond-async", "Idempotency-Key": strings.ReplaceAll(name, " ", "-")})
	book.Note(answer, err)
	instance.Want(t, http.StatusAccepted, http.StatusOK)(answer, err)
	var record struct{ ID string }
	answer.Into(t, &record)
	return record.ID
}

func expect(t *testing.T, a instance.Account, method, path, body string) {
	t.Helper()
	instance.Want(t, http.StatusOK)(a.Do(t.Context(), method, path, strings.NewReader(body),
		map[string]string{"Content-Type": "application/json"}))
}

// Package recovery_test runs the procedures of docs/operate: backups and restores, changes of every secret,
// the move of the object store.
package recovery_test

import (
	"net/http"
	"os"
	"testing"

	"github.com/docmill/docmill/tests/instance"
)

// Executables are built once.
var (
	services instance.Services
	binary   instance.Binary // docmill, of the same build
)

func TestMain(m *testing.M) { os.Exit(instance.Main(m, services.Build, binary.Build)) }

// fleet is one of each service that runs.
type fleet map[string]*instance.Process

func (f fleet) start(c *instance.Cluster, names ...string) {
	for _, name := range names {
		f[name] = c.Start(name, settings(name)...)
	}
}

// settings shorten the wait for the claims of killed extractors.
func settings(name string) []string {
	if name == "gateway" {
		return []string{"DOCMILL_WORK_LEASE=3s"}
	}
	return nil
}

func (f fleet) stop() {
	for _, name := range []string{"gateway", "extractor", "notifier", "quota", "auth"} {
		if p := f[name]; p != nil {
			p.Stop()
		}
	}
}

func (f fleet) account(c *instance.Cluster) instance.Account {
	return instance.Account{URL: f["gateway"].URL, Key: c.Key, Client: &http.Client{Transport: http.DefaultTransport}}
}

package recovery_test

import (
	"net/http"

	"github.com/docmill/docmill/tests/instance"
)

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

// account is the first one, at the gateway.
func (f fleet) account(c *instance.Cluster) instance.Account {
	return instance.Account{URL: f["gateway"].URL, Key: c.Key, Client: &http.Client{Transport: http.DefaultTransport}}
}

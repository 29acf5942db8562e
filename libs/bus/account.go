package bus

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/contract"
)

// foreign reports whether the server is used as a user that is none of docmill's.
func (cfg Config) foreign() bool {
	first, _, _ := strings.Cut(cfg.URL, ",")
	u, err := url.Parse(first)
	return cfg.InProcess == nil && err == nil && u.User != nil && u.User.Username() != cfg.User
}

// accountAPIs reaches the JetStream of each account that has one, as the
// services' account imports it.
func accountAPIs(nc *nats.Conn) (map[string]jetstream.JetStream, error) {
	apis := map[string]jetstream.JetStream{}
	for name, account := range contract.NATSAccounts() {
		if account.JetStream == nil {
			continue
		}
		js, err := jetstream.NewWithAPIPrefix(nc, contract.APIPrefix(name))
		if err != nil {
			return nil, fmt.Errorf("JetStream of %s: %w", name, err)
		}
		apis[name] = js
	}
	return apis, nil
}

// api is the JetStream that holds the streams of an account.
func (c *Conn) api(account string) jetstream.JetStream {
	if c.accounts == nil {
		return c.js
	}
	return c.accounts[account]
}

// held leaves out the streams that this connection's server cannot hold.
func (c *Conn) held(specs []contract.StreamSpec) (held []contract.StreamSpec) {
	for _, spec := range specs {
		if c.accounts != nil || !spec.Copied {
			held = append(held, spec)
		}
	}
	return held
}

// places are the accounts that hold a stream or a copy of it, the original
// first.
func (c *Conn) places(stream string) (places []jetstream.JetStream) {
	for _, spec := range c.held(contract.Streams()) {
		if spec.Name == stream {
			places = append(places, c.api(spec.Account))
		}
	}
	if len(places) == 0 {
		places = append(places, c.js)
	}
	return places
}

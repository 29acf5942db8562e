package bus

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/contract"
)

// isForeign reports whether the URL has a user that is not one of docmill's.
func (cfg Config) isForeign() bool {
	first, _, _ := strings.Cut(cfg.URL, ",")
	u, err := url.Parse(first)
	return cfg.InProcess == nil && err == nil && u.User != nil && u.User.Username() != cfg.User
}

// accountAPIs returns the JetStream API of each account that has one, as the services' account imports it.
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

// api is the JetStream API with the streams of an account.
func (c *Conn) api(account string) jetstream.JetStream {
	if c.accounts == nil {
		return c.js
	}
	return c.accounts[account]
}

// supported returns the streams that this connection's server can have.
func (c *Conn) supported(specs []contract.StreamSpec) (supported []contract.StreamSpec) {
	for _, spec := range specs {
		if c.accounts != nil || !spec.Copied {
			supported = append(supported, spec)
		}
	}
	return supported
}

// apisOf are the APIs of the accounts with a stream and with its copy, in this order.
func (c *Conn) apisOf(stream string) (apis []jetstream.JetStream) {
	for _, spec := range c.supported(contract.Streams()) {
		if spec.Name == stream {
			apis = append(apis, c.api(spec.Account))
		}
	}
	if len(apis) == 0 {
		apis = append(apis, c.js)
	}
	return apis
}

// Package tap listens to what goes over an instance's NATS, as the operator, so
// that scenarios can act at a point of the flow that they name.
package tap

import (
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/tests/instance"
)

// Tap is a connection of the operator.
type Tap struct {
	t  testing.TB
	nc *nats.Conn
}

// Open connects to the instance's NATS.
func Open(t testing.TB, i *instance.Instance) *Tap {
	t.Helper()
	return As(t, i, contract.UserOperator)
}

// As connects as another user.
func As(t testing.TB, i *instance.Instance, user string) *Tap {
	t.Helper()
	nc, err := nats.Connect(i.NATS, nats.UserInfo(user, i.Credentials().NATS[user]),
		nats.CustomInboxPrefix(contract.InboxPrefix(user)), nats.NoReconnect(),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})) // refusals are looked at where they matter
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return &Tap{t: t, nc: nc}
}

// Conn is the connection itself.
func (p *Tap) Conn() *nats.Conn { return p.nc }

// Next gives a channel of the subjects of messages on subject (wildcards
// allowed), from now on.
func (p *Tap) Next(subject string) <-chan string {
	p.t.Helper()
	heard := make(chan string, 10_000)
	_, err := p.nc.Subscribe(subject, func(m *nats.Msg) {
		select {
		case heard <- m.Subject:
		default: // a listener that has gone needs no more
		}
	})
	if err == nil {
		err = p.nc.FlushTimeout(10 * time.Second)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return heard
}

// LastToken is what stands behind the last dot of a subject: a document's id.
func LastToken(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

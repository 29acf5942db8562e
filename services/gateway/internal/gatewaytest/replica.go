package gatewaytest

import (
	"context"
	"testing"
	"time"

	"go.opentelemetry.io/otel/propagation"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/documents"
	"github.com/docmill/docmill/services/gateway/internal/documents/erasure"
	"github.com/docmill/docmill/services/gateway/internal/jobs/replicalock"
	"github.com/docmill/docmill/services/gateway/internal/jobs/wake"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// patience bounds the wait for a process number.
const patience = testkit.Patience

// Replica is the documents service of one gateway process, which runs until stop is called or the
// test ends.
func Replica(t testing.TB, s *store.Store, b *blob.Store, conn *bus.Conn) (d *documents.Documents, stop func()) {
	t.Helper()
	d = Documents(s, b, conn)
	ctx, cancel := context.WithCancel(context.Background())
	ready, done := make(chan struct{}), make(chan error, 1)
	go func() { done <- d.Replica.Run(ctx, func() { close(ready) }) }()
	stopped := false
	stop = func() {
		if cancel(); !stopped {
			stopped = true
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	}
	t.Cleanup(stop)
	select {
	case <-ready:
	case <-time.After(patience):
		t.Fatal("no process number")
	}
	return d, stop
}

// Documents is a documents service without a process number.
func Documents(s *store.Store, b *blob.Store, conn *bus.Conn) *documents.Documents {
	const limit = 1_000_000
	log := telemetry.Discard().Log
	return &documents.Documents{
		Store: s, Blob: b, Conn: conn, Waiters: wake.NewWaiters(), Propagator: propagation.TraceContext{}, Log: log,
		Replica: replicalock.New(s, log),
		Eraser: &erasure.Eraser{
			Store: s, Blob: b, Conn: conn, Propagator: propagation.TraceContext{}, Log: log,
			WriteLife: time.Hour, Erased: func(context.Context, string) {},
		},
		Backlog:  documents.NewBacklog(documents.Limits{PerAccount: limit, Total: limit}, s.Waiting, time.Now),
		Queue:    idle{},
		Accepted: func(context.Context, int) {}, BatchAccepted: func(context.Context) {},
	}
}

// idle is a dispatcher that does nothing.
type idle struct{}

func (idle) Wake() {}

func (idle) Released(store.Command) bool { return false }

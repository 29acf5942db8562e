package bus_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/lifecycle"
)

// A handler that waits for a dependency ends by its deadline and is not stuck; one that never ends is
// stuck.
func TestHandlerOverDeadline(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	var later atomic.Int64
	watchdog := lifecycle.NewWatchdog(func() time.Time { return time.Now().Add(time.Duration(later.Load())) })
	auth := dial(t, bus.Config{
		User: contract.UserAuth, Password: "pw-" + contract.UserAuth, InProcess: s.Provider(), Watchdog: watchdog,
	})
	gateway := connect(t, s, contract.UserGateway)

	deadlocked, release := make(chan struct{}), make(chan struct{})
	outage := make(chan error, 1)
	ready, served := make(chan struct{}), make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		served <- bus.Serve(ctx, auth, "auth", func(server *bus.Server) error {
			err := bus.HandleWithin(server, time.Millisecond, contract.RPCAuthVerify,
				func(ctx context.Context, _ contract.Empty) (contract.Empty, error) {
					<-ctx.Done() // as a statement of a database that is away
					outage <- ctx.Err()
					return contract.Empty{}, ctx.Err()
				})
			if err != nil {
				return err
			}
			return bus.Handle(server, contract.RPCAuthRegister,
				func(context.Context, contract.Empty) (contract.Empty, error) {
					close(deadlocked)
					<-release
					return contract.Empty{}, nil
				})
		}, func() { close(ready) })
	}()
	<-ready
	replied := make(chan struct{})
	call := func(subject string, req bus.Message) {
		defer func() { replied <- struct{}{} }()
		_, _ = bus.CallWithin[contract.Empty](t.Context(), gateway, testkit.Patience, subject, req)
	}
	go call(contract.RPCAuthVerify, contract.Empty{})
	assert.Error(t, <-outage, "the handler has no deadline")
	<-replied
	go call(contract.RPCAuthRegister, contract.Empty{})
	<-deadlocked
	assert.Empty(t, watchdog.Stuck(), "stuck at once")
	later.Store(int64(time.Hour))
	assert.EqualSlices(t, watchdog.Stuck(), []string{contract.RPCAuthRegister}, "stuck")
	close(release)
	<-replied
	stop()
	assert.NoError(t, <-served)
	assert.Empty(t, watchdog.Stuck(), "stuck at the end")
}

package bus_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/require"
)

// serveVerify answers RPCAuthVerify with h and returns how to ask for it.
func serveVerify(
	t *testing.T, s *natsd.Server, h func(ctx context.Context, hash string),
) (ask func(hash string, wait time.Duration) error) {
	t.Helper()
	auth, gateway := connect(t, s, contract.UserAuth), connect(t, s, contract.UserGateway)
	server, err := bus.NewServer(t.Context(), auth, "auth")
	require.NoError(t, err)
	t.Cleanup(func() { _ = server.Stop(context.WithoutCancel(t.Context())) })
	err = bus.Handle(server, contract.RPCAuthVerify,
		func(ctx context.Context, r contract.VerifyRequest) (contract.VerifyReply, error) {
			h(ctx, r.KeyHash)
			return contract.VerifyReply{}, nil
		})
	require.NoError(t, err)
	return func(hash string, wait time.Duration) error {
		_, err := bus.CallWithin[contract.VerifyReply](t.Context(), gateway, wait, contract.RPCAuthVerify,
			contract.VerifyRequest{KeyHash: hash})
		return err
	}
}

func TestRequestTimeout(t *testing.T) {
	t.Parallel()
	ends := make(chan time.Time, 1)
	ask := serveVerify(t, startServer(t), func(ctx context.Context, _ string) {
		deadline, _ := ctx.Deadline()
		ends <- deadline
	})
	for _, wait := range []time.Duration{10 * time.Second, 50 * time.Millisecond} {
		before := time.Now()
		require.NoError(t, ask(strings.Repeat("a", 64), wait))
		if end := <-ends; end.Before(before.Add(2*time.Second)) || end.After(time.Now().Add(max(wait, 2*time.Second))) {
			t.Errorf("a sender waits for %s, the handler for %s", wait, end.Sub(before))
		}
	}
}

// A claim of work that is carried out for a worker that has given up is an attempt lost.
func TestExpiredRequestsDropped(t *testing.T) {
	t.Parallel()
	const atOnce = 256
	busy, late, next := strings.Repeat("a", 64), strings.Repeat("b", 64), strings.Repeat("c", 64)
	started, release := make(chan struct{}, atOnce), make(chan struct{})
	var served atomic.Int32
	s := startServer(t)
	ask := serveVerify(t, s, func(_ context.Context, hash string) {
		switch hash {
		case busy:
			started <- struct{}{}
			<-release
		case late:
			served.Add(1)
		}
	})
	var all sync.WaitGroup
	for range atOnce {
		all.Go(func() {
			assert.NoError(t, ask(busy, time.Minute))
		})
	}
	for range atOnce {
		<-started
	}
	request := nats.NewMsg(contract.RPCAuthVerify)
	request.Header.Set(contract.HeaderWait, "50")
	request.Data = []byte(`{"keyHash":"` + late + `"}`)
	answer, err := raw(t, s, contract.UserGateway).RequestMsg(request, time.Minute)
	require.NoError(t, err, answer)
	assert.Contains(t, string(answer.Data), string(contract.CodeServiceUnavailable), "while all are busy", answer)
	close(release)
	all.Wait()
	assert.NoError(t, ask(next, time.Minute), "afterwards")
	assert.Equal(t, served.Load(), 0, "served who had left")
}

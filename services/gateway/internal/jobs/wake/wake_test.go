package wake_test

import (
	"os"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/jobs/wake"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

func ended(ch <-chan *contract.Record) bool {
	select {
	case <-ch:
		return true
	default:
		return false
	}
}

func TestWake(t *testing.T) {
	t.Parallel()
	w := wake.NewWaiters()
	one, cancelOne := w.Await("a")
	two, cancelTwo := w.Await("a")
	other, cancelOther := w.Await("b")
	defer cancelOther()
	w.Wake("a")
	w.Wake("a") // no waiters are left
	if !ended(one) || !ended(two) || ended(other) {
		t.Errorf("ended: %v, %v; other: %v", ended(one), ended(two), ended(other))
	}
	cancelOne()
	cancelTwo()
}

func TestTell(t *testing.T) {
	t.Parallel()
	w := wake.NewWaiters()
	one, cancelOne := w.Await("a")
	defer cancelOne()
	two, cancelTwo := w.Await("a")
	defer cancelTwo()
	if !w.Awaited("a") || w.Awaited("b") {
		t.Errorf("awaited: a %v, b %v", w.Awaited("a"), w.Awaited("b"))
	}
	rec := &contract.Record{ID: "a"}
	w.Tell(rec)
	w.Wake("a") // as a broadcast does next
	for _, waiter := range []<-chan *contract.Record{one, two} {
		assert.Equal(t, <-waiter, rec, "told")
		told, open := <-waiter
		assert.True(t, told == nil && !open, "then", told, open)
	}
	assert.False(t, w.Awaited("a"), "still awaited")
}

func TestCancel(t *testing.T) {
	t.Parallel()
	w := wake.NewWaiters()
	gone, cancel := w.Await("a")
	stays, cancelStays := w.Await("a")
	defer cancelStays()
	cancel()
	cancel()
	w.Wake("a")
	if ended(gone) || !ended(stays) {
		t.Errorf("gone: %v, stays: %v", ended(gone), ended(stays))
	}
}

func TestBroadcast(t *testing.T) {
	t.Parallel()
	server := gatewaytest.NATS(t)
	here, there := wake.NewWaiters(), wake.NewWaiters()
	stop, err := there.Listen(gatewaytest.Connect(t, server, contract.UserGateway))
	require.NoError(t, err)
	defer stop()
	id := gatewaytest.Acceptance("").Document.ID
	near, cancelNear := here.Await(id)
	defer cancelNear()
	far, cancelFar := there.Await(id)
	defer cancelFar()
	require.NoError(t, here.Broadcast(t.Context(), gatewaytest.Connect(t, server, contract.UserGateway), id))
	assert.True(t, ended(near), "the own waiter is not woken")
	testkit.Receive(t, far, "the wake of the other replica's waiter")
}

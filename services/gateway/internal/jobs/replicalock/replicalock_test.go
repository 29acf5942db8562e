package replicalock_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/jobs/replicalock"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

func TestLostNumber(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	p := replicalock.New(s, telemetry.Discard().Log)
	_, ok := p.Number()
	assert.False(t, ok, "a number before it runs")
	ctx, cancel := context.WithCancel(t.Context())
	ready, done := make(chan struct{}), make(chan error, 1)
	go func() { done <- p.Run(ctx, func() { close(ready) }) }()
	<-ready
	first, ok := p.Number()
	require.True(t, ok, "no number")
	testkit.Exec(t, pool, `
		SELECT pg_terminate_backend(pid) FROM pg_locks
		WHERE locktype = 'advisory' AND objid = $1::int::oid AND objsubid = 2
		  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`, first)
	for deadline := time.Now().Add(testkit.Patience); ; time.Sleep(time.Millisecond) {
		if second, ok := p.Number(); ok && second != first {
			break
		}
		require.False(t, time.Now().After(deadline), "no other number")
	}
	cancel()
	assert.NoError(t, <-done)
	_, ok = p.Number()
	assert.False(t, ok, "a number after the end")
}

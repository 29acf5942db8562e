package limiter_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/access/limiter"
)

func config() limiter.Config {
	return limiter.Config{Max: 3, MaxPerAccount: 2, MaxWaiting: 2, Wait: 5 * time.Second, Busy: "Too many."}
}

func enter(t *testing.T, g *limiter.Limiter, account string) (leave func()) {
	t.Helper()
	leave, err := g.Enter(t.Context(), account)
	require.NoError(t, err)
	return leave
}

func wantBusy(t *testing.T, err error) {
	t.Helper()
	f := apierror.Of(err)
	assert.True(t, err != nil && f.Code == contract.CodeServiceUnavailable && f.RetryAfter > 0, "error is", err)
}

// Requests of one account beyond its limit wait, and are then refused; another account is not delayed.
func TestLimitPerAccount(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := limiter.New(config())
		first, second := enter(t, g, "a"), enter(t, g, "a")
		var entered atomic.Int32
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				leave := enter(t, g, "a")
				entered.Add(1)
				defer leave()
			})
		}
		synctest.Wait()
		_, err := g.Enter(t.Context(), "a")
		wantBusy(t, err)
		enter(t, g, "b")()
		require.Equal(t, entered.Load(), 0, "entered beyond the bound")
		first()
		first() // once more is harmless
		wg.Wait()
		second()
		enter(t, g, "a")()
	})
}

// A caller that waits too long is refused, and leaves no trace.
func TestWaitTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := limiter.New(config())
		for range 2 {
			defer enter(t, g, "a")()
		}
		began := time.Now()
		_, err := g.Enter(t.Context(), "a")
		wantBusy(t, err)
		assert.Equal(t, time.Since(began), 5*time.Second, "refused after")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = g.Enter(ctx, "a")
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		enter(t, g, "b")()
	})
}

// The total limit is kept, in the order of arrival.
func TestLimitTotal(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := limiter.New(config())
		var under, most atomic.Int32
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				leave := enter(t, g, string(rune('a'+i)))
				defer leave()
				most.Store(max(most.Load(), under.Add(1)))
				time.Sleep(100 * time.Millisecond)
				under.Add(-1)
			})
		}
		wg.Wait()
		assert.Equal(t, most.Load(), 3, "at once")
	})
}

func TestNilLimiter(t *testing.T) {
	t.Parallel()
	var g *limiter.Limiter
	enter(t, g, "a")()
}

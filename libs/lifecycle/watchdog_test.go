package lifecycle_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/lifecycle"
)

// clock is a manual clock.
type clock struct{ offset atomic.Int64 }

func (c *clock) now() time.Time          { return time.Unix(0, c.offset.Load()) }
func (c *clock) advance(d time.Duration) { c.offset.Add(int64(d)) }

func TestStuckWork(t *testing.T) {
	t.Parallel()
	c := &clock{}
	w := lifecycle.NewWatchdog(c.now)
	short, long := w.Begin("short", time.Second), w.Begin("long", time.Hour)
	again := w.Begin("short", time.Second)
	c.advance(time.Second + time.Minute)
	assert.Empty(t, w.Stuck(), "stuck too early")
	c.advance(1)
	assert.EqualSlices(t, w.Stuck(), []string{"short"}, "stuck", "want short, once")
	short()
	short() // twice is harmless
	assert.EqualSlices(t, w.Stuck(), []string{"short"}, "stuck")
	again()
	c.advance(time.Hour)
	assert.EqualSlices(t, w.Stuck(), []string{"long"}, "stuck")
	long()
	assert.Empty(t, w.Stuck(), "stuck after their end")
}

// A service that never stops working is never stuck, however long it runs.
func TestEndedWork(t *testing.T) {
	t.Parallel()
	c := &clock{}
	w := lifecycle.NewWatchdog(c.now)
	var workers sync.WaitGroup
	for range 8 {
		workers.Go(func() {
			for range 1000 {
				end := w.Begin("work", time.Hour)
				c.advance(time.Second / 10)
				assert.Empty(t, w.Stuck())
				end()
			}
		})
	}
	workers.Wait()
}

func TestNilWatchdog(t *testing.T) {
	t.Parallel()
	var w *lifecycle.Watchdog
	w.Begin("work", 0)()
	got := w.Stuck()
	assert.True(t, got == nil, got)
}

// Liveness fails by work that never ends, not by a dependency that is away.
func TestHealthzStuckWork(t *testing.T) {
	t.Parallel()
	h, c := lifecycle.NewHealth(), &clock{}
	w := lifecycle.NewWatchdog(c.now)
	h.Watch(w)
	h.Add("database", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
	get := asked(t, h)
	end := w.Begin("docmill.rpc.quota.admit", time.Second)
	if status, body := get("/healthz"); status != http.StatusOK {
		t.Errorf("at work: %d %s", status, body)
	}
	c.advance(2 * time.Minute)
	status, body := get("/healthz")
	if status != http.StatusServiceUnavailable || !strings.Contains(body, `"stuck":["docmill.rpc.quota.admit"]`) {
		t.Errorf("stuck: %d %s", status, body)
	}
	end()
	status, body = get("/healthz")
	assert.Equal(t, status, http.StatusOK, "after its end", body)
}

package lifecycle_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/lifecycle"
)

func TestReportCaching(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testReportCaching)
}

func testReportCaching(t *testing.T) {
	h := lifecycle.NewHealth()
	h.SetServing(true)
	var asked atomic.Int32
	h.Add("database", func(context.Context) error { asked.Add(1); return nil })
	burst := func(n int) {
		var wg sync.WaitGroup
		for range n {
			wg.Go(func() {
				r := h.Report(t.Context())
				assert.True(t, r.Ready && r.Parts["database"] == "ok", r)
			})
		}
		wg.Wait()
	}
	burst(200)
	time.Sleep(time.Second - time.Nanosecond)
	burst(10)
	assert.Equal(t, asked.Load(), 1, "asked times within a second")
	time.Sleep(time.Nanosecond)
	burst(10)
	assert.Equal(t, asked.Load(), 2, "asked times, want a second time after a second")
}

// Readiness is the present one, however fresh the rest of the report is.
func TestFreshReadiness(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testFreshReadiness)
}

func testFreshReadiness(t *testing.T) {
	h := lifecycle.NewHealth()
	for _, on := range []bool{false, true, false} {
		h.SetServing(on)
		assert.Equal(t, h.Report(t.Context()).Ready, on, "ready")
	}
}

// Concurrent callers share one check; a caller that leaves does not end it for the others.
func TestConcurrentReports(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testConcurrentReports)
}

func testConcurrentReports(t *testing.T) {
	h := lifecycle.NewHealth()
	asked, answer := make(chan struct{}, 10), make(chan error)
	h.Add("database", func(context.Context) error { asked <- struct{}{}; return <-answer })
	ctx, leave := context.WithCancel(t.Context())
	first := make(chan lifecycle.Report)
	go func() { first <- h.Report(ctx) }()
	<-asked
	leave()
	r := <-first
	assert.Equal(t, len(r.Parts), 0, "who left knows of", r.Parts)
	second := make(chan lifecycle.Report)
	go func() { second <- h.Report(t.Context()) }()
	answer <- errors.New("secret address")
	r = <-second
	assert.True(t, r.Parts["database"] == "failing" && len(asked) == 0, r.Parts, len(asked), "more asked")
}

// A check that never ends delays no report beyond the total timeout, and is not started again.
func TestHangingCheck(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testHangingCheck)
}

func testHangingCheck(t *testing.T) {
	h := lifecycle.NewHealth()
	var asked atomic.Int32
	end, ended := make(chan struct{}), make(chan struct{})
	h.Add("database", func(context.Context) error { defer close(ended); asked.Add(1); <-end; return nil })
	h.Add("nats", func(context.Context) error { return nil })
	for range 2 {
		r := h.Report(t.Context())
		assert.True(t, r.Parts["database"] == "failing" && r.Parts["nats"] == "ok", r.Parts)
		time.Sleep(time.Second)
	}
	assert.Equal(t, asked.Load(), 1, "asked")
	close(end)
	<-ended
}

// A required dependency that fails for three seconds takes readiness away, and its
// recovery gives it back. A shorter failure is named only.
func TestRequiredDependencyDown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testRequiredDependencyDown)
}

func testRequiredDependencyDown(t *testing.T) {
	h := lifecycle.NewHealth()
	h.SetServing(true)
	var away atomic.Bool
	h.Require("database", func(context.Context) error {
		if away.Load() {
			return errors.New("away")
		}
		return nil
	})
	h.Add("mail", func(context.Context) error { return errors.New("away") })
	for _, step := range []struct {
		away bool
		want string
	}{{false, "ready"}, {true, "ready"}, {true, "ready"}, {true, "ready"}, {true, "not ready"}, {false, "ready"}, {true, "ready"}} {
		away.Store(step.away)
		time.Sleep(time.Second)
		r, state := h.Report(t.Context()), "not ready"
		if r.Ready {
			state = "ready"
		}
		if state != step.want || slices.Contains(r.Failing(), "database") != step.away {
			t.Errorf("at %s: %s, failing %v; want %s", time.Now().UTC().Format("05"), state, r.Failing(), step.want)
		}
	}
}

package lifecycle_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/lifecycle"
)

// clock is a manual clock.
type clock struct{ offset atomic.Int64 }

func (c *clock) now() time.Time          { return time.Unix(0, c.offset.Load()) }
func (c *clock) advance(d time.Duration) { c.offset.Add(int64(d)) }

func TestReportCachesChecks(t *testing.T) {
	t.Parallel()
	h, c := lifecycle.NewHealth(), &clock{}
	h.SetClock(c.now)
	h.SetServing(true)
	var asked atomic.Int32
	h.Add("database", func(context.Context) error { asked.Add(1); return nil })
	admin, err := lifecycle.NewAdmin("127.0.0.1:0", "1.2.3", h, http.NotFoundHandler())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- admin.Run(ctx) }()
	transport := &http.Transport{MaxConnsPerHost: 8}
	defer func() {
		transport.CloseIdleConnections()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	burst := func(n int) {
		var wg sync.WaitGroup
		for range n {
			wg.Go(func() {
				resp, err := (&http.Client{Transport: transport}).Get("http://" + admin.Addr() + "/readyz")
				if err != nil {
					t.Error(err)
					return
				}
				defer resp.Body.Close()
				var r lifecycle.Report
				if err := json.NewDecoder(resp.Body).Decode(&r); err != nil || !r.Ready || r.Parts["database"] != "ok" {
					t.Errorf("%+v, %v", r, err)
				}
			})
		}
		wg.Wait()
	}
	burst(200)
	c.advance(time.Second - time.Nanosecond)
	burst(10)
	if n := asked.Load(); n != 1 {
		t.Errorf("asked %d times within a second, want once", n)
	}
	c.advance(time.Nanosecond)
	burst(10)
	if n := asked.Load(); n != 2 {
		t.Errorf("asked %d times, want a second time after a second", n)
	}
}

// Readiness is the present one, however fresh the rest of the report is.
func TestReadinessIsNeverOld(t *testing.T) {
	t.Parallel()
	h, c := lifecycle.NewHealth(), &clock{}
	h.SetClock(c.now)
	for _, on := range []bool{false, true, false} {
		h.SetServing(on)
		if r := h.Report(t.Context()); r.Ready != on {
			t.Errorf("ready %t, want %t", r.Ready, on)
		}
	}
}

// Concurrent callers share one check; a caller that leaves does not end it for the others.
func TestConcurrentReports(t *testing.T) {
	t.Parallel()
	h := lifecycle.NewHealth()
	h.SetClock((&clock{}).now)
	asked, answer := make(chan struct{}, 10), make(chan error)
	h.Add("database", func(context.Context) error { asked <- struct{}{}; return <-answer })
	ctx, leave := context.WithCancel(t.Context())
	first := make(chan lifecycle.Report)
	go func() { first <- h.Report(ctx) }()
	<-asked
	leave()
	if r := <-first; len(r.Parts) != 0 {
		t.Errorf("who left knows of %v", r.Parts)
	}
	second := make(chan lifecycle.Report)
	go func() { second <- h.Report(t.Context()) }()
	answer <- errors.New("secret address")
	if r := <-second; r.Parts["database"] != "failing" || len(asked) != 0 {
		t.Errorf("%v, %d more asked", r.Parts, len(asked))
	}
}

// A check that never ends delays no report beyond the total timeout, and is not started again.
func TestHangingCheckFails(t *testing.T) {
	t.Parallel()
	h, c := lifecycle.NewHealth(), &clock{}
	h.SetClock(c.now)
	var asked atomic.Int32
	end, ended := make(chan struct{}), make(chan struct{})
	h.Add("database", func(context.Context) error { defer close(ended); asked.Add(1); <-end; return nil })
	h.Add("nats", func(context.Context) error { return nil })
	for range 2 {
		if r := h.Report(t.Context()); r.Parts["database"] != "failing" || r.Parts["nats"] != "ok" {
			t.Errorf("%v", r.Parts)
		}
		c.advance(time.Second)
	}
	if n := asked.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
	close(end)
	<-ended
}

// A required dependency that fails for three seconds takes readiness away, and its
// recovery gives it back. A shorter failure is named only.
func TestRequiredDependencyFails(t *testing.T) {
	t.Parallel()
	h, c := lifecycle.NewHealth(), &clock{}
	h.SetClock(c.now)
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
		c.advance(time.Second)
		r, state := h.Report(t.Context()), "not ready"
		if r.Ready {
			state = "ready"
		}
		if state != step.want || slices.Contains(r.Failing(), "database") != step.away {
			t.Errorf("at %s: %s, failing %v; want %s", c.now().UTC().Format("05"), state, r.Failing(), step.want)
		}
	}
}

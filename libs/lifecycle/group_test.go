package lifecycle_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/require"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// journal records the calls of parts in order.
type journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *journal) add(line string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, line)
}

type part struct {
	name    string
	journal *journal
	ready   chan struct{}
	fail    chan error
	stuck   chan struct{} // nil, or what Run waits for after its context ended
}

func newPart(name string, j *journal) *part {
	return &part{name: name, journal: j, ready: make(chan struct{}), fail: make(chan error, 1)}
}

func (p *part) Run(ctx context.Context) error {
	p.journal.add("start " + p.name)
	close(p.ready)
	select {
	case err := <-p.fail:
		return err
	case <-ctx.Done():
	}
	if p.stuck != nil {
		<-p.stuck
	}
	p.journal.add("stop " + p.name)
	return nil
}
func (p *part) Ready() <-chan struct{}      { return p.ready }
func (p *part) Check(context.Context) error { return nil }

func TestStartAndStopOrder(t *testing.T) {
	t.Parallel()
	j := &journal{}
	ctx, cancel := context.WithCancel(context.Background())
	a, b := newPart("a", j), newPart("b", j)
	g := lifecycle.Group{
		Log: slog.New(slog.DiscardHandler), StopTimeout: time.Minute,
		OnReady: func() { j.add("ready"); cancel() },
		OnDrain: func() { j.add("drain") },
	}
	require.NoError(t, g.Run(ctx, lifecycle.Part{Name: "a", Service: a}, lifecycle.Part{Name: "b", Service: b}))
	want := []string{"start a", "start b", "ready", "drain", "stop b", "stop a"}
	require.EqualSlices(t, j.lines, want)
}

func TestFailedPart(t *testing.T) {
	t.Parallel()
	j := &journal{}
	a, b := newPart("a", j), newPart("b", j)
	g := lifecycle.Group{Log: slog.New(slog.DiscardHandler), StopTimeout: time.Minute, OnReady: func() {
		b.fail <- errors.New("broken")
	}}
	err := g.Run(context.Background(), lifecycle.Part{Name: "a", Service: a}, lifecycle.Part{Name: "b", Service: b})
	require.True(t, err != nil && strings.Contains(err.Error(), "b: broken"), "error", err)
	require.True(t, slices.Contains(j.lines, "stop a"), "a was not stopped", j.lines)
}

func TestPartExit(t *testing.T) {
	t.Parallel()
	a := newPart("a", &journal{})
	g := lifecycle.Group{Log: slog.New(slog.DiscardHandler), StopTimeout: time.Minute, OnReady: func() { a.fail <- nil }}
	require.Error(t, g.Run(context.Background(), lifecycle.Part{Name: "a", Service: a}))
}

func TestStuckPart(t *testing.T) {
	t.Parallel()
	a := newPart("a", &journal{})
	a.stuck = make(chan struct{})
	defer close(a.stuck)
	ctx, cancel := context.WithCancel(context.Background())
	g := lifecycle.Group{Log: slog.New(slog.DiscardHandler), StopTimeout: time.Millisecond, OnReady: cancel}
	require.ErrorIs(t, g.Run(ctx, lifecycle.Part{Name: "a", Service: a}), lifecycle.ErrStopTimeout)
}

// asked serves a health's admin port as release 1.2.3 and returns a function that requests a path.
func asked(t *testing.T, h *lifecycle.Health) (get func(path string) (status int, body string)) {
	t.Helper()
	admin, err := lifecycle.NewAdmin("127.0.0.1:0", "1.2.3", h, http.NotFoundHandler())
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- admin.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		assert.NoError(t, <-done)
	})
	return func(path string) (int, string) {
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		resp, err := client.Get("http://" + admin.Addr() + path)
		require.NoError(t, err)
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		return resp.StatusCode, string(body)
	}
}

func TestReadyz(t *testing.T) {
	t.Parallel()
	h := lifecycle.NewHealth()
	h.Add("nats", func(context.Context) error { return nil })
	h.Add("database", func(context.Context) error { return errors.New("secret address") })
	get := asked(t, h)
	status, _ := get("/readyz")
	require.Equal(t, status, http.StatusServiceUnavailable, "not serving")
	h.SetServing(true)
	status, body := get("/readyz")
	assert.Contains(t, body, `"version":"1.2.3"`)
	if status != http.StatusOK || !strings.Contains(body, `"database":"failing"`) ||
		!strings.Contains(body, `"nats":"ok"`) || strings.Contains(body, "secret") {
		t.Fatalf("%d %s", status, body)
	}
}

// Notes are shown beside the parts, ready or not.
func TestReadyzNotes(t *testing.T) {
	t.Parallel()
	health := lifecycle.NewHealth()
	health.AddNote("worker", func() string { return "works alone" })
	health.AddNote("other", func() string { return "" })
	for _, ready := range []bool{false, true} {
		health.SetServing(ready)
		report := health.Report(t.Context())
		if report.Ready != ready || len(report.Notes) != 1 || report.Notes["worker"] != "works alone" {
			t.Errorf("report %+v", report)
		}
	}
}

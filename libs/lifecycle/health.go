package lifecycle

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// checkTimeout bounds a report's checks. It is below probes' timeouts, so a hanging check does not fail the probe.
	checkTimeout = time.Second
	// reportLife is how long check results are reused, which bounds the load on dependencies.
	reportLife = time.Second
	// unreadyAfter is how long a required dependency must fail, so that a slow check does not stop all replicas.
	unreadyAfter = 3 * time.Second
)

// Health serves /healthz and /readyz. Ready means started, not draining and no required dependency failing;
// other dependencies are in the body only. Alive means that no work is stuck, regardless of dependencies.
// It is safe for concurrent use.
type Health struct {
	serving  atomic.Bool
	watchdog atomic.Pointer[Watchdog]

	mu      sync.Mutex
	checks  map[string]*check
	notes   map[string]func() string
	parts   map[string]string // as last found; never changed, only replaced
	fresh   time.Time         // until when parts are reported without another look
	looking chan struct{}     // closed when the checks under way have ended; nil when there are none
}

type check struct {
	ask      func(context.Context) error
	busy     bool // the last question has not been answered yet
	required bool
	failing  time.Time // since when; zero while it does not fail
}

// NewHealth begins not ready, without checks.
func NewHealth() *Health {
	return &Health{checks: map[string]*check{}, notes: map[string]func() string{}}
}

// Add names a dependency check. Readiness does not depend on it.
func (h *Health) Add(name string, ask func(context.Context) error) {
	h.add(name, &check{ask: ask})
}

// Require names a dependency check without which the process is not ready.
func (h *Health) Require(name string, ask func(context.Context) error) {
	h.add(name, &check{ask: ask, required: true})
}

// AddService adds the service's check, requirements and note.
func (h *Health) AddService(name string, s Service) {
	h.Add(name, s.Check)
	if r, ok := s.(Requirer); ok {
		for part, ask := range r.Requirements() {
			h.Require(part, ask)
		}
	}
	if noted, ok := s.(Noted); ok {
		h.AddNote(name, noted.Note)
	}
}

func (h *Health) add(name string, c *check) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.checks[name] = c
	h.fresh = time.Time{}
}

// AddNote adds a message for the operator about a part, in any state; "" for none.
func (h *Health) AddNote(name string, note func() string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.notes[name] = note
}

// Watch has /healthz fail while w finds work that will never end.
func (h *Health) Watch(w *Watchdog) { h.watchdog.Store(w) }

// Stuck returns the kinds of work that will never end: only a restart helps.
func (h *Health) Stuck() []string { return h.watchdog.Load().Stuck() }

// SetServing switches readiness.
func (h *Health) SetServing(on bool) { h.serving.Store(on) }

// Serving reports the present readiness.
func (h *Health) Serving() bool { return h.serving.Load() }

// Report is the body of /readyz.
type Report struct {
	Ready bool `json:"ready"`
	// Parts holds "ok" or a word about the problem, by name.
	Parts map[string]string `json:"parts"`
	// Notes are messages for the operator, by name.
	Notes map[string]string `json:"notes,omitempty"`
}

// Failing returns the names of the parts that fail, sorted.
func (r Report) Failing() []string {
	var names []string
	for name, state := range r.Parts {
		if state != stateOK {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

const (
	stateOK      = "ok"
	stateFailing = "failing"
)

// Report checks all dependencies concurrently, within a second. Concurrent callers share one check, and
// checks run at most once a second; the state of the process is always current. If ctx ends first, it
// returns the previous results.
func (h *Health) Report(ctx context.Context) Report {
	if looking := h.look(); looking != nil {
		select {
		case <-looking:
		case <-ctx.Done():
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return Report{Ready: h.Serving() && !h.isLacking(), Parts: maps.Clone(h.parts), Notes: h.notesNow()}
}

// isLacking reports whether a required dependency has failed for too long; h.mu is held.
func (h *Health) isLacking() bool {
	for _, c := range h.checks {
		if c.required && !c.failing.IsZero() && time.Since(c.failing) >= unreadyAfter {
			return true
		}
	}
	return false
}

// notesNow returns the notes; h.mu is held.
func (h *Health) notesNow() map[string]string {
	found := map[string]string{}
	for name, note := range h.notes {
		if text := note(); text != "" {
			found[name] = text
		}
	}
	return found
}

// look starts stale checks that are not in progress, and returns a channel closed at their end, or nil if fresh.
func (h *Health) look() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.looking != nil:
	case h.parts != nil && time.Now().Before(h.fresh):
		return nil
	default:
		h.looking = make(chan struct{})
		// The result is for all callers: it must not end with one of them.
		go h.refresh()
	}
	return h.looking
}

func (h *Health) refresh() {
	ctx, cancel := context.WithTimeout(context.Background(), checkTimeout)
	defer cancel()
	parts := h.ask(ctx)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.parts, h.fresh = parts, time.Now().Add(reportLife)
	for name, c := range h.checks {
		switch {
		case parts[name] == stateOK:
			c.failing = time.Time{}
		case parts[name] == stateFailing && c.failing.IsZero():
			c.failing = time.Now()
		}
	}
	close(h.looking)
	h.looking = nil
}

type result struct {
	name string
	err  error
}

// ask runs the checks until ctx ends. An unfinished check counts as failing and is not started again before its end.
func (h *Health) ask(ctx context.Context) map[string]string {
	parts := map[string]string{}
	h.mu.Lock()
	results := make(chan result, len(h.checks)) // hanging checks must not block
	asked := 0
	for name, c := range h.checks {
		parts[name] = stateFailing
		if c.busy {
			continue
		}
		c.busy = true
		asked++
		go func() {
			err := c.ask(ctx)
			h.mu.Lock()
			c.busy = false
			h.mu.Unlock()
			results <- result{name, err}
		}()
	}
	h.mu.Unlock()
	for range asked {
		select {
		case r := <-results:
			if r.err == nil {
				parts[r.name] = stateOK
			}
		case <-ctx.Done():
			return parts
		}
	}
	return parts
}

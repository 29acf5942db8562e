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
	// checkTimeout bounds all checks of one report: shorter than any probe waits,
	// as a dependency that hangs must not make a service look unready.
	checkTimeout = time.Second
	// reportLife is how long what the checks found is reported again: nobody who
	// can reach the port has dependencies asked more often than that.
	reportLife = time.Second
	// unreadyAfter is how long a required dependency fails before readiness does. A
	// check that is slow once must not take all replicas out of service.
	unreadyAfter = 3 * time.Second
)

// Health is what /healthz and /readyz answer from. Ready means started, not
// draining and no required dependency failing. Other dependencies are named in the
// body only. Alive means that no work is stuck; dependencies do not matter for it.
// It is safe for concurrent use.
type Health struct {
	serving  atomic.Bool
	watchdog atomic.Pointer[Watchdog]
	now      func() time.Time

	mu      sync.Mutex
	checks  map[string]*check
	notes   map[string]func() string
	parts   map[string]string // as last found; never changed, only replaced
	fresh   time.Time         // until when parts are reported without another look
	looking chan struct{}     // closed when the checks under way have ended; nil when there are none
}

// check asks one dependency.
type check struct {
	ask      func(context.Context) error
	busy     bool // the last question has not been answered yet
	required bool
	failing  time.Time // since when; zero while it does not fail
}

// NewHealth begins not ready, without checks.
func NewHealth() *Health {
	return &Health{now: time.Now, checks: map[string]*check{}, notes: map[string]func() string{}}
}

// Add names a dependency check. Readiness does not depend on it.
func (h *Health) Add(name string, ask func(context.Context) error) {
	h.add(name, &check{ask: ask})
}

// Require names a dependency check without which the process is not ready.
func (h *Health) Require(name string, ask func(context.Context) error) {
	h.add(name, &check{ask: ask, required: true})
}

// AddService adds what the service says of itself: its check, its requirements and
// its note.
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

// AddNote names something that the operator should know of a part, whether it is
// ready or not; "" for nothing.
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
	// Parts holds "ok" or a word on what is wrong, by name.
	Parts map[string]string `json:"parts"`
	// Notes are what the operator should know, by name.
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

// Report asks every dependency, all at once, and gives them a second. However
// many ask, the dependencies are asked once at a time and at most once a second;
// whether the process serves is always the present state. If ctx ends first,
// dependencies are reported as they were last found.
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
		if c.required && !c.failing.IsZero() && h.now().Sub(c.failing) >= unreadyAfter {
			return true
		}
	}
	return false
}

// notesNow asks for the notes; h.mu is held.
func (h *Health) notesNow() map[string]string {
	found := map[string]string{}
	for name, note := range h.notes {
		if text := note(); text != "" {
			found[name] = text
		}
	}
	return found
}

// look starts the checks unless their results are fresh or they are under way,
// and returns what is closed when they have ended, nil for fresh results.
func (h *Health) look() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.looking != nil:
	case h.parts != nil && h.now().Before(h.fresh):
		return nil
	default:
		h.looking = make(chan struct{})
		// The result is for all who ask: it must not end with one of them.
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
	h.parts, h.fresh = parts, h.now().Add(reportLife)
	for name, c := range h.checks {
		switch {
		case parts[name] == stateOK:
			c.failing = time.Time{}
		case parts[name] == stateFailing && c.failing.IsZero():
			c.failing = h.now()
		}
	}
	close(h.looking)
	h.looking = nil
}

// result of one check.
type result struct {
	name string
	err  error
}

// ask runs the checks until ctx ends. One that has not ended by then is failing,
// and is not asked again before it has.
func (h *Health) ask(ctx context.Context) map[string]string {
	parts := map[string]string{}
	h.mu.Lock()
	results := make(chan result, len(h.checks)) // nobody waits for those that hang
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

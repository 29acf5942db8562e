package lifecycle

import (
	"slices"
	"sync"
	"time"
)

// stuckAfter is how far beyond its limit a piece of work may go: a machine that is
// slow or was stopped for a while is no reason to end the process.
const stuckAfter = time.Minute

// Watchdog finds work that will never end: a deadlock, a loop without an exit. Work
// tells it when it begins and when it ends, so nothing is asked of the work itself
// or of what it depends on. Whatever waits for a database, a queue or a client has to
// end by a deadline of its own within its limit; only what heeds no deadline stays
// beyond it, and that no outage of a dependency explains. It is safe for concurrent
// use; a nil Watchdog watches nothing.
type Watchdog struct {
	now func() time.Time

	mu    sync.Mutex
	under map[*piece]struct{} // under way
}

// piece is one piece of work that is under way.
type piece struct {
	name string
	over time.Time // when it should have ended
}

// NewWatchdog watches nothing yet; now is its clock.
func NewWatchdog(now func() time.Time) *Watchdog {
	return &Watchdog{now: now, under: map[*piece]struct{}{}}
}

// Begin notes that work begins which ends within limit, until end is called. The
// name is of the kind of work, for operators: it says nothing of a document.
func (w *Watchdog) Begin(name string, limit time.Duration) (end func()) {
	if w == nil {
		return func() {}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	p := &piece{name: name, over: w.now().Add(limit + stuckAfter)}
	w.under[p] = struct{}{}
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.under, p)
	}
}

// Stuck returns the kinds of work that should have ended a minute ago, sorted.
func (w *Watchdog) Stuck() []string {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.now()
	var names []string
	for p := range w.under {
		if now.After(p.over) {
			names = append(names, p.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

package lifecycle

import (
	"slices"
	"sync"
	"time"
)

// stuckAfter is how long work may exceed its limit: a slow or suspended machine is no reason to end the process.
const stuckAfter = time.Minute

// Watchdog finds work that never ends, such as a deadlock or an endless loop. Work is registered when it begins and
// when it ends. Work that waits for a database, a queue or a client has a deadline within its limit, so an outage of
// a dependency is not the reason if the limit is exceeded. It is safe for concurrent use; a nil Watchdog watches
// nothing.
type Watchdog struct {
	now func() time.Time

	mu     sync.Mutex
	active map[*task]struct{}
}

type task struct {
	name     string
	deadline time.Time // after which it is stuck
}

// NewWatchdog makes a watchdog; now is its clock.
func NewWatchdog(now func() time.Time) *Watchdog {
	return &Watchdog{now: now, active: map[*task]struct{}{}}
}

// Begin registers work that must end within limit, until end is called. The name is the kind of work, for operators;
// it must not contain data of a document.
func (w *Watchdog) Begin(name string, limit time.Duration) (end func()) {
	if w == nil {
		return func() {}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	t := &task{name: name, deadline: w.now().Add(limit + stuckAfter)}
	w.active[t] = struct{}{}
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.active, t)
	}
}

// Stuck returns the kinds of stuck work, sorted.
func (w *Watchdog) Stuck() []string {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.now()
	var names []string
	for t := range w.active {
		if now.After(t.deadline) {
			names = append(names, t.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

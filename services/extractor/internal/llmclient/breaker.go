package llmclient

import (
	"sync"
	"time"
)

// breaker refuses requests for a while after some failures in a row, then allows one, whose outcome decides.
type breaker struct {
	now    func() time.Time
	mu     sync.Mutex
	failed int       // in a row
	until  time.Time // before which requests are refused
	trying bool      // a trial request is in progress
}

const (
	failuresToOpen = 5
	openFor        = 30 * time.Second
)

// allow reports whether the server may be asked. If so, the caller must call done or cancel.
func (b *breaker) allow() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failed < failuresToOpen {
		return true
	}
	if b.trying || b.now().Before(b.until) {
		return false
	}
	b.trying = true
	return true
}

// done records the outcome of an allowed request. opened reports whether it makes the breaker refuse requests.
func (b *breaker) done(ok bool) (opened bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
	if ok {
		b.failed = 0
		return false
	}
	b.failed++
	if b.failed < failuresToOpen {
		return false
	}
	b.until = b.now().Add(openFor)
	return true
}

// cancel ends an allowed request without an outcome.
func (b *breaker) cancel() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
}

// window admits at most limit documents in any minute.
type window struct {
	now   func() time.Time
	limit int
	mu    sync.Mutex
	past  []time.Time // admissions of the last minute, oldest first
}

func (w *window) admit() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.now()
	for len(w.past) > 0 && now.Sub(w.past[0]) >= time.Minute {
		w.past = w.past[1:]
	}
	if len(w.past) >= w.limit {
		return false
	}
	w.past = append(w.past, now)
	return true
}

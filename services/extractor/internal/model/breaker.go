package model

import (
	"sync"
	"time"
)

// breaker keeps documents from waiting for a server that does not answer: after
// some failures in a row nobody is let through for a while, and then one alone,
// whose end decides.
type breaker struct {
	now    func() time.Time
	mu     sync.Mutex
	failed int       // in a row
	until  time.Time // nobody is let through before
	trying bool      // one is let through to try
}

// Of the breaker.
const (
	failuresToOpen = 5
	openFor        = 30 * time.Second
)

// allow reports whether the server may be asked; then done must be called.
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

// done notes how an allowed question ended; opened says that it is the one
// that has everybody else turned away.
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

// leave takes an allowed question back that was not asked to its end.
func (b *breaker) leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
}

// window admits at most a number of documents in any minute.
type window struct {
	now  func() time.Time
	most int
	mu   sync.Mutex
	past []time.Time // admissions of the last minute, oldest first
}

func (w *window) admit() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.now()
	for len(w.past) > 0 && now.Sub(w.past[0]) >= time.Minute {
		w.past = w.past[1:]
	}
	if len(w.past) >= w.most {
		return false
	}
	w.past = append(w.past, now)
	return true
}

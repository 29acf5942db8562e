package sandbox

import (
	"context"
	"slices"
	"sync"
	"time"
)

// active is the table of all children, from before their start to after their end. It bounds their
// number: an idle child, which waits for its owner's next job, ends when another child must start.
// The first to end are those whose owner has another idle child, and among these the least recently
// used.
type active struct {
	idleTime  time.Duration
	idleBytes int64

	mu      sync.Mutex
	free    int             // how many more children may start
	waiting []chan struct{} // starts that wait, the oldest first
	ending  int             // children that are ending
	idle    []*idleChild    // the least recently used first
	memory  int64           // of the idle ones, bytes
	ends    sync.WaitGroup
}

type idleChild struct {
	*child
	owner  string
	memory int64       // bytes that it used when its last job ended
	timer  *time.Timer // ends it
}

func newActive(cfg Config) *active {
	return &active{idleTime: cfg.IdleTime, idleBytes: cfg.IdleBytes, free: cfg.Size + cfg.Spares + cfg.Idle}
}

// enter waits until one more child may start; leave or retire ends it. Jobs and warm children alone
// never exceed the limit, so for each start that waits, another child is idle or ending.
func (l *active) enter(ctx context.Context) error {
	l.mu.Lock()
	if l.free > 0 {
		l.free--
		l.mu.Unlock()
		return nil
	}
	admitted := make(chan struct{})
	l.waiting = append(l.waiting, admitted)
	l.evict()
	l.mu.Unlock()
	select {
	case <-admitted:
		return nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := slices.Index(l.waiting, admitted); n >= 0 {
		l.waiting = slices.Delete(l.waiting, n, n+1)
	} else {
		l.leaveLocked()
	}
	return ctx.Err()
}

// leave removes a child that has ended.
func (l *active) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.leaveLocked()
}

func (l *active) leaveLocked() {
	if len(l.waiting) == 0 {
		l.free++
		return
	}
	close(l.waiting[0])
	l.waiting = l.waiting[1:]
}

// evict ends idle children for the starts that wait; l.mu is held.
func (l *active) evict() {
	for len(l.waiting) > l.ending && len(l.idle) > 0 {
		l.end(l.minNeeded())
	}
}

// minNeeded returns an idle child's index, preferably of an owner with another one. l.mu is held, and one exists.
func (l *active) minNeeded() int {
	waiting := make(map[string]int, len(l.idle))
	for _, idle := range l.idle {
		waiting[idle.owner]++
	}
	return max(slices.IndexFunc(l.idle, func(idle *idleChild) bool { return waiting[idle.owner] > 1 }), 0)
}

// retire ends a child that is not idle, without waiting for it.
func (l *active) retire(c *child) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.retireLocked(c)
}

func (l *active) retireLocked(c *child) {
	l.ending++
	l.ends.Go(func() {
		c.discard(errRecycled)
		l.mu.Lock()
		defer l.mu.Unlock()
		l.ending--
		l.leaveLocked()
	})
}

// take returns the owner's latest idle child, or nil.
func (l *active) take(owner string) *child {
	l.mu.Lock()
	defer l.mu.Unlock()
	for n := len(l.idle) - 1; n >= 0; n-- {
		idle := l.idle[n]
		if idle.owner != owner {
			continue
		}
		if !idle.alive() {
			l.end(n)
			continue
		}
		l.remove(n)
		return idle.child
	}
	return nil
}

// keep makes a child idle, which uses memory bytes.
func (l *active) keep(owner string, c *child, memory int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	idle := &idleChild{child: c, owner: owner, memory: memory}
	idle.timer = time.AfterFunc(l.idleTime, func() { l.expire(idle) })
	l.idle = append(l.idle, idle)
	l.memory += memory
	for l.memory > l.idleBytes {
		l.end(l.minNeeded())
	}
	l.evict()
}

// expire ends a child that has been idle for too long, unless it was taken.
func (l *active) expire(idle *idleChild) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := slices.Index(l.idle, idle); n >= 0 {
		l.end(n)
	}
}

// end ends an idle child; l.mu is held.
func (l *active) end(n int) {
	idle := l.idle[n]
	l.remove(n)
	l.retireLocked(idle.child)
}

// remove removes a child from the idle ones; l.mu is held.
func (l *active) remove(n int) {
	l.memory -= l.idle[n].memory
	l.idle[n].timer.Stop()
	l.idle = slices.Delete(l.idle, n, n+1)
}

// close ends all idle children and waits for those that are ending. No job is in progress.
func (l *active) close() {
	l.mu.Lock()
	for len(l.idle) > 0 {
		l.end(0)
	}
	l.mu.Unlock()
	l.ends.Wait()
}

package sandbox

import (
	"context"
	"slices"
	"sync"
	"time"
)

// living are all children from before their start to after their end, as many as
// may run at a time. Those that worked for an owner and wait for the owner's next
// job make way for one that is to be started: first those whose owner has another one
// that waits, and of equals the least recently used.
type living struct {
	idleTime  time.Duration
	idleBytes int64

	mu      sync.Mutex
	free    int             // how many more children may run
	waiting []chan struct{} // starts that wait for a free place, the oldest first
	ending  int             // children that are about to make some
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

func newLiving(cfg Config) *living {
	return &living{idleTime: cfg.IdleTime, idleBytes: cfg.IdleBytes, free: cfg.Size + cfg.Spares + cfg.Idle}
}

// enter returns once one more child may run, whose place leave or retire
// frees. Jobs and spares together never have more children than may run, so
// that for each that waits here another child is idle or ending.
func (l *living) enter(ctx context.Context) error {
	l.mu.Lock()
	if l.free > 0 {
		l.free--
		l.mu.Unlock()
		return nil
	}
	admitted := make(chan struct{})
	l.waiting = append(l.waiting, admitted)
	l.makeWay()
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

// leave frees the place of a child that is gone.
func (l *living) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.leaveLocked()
}

func (l *living) leaveLocked() {
	if len(l.waiting) == 0 {
		l.free++
		return
	}
	close(l.waiting[0])
	l.waiting = l.waiting[1:]
}

// makeWay ends idle children for the starts that wait; l.mu is held.
func (l *living) makeWay() {
	for len(l.waiting) > l.ending && len(l.idle) > 0 {
		l.end(l.leastMissed())
	}
}

// leastMissed returns the index of the idle child whose end costs least: an owner who
// has two seldom needs both, while one whose only child ends needs the start of another
// for the next job. l.mu is held, and there is an idle child.
func (l *living) leastMissed() int {
	waiting := make(map[string]int, len(l.idle))
	for _, idle := range l.idle {
		waiting[idle.owner]++
	}
	return max(slices.IndexFunc(l.idle, func(idle *idleChild) bool { return waiting[idle.owner] > 1 }), 0)
}

// retire ends a child that is not idle, in the background.
func (l *living) retire(c *child) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.retireLocked(c)
}

func (l *living) retireLocked(c *child) {
	l.ending++
	l.ends.Go(func() {
		c.discard(errRecycled)
		l.mu.Lock()
		defer l.mu.Unlock()
		l.ending--
		l.leaveLocked()
	})
}

// take returns the owner's latest idle child; nil when there is none.
func (l *living) take(owner string) *child {
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

// keep has a child that uses so much memory wait for the owner's next job.
func (l *living) keep(owner string, c *child, memory int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	idle := &idleChild{child: c, owner: owner, memory: memory}
	idle.timer = time.AfterFunc(l.idleTime, func() { l.expire(idle) })
	l.idle = append(l.idle, idle)
	l.memory += memory
	for l.memory > l.idleBytes {
		l.end(l.leastMissed())
	}
	l.makeWay()
}

// expire ends a child that has waited for long enough, unless it was taken.
func (l *living) expire(idle *idleChild) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := slices.Index(l.idle, idle); n >= 0 {
		l.end(n)
	}
}

// end ends an idle child; l.mu is held.
func (l *living) end(n int) {
	idle := l.idle[n]
	l.remove(n)
	l.retireLocked(idle.child)
}

// remove has a child be no longer idle; l.mu is held.
func (l *living) remove(n int) {
	l.memory -= l.idle[n].memory
	l.idle[n].timer.Stop()
	l.idle = slices.Delete(l.idle, n, n+1)
}

// close ends all idle children, and waits for all that are ending. No other is
// kept afterwards: there is no job.
func (l *living) close() {
	l.mu.Lock()
	for len(l.idle) > 0 {
		l.end(0)
	}
	l.mu.Unlock()
	l.ends.Wait()
}

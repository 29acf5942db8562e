package sandbox

import (
	"slices"
	"sync"
	"time"
)

// owned are the idle children that worked for an owner and wait, for a while, for
// the next job of the same owner.
type owned struct {
	idleTime time.Duration

	mu     sync.Mutex
	idle   []*idleChild // the oldest first
	ending sync.WaitGroup
}

type idleChild struct {
	*child
	owner string
	timer *time.Timer // ends it
}

func newOwned(idleTime time.Duration) *owned { return &owned{idleTime: idleTime} }

// take returns the owner's latest idle child; nil when there is none.
func (o *owned) take(owner string) *child {
	o.mu.Lock()
	defer o.mu.Unlock()
	for n := len(o.idle) - 1; n >= 0; n-- {
		idle := o.idle[n]
		if idle.owner != owner {
			continue
		}
		if !idle.alive() {
			o.end(n)
			continue
		}
		idle.timer.Stop()
		o.idle = slices.Delete(o.idle, n, n+1)
		return idle.child
	}
	return nil
}

// keep has a child wait for the owner's next job.
func (o *owned) keep(owner string, c *child) {
	o.mu.Lock()
	defer o.mu.Unlock()
	idle := &idleChild{child: c, owner: owner}
	idle.timer = time.AfterFunc(o.idleTime, func() { o.expire(idle) })
	o.idle = append(o.idle, idle)
}

// expire ends a child that has waited for long enough, unless it was taken.
func (o *owned) expire(idle *idleChild) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n := slices.Index(o.idle, idle); n >= 0 {
		o.end(n)
	}
}

// end ends an idle child; o.mu is held.
func (o *owned) end(n int) {
	idle := o.idle[n]
	o.idle = slices.Delete(o.idle, n, n+1)
	idle.timer.Stop()
	o.ending.Go(func() { idle.discard(errRecycled) })
}

// makeRoom ends the oldest idle children for a child that begins to work, where
// there would be too many: free is how many more jobs could be under way.
func (o *owned) makeRoom(free int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.idle) > free {
		o.end(0)
	}
}

// close ends all idle children. No other is kept afterwards: there is no job.
func (o *owned) close() {
	o.makeRoom(0)
	o.ending.Wait()
}

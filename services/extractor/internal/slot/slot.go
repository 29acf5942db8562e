// Package slot shares a replica's workers among the lanes: interactive work
// goes first and always finds one worker that no other lane may take. Where
// there is only one, what the other lanes do there makes way between pages.
// Pictures of pages, which take a fraction of a second, have a share of the
// workers too. In the lanes that are not interactive the next document may be claimed
// while the one before it is read.
package slot

import (
	"context"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

// Pictures is no lane of the queue, but the drawing of pages, which needs the
// same workers. It takes at most half of them, and none that interactive work
// waits for.
const Pictures contract.Lane = "pictures"

// Slots are the workers. It is safe for concurrent use.
type Slots struct {
	size int

	mu       sync.Mutex
	busy     int                   // all
	held     []*Hold               // by the lanes that are not interactive, those that made way included
	away     int                   // of them, that made way and are not busy
	pictures int                   // of the busy ones
	urgent   int                   // interactive work that waits for a slot
	ahead    map[contract.Lane]int // places of each of them before they have a slot
	line     []*Place              // of these, that only wait for it, the oldest first
	changed  chan struct{}         // closed and replaced when one of these falls
}

// New makes slots for size workers, at least one.
func New(size int) *Slots {
	return &Slots{size: size, ahead: map[contract.Lane]int{}, changed: make(chan struct{})}
}

// Spare is how many documents may have made way at a time, and need a process
// beside those of the workers.
func Spare(size int) int {
	if size == 1 {
		return 1
	}
	return 0
}

// shared is how many slots the lanes that are not interactive have.
func (s *Slots) shared() int { return max(s.size-1, 1) }

// othersFit reports whether these lanes have a slot left, made way or not.
func (s *Slots) othersFit() bool { return len(s.held) < s.shared() }

// free reports whether the lane could take a slot now, leaving those that are ahead of
// it theirs.
func (s *Slots) free(lane contract.Lane) bool {
	switch {
	case s.busy >= s.size:
		return false
	case lane == contract.LaneInteractive:
		return true
	case lane == Pictures:
		return s.urgent == 0 && s.pictures < max(s.size/2, 1)
	}
	ahead := s.ahead[contract.LaneBatch] + s.ahead[contract.LaneSlow]
	return s.urgent == 0 && len(s.held)+ahead < s.shared()
}

// obtainable reports whether the lane may look for work: a slot is free or soon will
// be, or its holder makes way.
func (s *Slots) obtainable(lane contract.Lane) bool {
	return s.free(lane) || s.aheadFits(lane) || lane == contract.LaneInteractive && s.makesWay()
}

// makesWay reports whether a slot is held by work that makes way.
func (s *Slots) makesWay() bool { return s.size == 1 && len(s.held) > s.away }

// Await returns when the lane may look for work, without taking a slot.
func (s *Slots) Await(ctx context.Context, lane contract.Lane) error {
	return s.when(ctx, func() bool { return s.obtainable(lane) })
}

// Expect has those who make way wait a little longer for interactive work that
// gave up waiting and is about to come again, until done is called.
func (s *Slots) Expect(lane contract.Lane) (done func()) {
	if lane != contract.LaneInteractive || s.size > 1 {
		return func() {}
	}
	s.change(func() { s.urgent++ })
	return func() { s.change(func() { s.urgent-- }) }
}

// Try takes a slot if one is free. Release must be called.
func (s *Slots) Try(lane contract.Lane) (h *Hold, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.free(lane) {
		return nil, false
	}
	return s.hold(lane), true
}

// hold takes a slot that is free; s.mu is held.
func (s *Slots) hold(lane contract.Lane) *Hold {
	h := &Hold{slots: s, lane: lane, since: time.Now()}
	s.busy++
	switch {
	case lane == Pictures:
		s.pictures++
	case lined(lane):
		s.held = append(s.held, h)
	}
	return h
}

// Take takes a slot, waiting for one until ctx ends. Release must be called.
func (s *Slots) Take(ctx context.Context, lane contract.Lane) (*Hold, error) {
	if lined(lane) {
		return s.join(lane).Take(ctx)
	}
	if lane == contract.LaneInteractive {
		s.change(func() { s.urgent++ })
		defer s.change(func() { s.urgent-- })
	}
	var h *Hold
	err := s.when(ctx, func() bool {
		ok := s.free(lane)
		if ok {
			h = s.hold(lane)
		}
		return ok
	})
	return h, err
}

// when returns as soon as done, which is called under the lock, reports true.
func (s *Slots) when(ctx context.Context, done func() bool) error {
	for {
		s.mu.Lock()
		ok, changed := done(), s.changed
		s.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		}
	}
}

func (s *Slots) change(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
	s.notify()
}

// notify is called under the lock.
func (s *Slots) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

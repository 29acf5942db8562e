// Package slot shares a replica's workers among the lanes: interactive work
// goes first and always finds one worker that no other lane may take. Pictures
// of pages, which take a fraction of a second, have a share of the workers too.
package slot

import (
	"context"
	"sync"

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
	busy     int           // all
	others   int           // of them, of the lanes that are not interactive
	pictures int           // of them
	urgent   int           // interactive work that waits in Take
	changed  chan struct{} // closed and replaced when one of these falls
}

// New makes slots for size workers, at least two.
func New(size int) *Slots { return &Slots{size: size, changed: make(chan struct{})} }

// free tells whether the lane could take a slot now.
func (s *Slots) free(lane contract.Lane) bool {
	switch {
	case s.busy >= s.size:
		return false
	case lane == contract.LaneInteractive:
		return true
	case lane == Pictures:
		return s.urgent == 0 && s.pictures < max(s.size/2, 1)
	}
	return s.urgent == 0 && s.others < s.size-1
}

// count adds n to what the lane has taken.
func (s *Slots) count(lane contract.Lane, n int) {
	s.busy += n
	switch lane {
	case contract.LaneInteractive:
	case Pictures:
		s.pictures += n
	default:
		s.others += n
	}
}

// Await returns when a slot is free for the lane, without taking it.
func (s *Slots) Await(ctx context.Context, lane contract.Lane) error {
	return s.when(ctx, lane, func() {})
}

// Take takes a slot, waiting for one until ctx ends; release gives it back and
// must be called once.
func (s *Slots) Take(ctx context.Context, lane contract.Lane) (release func(), err error) {
	if lane == contract.LaneInteractive {
		s.change(func() { s.urgent++ })
		defer s.change(func() { s.urgent-- })
	}
	if err := s.when(ctx, lane, func() { s.count(lane, 1) }); err != nil {
		return nil, err
	}
	return func() { s.change(func() { s.count(lane, -1) }) }, nil
}

// when calls then, under the lock, as soon as a slot is free for the lane.
func (s *Slots) when(ctx context.Context, lane contract.Lane, then func()) error {
	for {
		s.mu.Lock()
		if s.free(lane) {
			then()
			s.mu.Unlock()
			return nil
		}
		changed := s.changed
		s.mu.Unlock()
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
	close(s.changed)
	s.changed = make(chan struct{})
}

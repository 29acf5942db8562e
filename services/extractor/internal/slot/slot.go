// Package slot shares a replica's workers among the lanes: interactive work
// goes first and always finds one worker that nothing else may take.
package slot

import (
	"context"
	"sync"

	"github.com/docmill/docmill/libs/contract"
)

// Slots are the workers. It is safe for concurrent use.
type Slots struct {
	size int

	mu      sync.Mutex
	busy    int           // all
	others  int           // of them, not interactive
	urgent  int           // interactive work that waits in Take
	changed chan struct{} // closed and replaced when one of these falls
}

// New makes slots for size workers, at least two.
func New(size int) *Slots { return &Slots{size: size, changed: make(chan struct{})} }

// free tells whether the lane could take a slot now.
func (s *Slots) free(lane contract.Lane) bool {
	if lane == contract.LaneInteractive {
		return s.busy < s.size
	}
	return s.urgent == 0 && s.busy < s.size && s.others < s.size-1
}

// Await returns when a slot is free for the lane, without taking it.
func (s *Slots) Await(ctx context.Context, lane contract.Lane) error {
	return s.when(ctx, lane, func() {})
}

// Take takes a slot, waiting for one until ctx ends; release gives it back and
// must be called once.
func (s *Slots) Take(ctx context.Context, lane contract.Lane) (release func(), err error) {
	interactive := lane == contract.LaneInteractive
	if interactive {
		s.change(func() { s.urgent++ })
		defer s.change(func() { s.urgent-- })
	}
	err = s.when(ctx, lane, func() {
		s.busy++
		if !interactive {
			s.others++
		}
	})
	if err != nil {
		return nil, err
	}
	return func() {
		s.change(func() {
			s.busy--
			if !interactive {
				s.others--
			}
		})
	}, nil
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

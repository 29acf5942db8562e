// Package slot shares a replica's workers among the lanes. Interactive work goes first, and one worker
// is kept for it. If there is only one worker, the work of the other lanes yields to interactive work
// between pages. Drawing pages, which takes a fraction of a second, has a share of the workers. In
// the batch and the slow lane the next document may be claimed before a worker is free for it.
package slot

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

// Pictures is not a lane of the queue: it is the drawing of pages, which needs the same workers. It
// takes at most half of them, and none that interactive work waits for.
const Pictures contract.Lane = "pictures"

// Slots are the workers. It is safe for concurrent use.
type Slots struct {
	size int

	mu       sync.Mutex
	busy     int                   // slots in use
	held     []*Hold               // of the shared lanes, including those that yielded
	yielded  int                   // of held, those that yielded and are not busy
	pictures int                   // of the busy ones
	urgent   int                   // interactive work that waits for a slot
	reserved map[contract.Lane]int // reservations that have no slot yet
	queue    []*Reservation        // of these, those whose Take waits, the oldest first
	changed  chan struct{}         // closed and replaced when one of these changes
}

// New makes slots for size workers, at least one.
func New(size int) *Slots {
	return &Slots{size: size, reserved: map[contract.Lane]int{}, changed: make(chan struct{})}
}

// Spare is how many documents may have yielded at a time: they need processes in addition to those of
// the workers.
func Spare(size int) int {
	if size == 1 {
		return 1
	}
	return 0
}

// isShared reports whether the lane shares its slots: batch and slow do, interactive work and pictures do not.
func isShared(lane contract.Lane) bool {
	return lane == contract.LaneBatch || lane == contract.LaneSlow
}

func (s *Slots) shared() int { return max(s.size-1, 1) }

// hasSharedCapacity reports whether the shared lanes have a slot left.
func (s *Slots) hasSharedCapacity() bool { return len(s.held) < s.shared() }

// isFree reports whether the lane can take a slot now, without those that are reserved.
func (s *Slots) isFree(lane contract.Lane) bool {
	switch {
	case s.busy >= s.size:
		return false
	case lane == contract.LaneInteractive:
		return true
	case lane == Pictures:
		return s.urgent == 0 && s.pictures < max(s.size/2, 1)
	}
	reserved := s.reserved[contract.LaneBatch] + s.reserved[contract.LaneSlow]
	return s.urgent == 0 && len(s.held)+reserved < s.shared()
}

// canPull reports whether the lane may look for work: a slot is free or soon will be, or its holder yields.
func (s *Slots) canPull(lane contract.Lane) bool {
	return s.isFree(lane) || s.canPrefetch(lane) || lane == contract.LaneInteractive && s.mustYield()
}

// mustYield reports whether a slot is held by work that yields to interactive work.
func (s *Slots) mustYield() bool { return s.size == 1 && len(s.held) > s.yielded }

// Await returns when the lane may look for work, without taking a slot.
func (s *Slots) Await(ctx context.Context, lane contract.Lane) error {
	return s.when(ctx, func() bool { return s.canPull(lane) })
}

// Announce keeps work that yielded waiting until done is called: interactive work has stopped waiting
// for a slot and will be back soon.
func (s *Slots) Announce(lane contract.Lane) (done func()) {
	if lane != contract.LaneInteractive || s.size > 1 {
		return func() {}
	}
	s.change(func() { s.urgent++ })
	return func() { s.change(func() { s.urgent-- }) }
}

// Try takes a slot if one is free. The caller must call Release.
func (s *Slots) Try(lane contract.Lane) (h *Hold, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.isFree(lane) {
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
	case isShared(lane):
		s.held = append(s.held, h)
	}
	return h
}

// Take waits for a slot until ctx ends. The caller must call Release.
func (s *Slots) Take(ctx context.Context, lane contract.Lane) (*Hold, error) {
	if isShared(lane) {
		// Without a reservation, prefetched documents would take every slot first.
		s.mu.Lock()
		r := s.reserve(lane)
		s.mu.Unlock()
		return r.Take(ctx)
	}
	if lane == contract.LaneInteractive {
		s.change(func() { s.urgent++ })
		defer s.change(func() { s.urgent-- })
	}
	var h *Hold
	err := s.when(ctx, func() bool {
		ok := s.isFree(lane)
		if ok {
			h = s.hold(lane)
		}
		return ok
	})
	return h, err
}

// when returns as soon as done reports true, which is called with s.mu held.
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

// notify wakes those who wait; s.mu is held.
func (s *Slots) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Hold is a slot that was taken. It is safe for concurrent use.
type Hold struct {
	slots    *Slots
	lane     contract.Lane
	since    time.Time // when it was taken; zero for deferred work, which takes long
	yielded  bool      // and is not busy
	released bool
}

// Release frees the slot. Further calls do nothing.
func (h *Hold) Release() {
	s := h.slots
	s.change(func() {
		if h.released {
			return
		}
		h.released = true
		s.held = slices.DeleteFunc(s.held, func(other *Hold) bool { return other == h })
		if h.lane == Pictures {
			s.pictures--
		}
		if h.yielded {
			s.yielded--
		} else {
			s.busy--
		}
	})
}

// Defer moves interactive work to the slow lane if that has a free slot, and reports whether it did.
// The worker that is kept for interactive work is free again then.
func (h *Hold) Defer() (ok bool) {
	s := h.slots
	s.mu.Lock()
	defer s.mu.Unlock()
	if h.lane != contract.LaneInteractive {
		return true
	}
	if !s.hasSharedCapacity() {
		return false
	}
	h.lane, h.since = contract.LaneSlow, time.Time{}
	s.held = append(s.held, h)
	s.notify() // the slot yields from now on
	return true
}

// IsWanted reports whether interactive work waits for this slot.
func (h *Hold) IsWanted() bool {
	s := h.slots
	s.mu.Lock()
	defer s.mu.Unlock()
	return h.isWanted()
}

func (h *Hold) isWanted() bool {
	return h.slots.mustYield() && h.lane != contract.LaneInteractive && h.slots.urgent > 0
}

// Yield lends the slot to interactive work that waits for it, and returns when the slot is back. If
// none waits, it returns at once. If ctx ends first, the slot can only be released.
func (h *Hold) Yield(ctx context.Context) error {
	s := h.slots
	s.mu.Lock()
	if !h.isWanted() {
		s.mu.Unlock()
		return nil
	}
	h.yielded = true
	s.yielded++
	s.busy--
	s.notify()
	s.mu.Unlock()
	return s.when(ctx, func() bool {
		if s.urgent > 0 || s.busy >= s.size {
			return false
		}
		h.yielded = false
		s.yielded--
		s.busy++
		return true
	})
}

// PrefetchWindow is how long ago a slot may have been occupied so that another document is claimed before
// it is free, and how long that document may wait. Text takes a fraction of it; other documents may take
// minutes, and no other replica can read a claimed document.
const PrefetchWindow = time.Second

// Reservation is a place in the queue for the slots of the shared lanes. Its document may be claimed.
type Reservation struct {
	slots    *Slots
	lane     contract.Lane
	canceled bool // or used
}

// Prefetch reserves a slot for work that will probably have one soon: one of the batch lane for each
// slot that was taken recently, and one of the slow lane. The caller must call Take or Cancel.
//
// Interactive work is not prefetched: it goes to the replica that has a free worker. If there is only
// one worker, no lane is prefetched, so that nothing delays interactive work.
func (s *Slots) Prefetch(lane contract.Lane) (r *Reservation, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.canPrefetch(lane) {
		return nil, false
	}
	return s.reserve(lane), true
}

// reserve makes a reservation; s.mu is held.
func (s *Slots) reserve(lane contract.Lane) *Reservation {
	s.reserved[lane]++
	return &Reservation{slots: s, lane: lane}
}

func (s *Slots) canPrefetch(lane contract.Lane) bool {
	if s.size == 1 {
		return false
	}
	switch lane {
	case contract.LaneBatch:
		return s.reserved[lane] < s.recentlyTaken()
	case contract.LaneSlow:
		return s.reserved[lane] < min(s.recentlyTaken(), 1)
	}
	return false
}

// recentlyTaken is the number of slots of the shared lanes that were taken within PrefetchWindow.
func (s *Slots) recentlyTaken() (n int) {
	for _, h := range s.held {
		if time.Since(h.since) < PrefetchWindow {
			n++
		}
	}
	return n
}

// Take waits for a slot until ctx ends, in the order of the calls, and ends the reservation. The
// caller must call Release.
func (r *Reservation) Take(ctx context.Context) (h *Hold, err error) {
	s := r.slots
	s.change(func() { s.queue = append(s.queue, r) })
	err = s.when(ctx, func() bool {
		if s.queue[0] != r || s.urgent > 0 || s.busy >= s.size || !s.hasSharedCapacity() {
			return false
		}
		r.cancel()
		h = s.hold(r.lane)
		return true
	})
	if err != nil {
		r.Cancel()
	}
	return h, err
}

// Cancel ends the reservation. Further calls do nothing.
func (r *Reservation) Cancel() {
	r.slots.mu.Lock()
	defer r.slots.mu.Unlock()
	r.cancel()
}

// cancel is Cancel with s.mu held.
func (r *Reservation) cancel() {
	if r.canceled {
		return
	}
	r.canceled = true
	s := r.slots
	s.reserved[r.lane]--
	s.queue = slices.DeleteFunc(s.queue, func(other *Reservation) bool { return other == r })
	s.notify()
}

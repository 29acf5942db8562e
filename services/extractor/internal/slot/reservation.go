package slot

import (
	"context"
	"slices"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

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

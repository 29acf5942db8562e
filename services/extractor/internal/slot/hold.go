package slot

import (
	"context"
	"slices"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

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

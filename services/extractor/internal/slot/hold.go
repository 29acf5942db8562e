package slot

import (
	"context"
	"slices"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

// Hold is a slot that was taken. Its methods may be called side by side.
type Hold struct {
	slots *Slots
	lane  contract.Lane
	since time.Time // when it was taken; zero for what was deferred, which takes long
	away  bool      // made way, and is not busy
	freed bool
}

// Release frees the slot. To release it again does nothing.
func (h *Hold) Release() {
	s := h.slots
	s.change(func() {
		if h.freed {
			return
		}
		h.freed = true
		s.held = slices.DeleteFunc(s.held, func(other *Hold) bool { return other == h })
		if h.lane == Pictures {
			s.pictures--
		}
		if h.away {
			s.away--
		} else {
			s.busy--
		}
	})
}

// Defer counts interactive work to the slow lane from now on, if that has a free slot
// for it, and reports whether it did. The worker kept for interactive work is
// free for others then.
func (h *Hold) Defer() (ok bool) {
	s := h.slots
	s.mu.Lock()
	defer s.mu.Unlock()
	if h.lane != contract.LaneInteractive {
		return true
	}
	if !s.othersFit() {
		return false
	}
	h.lane, h.since = contract.LaneSlow, time.Time{}
	s.held = append(s.held, h)
	s.notify() // the slot makes way from now on
	return true
}

// Wanted reports whether interactive work waits for this slot to make way.
func (h *Hold) Wanted() bool {
	s := h.slots
	s.mu.Lock()
	defer s.mu.Unlock()
	return h.wanted()
}

func (h *Hold) wanted() bool {
	return h.slots.makesWay() && h.lane != contract.LaneInteractive && h.slots.urgent > 0
}

// MakeWay lends the slot to interactive work that waits for it, and returns when
// it has it back. Where none waits, it returns at once. When ctx ends first, the
// slot is only to be released.
func (h *Hold) MakeWay(ctx context.Context) error {
	s := h.slots
	s.mu.Lock()
	if !h.wanted() {
		s.mu.Unlock()
		return nil
	}
	h.away = true
	s.away++
	s.busy--
	s.notify()
	s.mu.Unlock()
	return s.when(ctx, func() bool {
		if s.urgent > 0 || s.busy >= s.size {
			return false
		}
		h.away = false
		s.away--
		s.busy++
		return true
	})
}

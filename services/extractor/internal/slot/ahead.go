package slot

import (
	"context"
	"slices"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

// Soon is how long a slot may be held already for another document to be claimed ahead,
// and how long that may wait for it. Text is read in a fraction of it; what takes longer
// may take minutes, and what was claimed cannot be read by another replica.
const Soon = time.Second

// Place is in the line before the slots that the lanes share which are not interactive. A
// document that has one may be claimed.
type Place struct {
	slots *Slots
	lane  contract.Lane
	left  bool
}

// Ahead gives a place to work that is likely to have a slot soon: one of the batch lane
// for each slot that was taken a short time ago, and one of the slow lane. Take or Leave
// must be called.
//
// What somebody waits for has none: it goes to the replica that has a worker free. Where
// there is one worker, nothing may stand before interactive work either.
func (s *Slots) Ahead(lane contract.Lane) (p *Place, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.aheadFits(lane) {
		return nil, false
	}
	return s.place(lane), true
}

// lined reports whether the lane's work waits in the line.
func lined(lane contract.Lane) bool { return lane == contract.LaneBatch || lane == contract.LaneSlow }

// join gives a place to work that cannot be claimed ahead and waits for its slot all the
// same: those who have one would never leave it any.
func (s *Slots) join(lane contract.Lane) *Place {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.place(lane)
}

// place is called under the lock.
func (s *Slots) place(lane contract.Lane) *Place {
	s.ahead[lane]++
	return &Place{slots: s, lane: lane}
}

func (s *Slots) aheadFits(lane contract.Lane) bool {
	if s.size == 1 {
		return false
	}
	switch lane {
	case contract.LaneBatch:
		return s.ahead[lane] < s.fresh()
	case contract.LaneSlow:
		return s.ahead[lane] < min(s.fresh(), 1)
	}
	return false
}

// fresh is how many slots of these lanes were taken a short time ago.
func (s *Slots) fresh() (n int) {
	for _, h := range s.held {
		if time.Since(h.since) < Soon {
			n++
		}
	}
	return n
}

// Take takes a slot in the order of the calls, waiting for it until ctx ends, and leaves
// the line. Release must be called.
func (p *Place) Take(ctx context.Context) (h *Hold, err error) {
	s := p.slots
	s.change(func() { s.line = append(s.line, p) })
	err = s.when(ctx, func() bool {
		if s.line[0] != p || s.urgent > 0 || s.busy >= s.size || !s.othersFit() {
			return false
		}
		p.leave()
		h = s.hold(p.lane)
		return true
	})
	if err != nil {
		p.Leave()
	}
	return h, err
}

// Leave gives the place up. To leave again does nothing.
func (p *Place) Leave() {
	p.slots.mu.Lock()
	defer p.slots.mu.Unlock()
	p.leave()
}

// leave is called under the lock.
func (p *Place) leave() {
	if p.left {
		return
	}
	p.left = true
	s := p.slots
	s.ahead[p.lane]--
	s.line = slices.DeleteFunc(s.line, func(other *Place) bool { return other == p })
	s.notify()
}

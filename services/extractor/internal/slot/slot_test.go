package slot_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/extractor/internal/slot"
)

func hold(t *testing.T, s *slot.Slots, lane contract.Lane) *slot.Hold {
	t.Helper()
	h, err := s.Take(t.Context(), lane)
	require.NoError(t, err)
	return h
}

func take(t *testing.T, s *slot.Slots, lane contract.Lane) (release func()) {
	t.Helper()
	return hold(t, s, lane).Release
}

func full(s *slot.Slots, lane contract.Lane) bool {
	h, ok := s.Try(lane)
	if ok {
		h.Release()
	}
	return !ok
}

// idle reports whether the lane is not to look for work.
func idle(s *slot.Slots, lane contract.Lane) bool {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return errors.Is(s.Await(ctx, lane), context.Canceled)
}

func TestInteractiveSlot(t *testing.T) {
	t.Parallel()
	s := slot.New(3)
	batch := take(t, s, contract.LaneBatch)
	take(t, s, contract.LaneSlow)
	if !full(s, contract.LaneBatch) || !full(s, contract.LaneSlow) || full(s, contract.LaneInteractive) {
		t.Error("the last worker is not kept for interactive work")
	}
	batch()
	take(t, s, contract.LaneInteractive)
	take(t, s, contract.LaneInteractive)
	assert.True(t, full(s, contract.LaneInteractive) && full(s, contract.LaneBatch), "more work than workers")
}

func TestReleaseTwice(t *testing.T) {
	t.Parallel()
	s := slot.New(1)
	first := hold(t, s, contract.LaneBatch)
	first.Release()
	take(t, s, contract.LaneInteractive)
	first.Release()
	assert.True(t, full(s, contract.LaneInteractive), "a slot was released that somebody else has")
}

func TestPictureSlots(t *testing.T) {
	t.Parallel()
	for size, share := range map[int]int{2: 1, 3: 1, 4: 2, 9: 4} {
		s := slot.New(size)
		for range share {
			require.False(t, full(s, slot.Pictures), share, "of", size, "workers are not for pictures")
			defer take(t, s, slot.Pictures)()
		}
		if !full(s, slot.Pictures) || full(s, contract.LaneInteractive) || full(s, contract.LaneBatch) {
			t.Errorf("of %d workers pictures take more than %d", size, share)
		}
	}
	s := slot.New(2)
	take(t, s, contract.LaneBatch)
	release := take(t, s, slot.Pictures)
	assert.True(t, full(s, contract.LaneInteractive), "more work than workers")
	release()
	assert.True(t, !full(s, contract.LaneInteractive) && !full(s, slot.Pictures), "a worker that drew is not free again")
}

func TestInteractiveFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slot.New(2)
		first, second := take(t, s, contract.LaneInteractive), take(t, s, contract.LaneInteractive)
		order := make(chan contract.Lane, 2)
		for _, lane := range []contract.Lane{slot.Pictures, contract.LaneInteractive} {
			go func() {
				h, err := s.Take(t.Context(), lane)
				if err != nil {
					t.Error(err)
					return
				}
				order <- lane
				if lane == contract.LaneInteractive {
					synctest.Wait()
				}
				h.Release()
			}()
			synctest.Wait()
		}
		first()
		assert.Equal(t, <-order, contract.LaneInteractive, "went first")
		second()
		assert.Equal(t, <-order, slot.Pictures, "came next")
	})
}

func TestDefer(t *testing.T) {
	t.Parallel()
	s := slot.New(2)
	first, second := hold(t, s, contract.LaneInteractive), hold(t, s, contract.LaneInteractive)
	for range 2 { // again is harmless
		require.True(t, first.Defer(), "there is a free slot in the slow lane")
	}
	assert.False(t, second.Defer(), "the last worker went to the slow lane")
	second.Release()
	if !full(s, contract.LaneSlow) || !full(s, contract.LaneBatch) || full(s, contract.LaneInteractive) {
		t.Error("the last worker is not kept for interactive work")
	}
	first.Release()
	assert.False(t, full(s, contract.LaneSlow), "deferred work did not give its slot back")
}

func TestYield(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slot.New(1)
		slow := hold(t, s, contract.LaneSlow)
		if err := slow.Yield(t.Context()); err != nil {
			t.Fatal(err) // no one waits
		}
		if idle(s, contract.LaneInteractive) || !idle(s, contract.LaneSlow) || !idle(s, slot.Pictures) {
			t.Error("only interactive work may look for the slot")
		}
		person := make(chan *slot.Hold)
		go func() { person <- hold(t, s, contract.LaneInteractive) }()
		synctest.Wait()
		require.True(t, slow.IsWanted(), "the slot is not wanted")
		back := make(chan error)
		go func() { back <- slow.Yield(t.Context()) }()
		held := <-person
		if !full(s, contract.LaneInteractive) || !full(s, contract.LaneBatch) || held.Defer() {
			t.Error("somebody else got in beside the work that made way")
		}
		held.Release()
		assert.NoError(t, <-back)
		slow.Release()
		for _, lane := range contract.Lanes() {
			take(t, s, lane)()
		}
	})
}

func TestReleaseAfterYield(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slot.New(1)
		slow := hold(t, s, contract.LaneSlow)
		expected := s.Announce(contract.LaneInteractive)
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error)
		go func() { gone <- slow.Yield(ctx) }()
		synctest.Wait()
		person := hold(t, s, contract.LaneInteractive)
		cancel()
		assert.ErrorIs(t, <-gone, context.Canceled)
		slow.Release()
		expected()
		assert.True(t, full(s, contract.LaneBatch), "more work than workers")
		person.Release()
		for _, lane := range contract.Lanes() {
			take(t, s, lane)()
		}
	})
}

func TestCanceledTake(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slot.New(1)
		slow := hold(t, s, contract.LaneSlow)
		expected := s.Announce(contract.LaneInteractive)
		back := make(chan error)
		go func() { back <- slow.Yield(t.Context()) }()
		synctest.Wait()
		expected() // another replica took it
		assert.NoError(t, <-back)
		slow.Release()
	})
}

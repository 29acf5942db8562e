package slot_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/extractor/internal/slot"
)

func ahead(t *testing.T, s *slot.Slots, lane contract.Lane) *slot.Reservation {
	t.Helper()
	p, ok := s.Prefetch(lane)
	require.True(t, ok, "no place for the lane", lane)
	return p
}

func TestReservations(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slot.New(4)
		first, second := hold(t, s, contract.LaneBatch), hold(t, s, contract.LaneBatch)
		for _, lane := range []contract.Lane{contract.LaneInteractive, slot.Pictures} {
			_, ok := s.Prefetch(lane)
			assert.False(t, ok, "the lane", lane, "has a place")
		}
		place := ahead(t, s, contract.LaneBatch)
		assert.True(t, full(s, contract.LaneSlow) && !full(s, contract.LaneInteractive),
			"the third slot is not the place's")
		ahead(t, s, contract.LaneBatch)
		ahead(t, s, contract.LaneSlow)
		assert.True(t, idle(s, contract.LaneBatch) && idle(s, contract.LaneSlow),
			"more places than two of batches and one of slow work")
		for range 2 { // again is harmless
			place.Cancel()
		}
		ahead(t, s, contract.LaneBatch)
		first.Release()
		second.Release()
		assert.True(t, idle(s, contract.LaneBatch) && idle(s, contract.LaneSlow),
			"what came later overtakes those who have a place")
	})
}

func TestNoPrefetchDuringLongWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slot.New(2)
		long := hold(t, s, contract.LaneBatch)
		require.True(t, !idle(s, contract.LaneBatch) && !idle(s, contract.LaneSlow), "there is no place")
		time.Sleep(slot.PrefetchWindow)
		assert.True(t, idle(s, contract.LaneBatch) && idle(s, contract.LaneSlow),
			"a document would wait for one that takes long")
		long.Release()
		hold(t, s, contract.LaneBatch)
		assert.False(t, idle(s, contract.LaneBatch), "there is no place behind the next")
		one := slot.New(1)
		hold(t, one, contract.LaneBatch)
		assert.True(t, idle(one, contract.LaneBatch), "the only worker has a document waiting for it")
	})
}

// Waiting requests get slots in their order, so that a batch does not delay slow work.
func TestReservationOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slot.New(3)
		held := []*slot.Hold{hold(t, s, contract.LaneBatch), hold(t, s, contract.LaneBatch)}
		lanes := []contract.Lane{contract.LaneBatch, contract.LaneSlow, contract.LaneBatch}
		var order []int
		for n, lane := range lanes {
			place := ahead(t, s, lane)
			go func() {
				h, err := place.Take(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				order, held = append(order, n), append(held, h)
			}()
			synctest.Wait()
		}
		for n := range 2 + len(lanes) {
			held[n].Release()
			synctest.Wait()
		}
		assert.EqualSlices(t, order, []int{0, 1, 2}, "order")
		assert.False(t, full(s, contract.LaneBatch), "a slot is not free again")
	})
}

func TestCancelReservation(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slot.New(2)
		under := hold(t, s, contract.LaneBatch)
		place := ahead(t, s, contract.LaneBatch)
		ctx, cancel := context.WithTimeout(t.Context(), slot.PrefetchWindow)
		defer cancel()
		h, err := place.Take(ctx)
		require.True(t, h == nil && errors.Is(err, context.DeadlineExceeded), "hold", h, "error", err)
		under.Release()
		assert.False(t, full(s, contract.LaneSlow), "a place that was given up is kept")
	})
}

// Prefetched documents of a batch do not delay waiting ones.
func TestTakeDuringPrefetch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slot.New(2)
		under := hold(t, s, contract.LaneBatch)
		first := ahead(t, s, contract.LaneBatch)
		example := make(chan *slot.Hold, 1)
		go func() { example <- hold(t, s, contract.LaneSlow) }()
		synctest.Wait()
		batch := make(chan *slot.Hold, 1)
		go func() {
			h, err := first.Take(t.Context())
			assert.NoError(t, err)
			batch <- h
		}()
		synctest.Wait()
		under.Release()
		synctest.Wait()
		require.True(t, len(example) == 1 && len(batch) == 0,
			len(example), "who waited first have the slot", len(batch), "who came later")
		(<-example).Release()
		(<-batch).Release()
	})
}

package load_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/bench/load"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/measure"
	"github.com/docmill/docmill/libs/assert"
)

// stalling is a service that answers one request at a time, at once except during one stall.
type stalling struct {
	turn       chan struct{} // no mutex: waiting for one stops the bubble's clock
	at, length time.Duration
	began      time.Time
	stalled    bool
}

func (s *stalling) serve() {
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	time.Sleep(time.Millisecond)
	if !s.stalled && time.Since(s.began) >= s.at {
		s.stalled = true
		time.Sleep(s.length)
	}
}

// run measures a service that stalls for two of twenty seconds.
func run(p load.Plan) (times *measure.Times, sent *measure.Times, span load.Span) {
	s := &stalling{turn: make(chan struct{}, 1), at: 10 * time.Second, length: 2 * time.Second, began: time.Now()}
	var mu sync.Mutex
	times, sent = measure.NewTimes(), measure.NewTimes()
	p.Duration = 20 * time.Second
	span = load.Run(context.Background(), p, func(time.Time) {}, func(_ context.Context, a load.Arrival) {
		began := time.Now()
		s.serve()
		mu.Lock()
		defer mu.Unlock()
		times.Add(time.Since(a.Due))
		sent.Add(time.Since(began))
	})
	return times, sent, span
}

// A stall of two of twenty seconds affects a tenth of all due requests: half of them wait longer than a
// second. A closed loop of one worker sends nothing during the stall and measures one slow request.
func TestStallLatency(t *testing.T) {
	t.Parallel()
	for name, regular := range map[string]bool{"regular": true, "poisson": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				times, _, _ := run(load.Plan{Rate: 100, Regular: regular, MaxInFlight: 1000, Seed: 1})
				p99 := times.At(99)
				assert.True(t, p99 >= 1600*time.Millisecond && p99 <= 2*time.Second, "p99", p99)
				p95, p50 := times.At(95), times.At(50)
				assert.True(t, p95 >= 700*time.Millisecond && p50 <= 5*time.Millisecond, "p95", p95, "p50", p50)
			})
		})
	}
	t.Run("closed", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			times, _, _ := run(load.Plan{Workers: 1})
			p99, most := times.At(99), times.Max()
			assert.True(t, p99 <= 5*time.Millisecond && most >= 2*time.Second, "p99", p99, "longest", most)
		})
	})
}

// At the limit of requests in progress, requests are sent late: the times since the due time show it, those
// since sending do not.
func TestConcurrencyLimitLatency(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		times, sent, span := run(load.Plan{Rate: 100, Regular: true, MaxInFlight: 1})
		p99 := times.At(99)
		assert.True(t, p99 >= 1600*time.Millisecond, "p99", p99)
		p99 = sent.At(99)
		assert.True(t, p99 <= 5*time.Millisecond, "p99 from sending", p99)
		if times.Count() != 2000 || span.Unsent != 0 || span.End.Sub(span.Start) != 20*time.Second {
			t.Errorf("%d, %+v", times.Count(), span)
		}
	})
}

// Due but unsent requests are counted.
func TestUnsent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		calls := 0
		span := load.Run(t.Context(), load.Plan{Rate: 10, Regular: true, MaxInFlight: 2, Duration: 10 * time.Second},
			func(time.Time) {}, func(context.Context, load.Arrival) {
				mu.Lock()
				calls++
				mu.Unlock()
				time.Sleep(time.Second)
			})
		assert.True(t, calls+span.Unsent == 100 && calls == 20, calls, "calls", span.Unsent, "unsent")
	})
}

// The warm-up is not measured; both limits apply; a seed determines the arrivals.
func TestBounds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		plan          load.Plan
		warm, counted int
		took          time.Duration
	}{
		"closed, by time":   {load.Plan{Workers: 2, WarmUp: 3 * time.Second, Duration: 5 * time.Second}, 6, 10, 8 * time.Second},
		"closed, by number": {load.Plan{Workers: 2, WarmUp: time.Second, Requests: 7}, 2, 7, 5 * time.Second},
		"open, by time":     {load.Plan{Rate: 4, Regular: true, WarmUp: time.Second, Duration: 2 * time.Second, MaxInFlight: 9}, 4, 8, 0},
		"open, by number":   {load.Plan{Rate: 4, Regular: true, Requests: 5, Duration: time.Hour, MaxInFlight: 9}, 0, 5, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex
				var numbers []int
				warm, began, begun := 0, time.Now(), time.Time{}
				load.Run(t.Context(), c.plan, func(at time.Time) { begun = at }, func(_ context.Context, a load.Arrival) {
					mu.Lock()
					if a.Measured < 0 {
						warm++
					} else {
						numbers = append(numbers, a.Measured)
					}
					mu.Unlock()
					time.Sleep(time.Second)
				})
				slices.Sort(numbers)
				if warm != c.warm || len(numbers) != c.counted || numbers[len(numbers)-1] != c.counted-1 {
					t.Errorf("%d of the warm-up, %v", warm, numbers)
				}
				if took := time.Since(began); c.took > 0 && took != c.took {
					t.Errorf("took %v", took)
				}
				assert.Equal(t, begun.Sub(began), c.plan.WarmUp, "begun after")
			})
		})
	}
}

func TestDeterministicArrivals(t *testing.T) {
	t.Parallel()
	due := func(seed uint64) (all []time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			var mu sync.Mutex
			load.Run(t.Context(), load.Plan{Rate: 50, Duration: 20 * time.Second, MaxInFlight: 9, Seed: seed},
				func(time.Time) {}, func(_ context.Context, a load.Arrival) {
					mu.Lock()
					defer mu.Unlock()
					all = append(all, a.Due.Sub(began))
				})
		})
		return all
	}
	first := due(1)
	assert.True(t, slices.Equal(first, due(1)) && !slices.Equal(first, due(2)), "arrivals do not follow the seed")
	n := len(first)
	assert.True(t, n >= 900 && n <= 1100, n, "arrivals, want about 1000")
}

// A signal ends the run with the requests in progress.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]load.Plan{
		"open": {Rate: 10, MaxInFlight: 1, Duration: time.Hour}, "closed": {Workers: 3, Duration: time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
				defer cancel()
				span := load.Run(ctx, p, func(time.Time) {}, func(ctx context.Context, _ load.Arrival) { <-ctx.Done() })
				assert.Equal(t, span.End.Sub(span.Start), 5*time.Second, "time")
			})
		})
	}
}

// The measurement begins on time even if all workers are busy.
func TestStartTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began, called := time.Now(), time.Duration(0)
		p := load.Plan{Workers: 1, WarmUp: time.Second, Duration: 5 * time.Second}
		load.Run(t.Context(), p, func(time.Time) { called = time.Since(began) }, func(_ context.Context, a load.Arrival) {
			time.Sleep(time.Until(a.End))
		})
		assert.Equal(t, called, time.Second, "begun after")
	})
}

// Package load schedules requests: in a closed loop, each worker sends the next request after the response;
// in an open loop, requests are due at fixed times regardless of responses.
//
// In the open loop latency is measured from the due time, even if the request was sent later. If it were
// measured from the time of sending, a stalled service would also stall the measuring program, and the
// requests of that time would be missing from the percentiles (coordinated omission).
package load

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// Plan says how much is sent and when.
type Plan struct {
	// Workers of the closed loop; 0 selects the open loop.
	Workers int
	// Rate of the open loop: arrivals per second.
	Rate float64
	// Regular spaces the arrivals of the open loop equally. Otherwise they follow a Poisson process, like
	// those of many independent users.
	Regular bool
	// MaxInFlight bounds the open loop's requests in progress. Further ones are sent late, and their time
	// counts from the due time.
	MaxInFlight int
	// WarmUp is the time before the measurement.
	WarmUp time.Duration
	// Duration of the measurement; 0 means no limit.
	Duration time.Duration
	// Requests to measure; 0 means no limit.
	Requests int
	Seed     uint64 // of the arrivals
}

// Arrival is a request that is due.
type Arrival struct {
	// N counts from 0, those of the warm-up included.
	N int
	// Measured is the index of a measured request, or -1 in the warm-up.
	Measured int
	// Due is when the request must be sent. In the closed loop it is when the worker became free.
	Due time.Time
	// End is when the run stops sending; zero without a time limit.
	End time.Time
}

// Span is the time over which a run measured.
type Span struct {
	Start, End time.Time
	// Unsent arrivals were due before the end but could not be sent because too many requests were in
	// progress.
	Unsent int
}

// Run calls do for each arrival until the plan is fulfilled or ctx ends, and returns when all calls have
// returned. It calls begin once when the measurement begins.
func Run(ctx context.Context, p Plan, begin func(time.Time), do func(context.Context, Arrival)) Span {
	r := runner{Plan: p, do: do, begin: begin}
	r.began = time.Now()
	r.from = r.began.Add(p.WarmUp)
	// This does not wait for the first measured arrival: all workers may be busy then.
	begun := time.AfterFunc(p.WarmUp, func() { r.start(r.from) })
	defer begun.Stop()
	if p.Workers > 0 {
		r.closed(ctx)
	} else {
		r.open(ctx)
	}
	r.start(r.from) // at the latest
	return Span{Start: r.from, End: r.end(ctx), Unsent: r.unsent}
}

type runner struct {
	Plan
	do    func(context.Context, Arrival)
	begin func(time.Time)

	began, from time.Time // of all, of what is measured
	once        sync.Once
	unsent      int

	mu           sync.Mutex
	all, counted int
}

// end is the latest due time of a measured request.
func (r *runner) end(ctx context.Context) time.Time {
	end := time.Now()
	whole := ctx.Err() == nil && (r.Requests == 0 || r.counted < r.Requests)
	if r.Duration > 0 && (whole || end.After(r.until())) {
		end = r.until()
	}
	if end.Before(r.from) {
		return r.from
	}
	return end
}

func (r *runner) start(at time.Time) { r.once.Do(func() { r.begin(at) }) }

func (r *runner) until() time.Time { return r.from.Add(r.Duration) }

// next numbers an arrival; ok is false if the plan is fulfilled.
func (r *runner) next(due time.Time) (a Arrival, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	a = Arrival{N: r.all, Measured: -1, Due: due}
	if r.Duration > 0 {
		a.End = r.until()
	}
	if !due.Before(r.from) {
		if r.Duration > 0 && !due.Before(r.until()) || r.Requests > 0 && r.counted >= r.Requests {
			return a, false
		}
		r.start(r.from)
		a.Measured = r.counted
		r.counted++
	}
	r.all++
	return a, true
}

func (r *runner) closed(ctx context.Context) {
	var workers sync.WaitGroup
	for range r.Workers {
		workers.Go(func() {
			for ctx.Err() == nil {
				a, ok := r.next(time.Now())
				if !ok {
					return
				}
				r.do(ctx, a)
			}
		})
	}
	workers.Wait()
}

func (r *runner) open(ctx context.Context) {
	var calls sync.WaitGroup
	defer calls.Wait()
	room := make(chan struct{}, max(1, r.MaxInFlight))
	schedule := newSchedule(r.Plan)
	for {
		due := r.began.Add(schedule.next())
		a, ok := r.next(due)
		if !ok || !waitUntil(ctx, due) {
			return
		}
		if !r.enter(ctx, room) {
			r.giveUp(a, schedule)
			return
		}
		calls.Go(func() {
			defer func() { <-room }()
			r.do(ctx, a)
		})
	}
}

// enter waits for room for one more call, until the run is over.
func (r *runner) enter(ctx context.Context, room chan<- struct{}) bool {
	select {
	case room <- struct{}{}:
		return true
	default:
	}
	var over <-chan time.Time
	if r.Duration > 0 {
		t := time.NewTimer(time.Until(r.until()))
		defer t.Stop()
		over = t.C
	}
	select {
	case room <- struct{}{}:
		return true
	case <-over:
	case <-ctx.Done():
	}
	return false
}

// giveUp counts unsent arrivals that were due, from a on.
func (r *runner) giveUp(a Arrival, s *schedule) {
	now := time.Now()
	for ok := true; ok && !a.Due.After(now); {
		if a.Measured >= 0 {
			r.unsent++
		}
		a, ok = r.next(r.began.Add(s.next()))
	}
}

// schedule yields the arrival times from the beginning of the run.
type schedule struct {
	rate    float64
	regular bool
	random  *rand.Rand
	n       int
	at      float64 // seconds
}

func newSchedule(p Plan) *schedule {
	const stream = 0x6172726976616c73 // apart from what else the seed is for
	return &schedule{rate: p.Rate, regular: p.Regular, random: rand.New(rand.NewPCG(p.Seed, stream))}
}

func (s *schedule) next() time.Duration {
	if s.regular {
		s.at = float64(s.n) / s.rate // no sum, which would drift
	} else {
		s.at += s.random.ExpFloat64() / s.rate
	}
	s.n++
	return time.Duration(s.at * float64(time.Second))
}

// waitUntil reports whether the time came before the context's end.
func waitUntil(ctx context.Context, at time.Time) bool {
	d := time.Until(at)
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

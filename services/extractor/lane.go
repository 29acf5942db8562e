package extractor

import (
	"context"
	"errors"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// interactiveLimit is how long a document may keep the engine in the interactive
// lane. Text takes a tenth of it; what takes longer holds up other people.
const interactiveLimit = 3 * time.Second

// errSlowLane ends work that belongs to the slow lane, which has no free slot now.
var errSlowLane = errors.New("document belongs to the slow lane")

// beforePage decides about a page that is to be recognised, which takes a
// hundred times longer than reading text: it is none of the interactive lane's
// work. goOn is false when the document is to be given back.
func (a *attempt) beforePage(ctx context.Context) (goOn bool) {
	if !a.toSlow(ctx) {
		return false
	}
	a.makeWay(ctx)
	return true
}

// watchTime releases the document, or has it go on in the slow lane, when it
// keeps the engine for too long in the interactive lane. There it stays: the slow
// lane has no such limit. stop must be called when the engine is done.
func (a *attempt) watchTime(ctx context.Context, giveBack context.CancelCauseFunc) (stop func()) {
	if a.claimed != contract.LaneInteractive {
		return func() {}
	}
	timer := time.AfterFunc(interactiveLimit, func() {
		if !a.toSlow(ctx) {
			giveBack(errSlowLane)
		}
	})
	return func() {
		timer.Stop()
		a.mu.Lock()
		defer a.mu.Unlock()
		a.read = true
	}
}

// toSlow has the document belong to the slow lane. Where that has a free slot on this
// replica, the work goes on as it is; otherwise it is to be given back, and ok is
// false.
func (a *attempt) toSlow(ctx context.Context) (ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.lane == contract.LaneSlow || a.read {
		return true
	}
	ok = a.hold.Defer()
	a.lane = contract.LaneSlow
	a.metrics.deferred(ctx, ok)
	if !ok {
		a.log.Info("document is given back to the slow lane")
		return false
	}
	if err := a.extend(ctx, contract.ClaimUpdate{ClaimRef: a.ref, Lane: a.lane}); err != nil {
		a.log.Debug("lane not changed, the next extension does", "error", err)
	}
	return true
}

// update names the claim, and the lane if it changed.
func (a *attempt) update() contract.ClaimUpdate {
	a.mu.Lock()
	defer a.mu.Unlock()
	u := contract.ClaimUpdate{ClaimRef: a.ref}
	if a.lane != a.claimed {
		u.Lane = a.lane
	}
	return u
}

func (a *attempt) extend(ctx context.Context, u contract.ClaimUpdate) error {
	_, err := bus.Call[contract.Empty](ctx, a.bus, contract.RPCWorkExtend, u)
	return err
}

// makeWay lends the worker to interactive work that waits for it. The document's
// time stands still meanwhile, but altogether for no longer than it may take
// itself: after that it would outlive its claim.
func (a *attempt) makeWay(ctx context.Context) {
	if !a.hold.Wanted() || a.away >= a.deadline() {
		return
	}
	a.budget.Pause()
	defer a.budget.Resume()
	start := time.Now()
	if err := a.hold.MakeWay(ctx); err != nil {
		return // the work ends, and with it the hold
	}
	a.away += time.Since(start)
}

// longest is how long reading the document can last: its time, which stands still
// while it makes way, up to as long again, and a lease.
func (a *attempt) longest() time.Duration {
	return 2*a.deadline() + time.Duration(a.work.LeaseMs)*time.Millisecond
}

func (a *attempt) deadline() time.Duration {
	return time.Duration(a.work.DeadlineMs) * time.Millisecond
}

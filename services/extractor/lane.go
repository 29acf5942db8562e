package extractor

import (
	"context"
	"errors"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// interactiveLimit is how long a document may use the engine in the interactive lane. Text takes a
// tenth of it; a document that takes longer delays other clients.
const interactiveLimit = 3 * time.Second

// errSlowLane ends work that belongs to the slow lane, which has no free slot.
var errSlowLane = errors.New("document belongs to the slow lane")

// beforePage is called before a page is recognized, which takes a hundred times longer than reading
// text and so belongs to the slow lane. goOn is false if the document must be released.
func (a *attempt) beforePage(ctx context.Context) (goOn bool) {
	if !a.moveToSlowLane(ctx) {
		return false
	}
	a.yield(ctx)
	return true
}

// limitInteractive moves a document that uses the engine for too long from the interactive to the
// slow lane, or releases it. The slow lane has no such limit. The caller must call stop when the
// engine has finished.
func (a *attempt) limitInteractive(ctx context.Context, cancelDeferred context.CancelCauseFunc) (stop func()) {
	if a.claimedLane != contract.LaneInteractive {
		return func() {}
	}
	timer := time.AfterFunc(interactiveLimit, func() {
		if !a.moveToSlowLane(ctx) {
			cancelDeferred(errSlowLane)
		}
	})
	return func() {
		timer.Stop()
		a.mu.Lock()
		defer a.mu.Unlock()
		a.read = true
	}
}

// moveToSlowLane moves the document to the slow lane. If that has a free slot on this replica, the
// work continues; otherwise ok is false, and the document must be released.
func (a *attempt) moveToSlowLane(ctx context.Context) (ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.lane == contract.LaneSlow || a.read {
		return true
	}
	ok = a.hold.Defer()
	a.lane = contract.LaneSlow
	a.metrics.recordDeferred(ctx, ok)
	if !ok {
		a.log.Info("document is released to the slow lane")
		return false
	}
	if err := a.extend(ctx, contract.ClaimUpdate{ClaimRef: a.ref, Lane: a.lane}); err != nil {
		a.log.Debug("lane not changed, the next extension changes it", "error", err)
	}
	return true
}

// update names the claim, and the lane if it changed.
func (a *attempt) update() contract.ClaimUpdate {
	a.mu.Lock()
	defer a.mu.Unlock()
	u := contract.ClaimUpdate{ClaimRef: a.ref}
	if a.lane != a.claimedLane {
		u.Lane = a.lane
	}
	return u
}

func (a *attempt) extend(ctx context.Context, u contract.ClaimUpdate) error {
	_, err := bus.Call[contract.Empty](ctx, a.bus, contract.RPCWorkExtend, u)
	return err
}

// yield lends the worker to interactive work that waits for it. The document's time does not run
// meanwhile. In total it yields for at most its own time: otherwise it would outlive its claim.
func (a *attempt) yield(ctx context.Context) {
	if !a.hold.IsWanted() || a.yielded >= a.deadline() {
		return
	}
	a.budget.Pause()
	defer a.budget.Resume()
	start := time.Now()
	if err := a.hold.Yield(ctx); err != nil {
		return // ctx has ended, and the work ends with it
	}
	a.yielded += time.Since(start)
}

// maxTime is the longest time that reading the document can take: its time, as long again for
// yielding, and a lease.
func (a *attempt) maxTime() time.Duration {
	return 2*a.deadline() + time.Duration(a.work.LeaseMs)*time.Millisecond
}

func (a *attempt) deadline() time.Duration {
	return time.Duration(a.work.DeadlineMs) * time.Millisecond
}

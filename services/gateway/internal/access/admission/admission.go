// Package admission asks the quota service whether a request fits into its
// account's rolling minute, and refuses by itself until the time that an
// earlier refusal named: a client that hammers costs no call.
package admission

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

const (
	// maxRefusals bounds the memory of refusals, in accounts.
	maxRefusals = 10_000
	// retryAfter is what clients are told when the limits cannot be checked.
	retryAfter = 2 * time.Second
)

// State is how an account stands, for the RateLimit headers.
type State struct {
	Minute contract.RateWindow
	Month  contract.MonthUsage
}

// Admission decides over requests. It is safe for concurrent use.
type Admission struct {
	conn *bus.Conn
	now  func() time.Time

	mu       sync.Mutex
	refusals map[subject]refusal
}

// subject has the plan as well, so that a change of plan is not held up by what
// was refused under the old one.
type subject struct {
	account string
	plan    contract.Plan
}

type refusal struct {
	until time.Time
	at    time.Time // when state was true
	state State
}

// New makes an Admission that asks over conn.
func New(conn *bus.Conn, now func() time.Time) *Admission {
	return &Admission{conn: conn, now: now, refusals: map[subject]refusal{}}
}

// Admit counts a request of the principal. It fails with a *fault.Error:
// CodeRateLimited, with the time after which a request will be admitted (the
// state is given then, too), or CodeServiceUnavailable.
func (a *Admission) Admit(ctx context.Context, p contract.Principal) (State, error) {
	who := subject{p.AccountID, p.Plan}
	if r, ok := a.refused(who); ok {
		now := a.now()
		return r.stateAt(now), rateLimited(p.Plan, r.state.Minute.Limit, r.until.Sub(now))
	}
	// A request whose answer alone was lost is counted twice, which an account feels at its limit only.
	reply, err := bus.CallAgain[contract.AdmitReply](ctx, a.conn, contract.RPCQuotaAdmit,
		contract.AdmitRequest{AccountID: p.AccountID, Plan: p.Plan})
	if err != nil {
		return State{}, unavailable(err)
	}
	state := State{Minute: reply.Minute, Month: reply.Month}
	if reply.Allowed {
		return state, nil
	}
	wait := time.Duration(reply.RetryAfterMs) * time.Millisecond
	now := a.now()
	a.remember(who, refusal{until: now.Add(wait), at: now, state: state})
	return state, rateLimited(p.Plan, reply.Minute.Limit, wait)
}

// Usage returns how much the account has used and counts nothing.
func (a *Admission) Usage(ctx context.Context, p contract.Principal) (State, error) {
	reply, err := bus.Call[contract.UsageReply](ctx, a.conn, contract.RPCQuotaUsage,
		contract.AdmitRequest{AccountID: p.AccountID, Plan: p.Plan})
	if err != nil {
		return State{}, unavailable(err)
	}
	return State{Minute: reply.Minute, Month: reply.Month}, nil
}

func (a *Admission) refused(who subject) (refusal, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	r, ok := a.refusals[who]
	if ok && !a.now().Before(r.until) {
		delete(a.refusals, who)
		return refusal{}, false
	}
	return r, ok
}

// remember keeps r. Without room it is dropped: the quota service then refuses
// again, which is only slower.
func (a *Admission) remember(who subject, r refusal) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.refusals) >= maxRefusals {
		now := a.now()
		for k, old := range a.refusals {
			if !now.Before(old.until) {
				delete(a.refusals, k)
			}
		}
	}
	if len(a.refusals) < maxRefusals {
		a.refusals[who] = r
	}
}

// stateAt moves the window's reset on to now.
func (r refusal) stateAt(now time.Time) State {
	s := r.state
	s.Minute.ResetMs = max(0, s.Minute.ResetMs-now.Sub(r.at).Milliseconds())
	return s
}

func rateLimited(plan contract.Plan, limit int, wait time.Duration) error {
	seconds := int64((wait + time.Second - 1) / time.Second)
	return &apierror.Error{
		Code: contract.CodeRateLimited,
		Public: fmt.Sprintf("Too many requests: the plan %s allows %d per minute for the whole account. Try again in %d s.",
			plan, limit, seconds),
		RetryAfter: wait,
	}
}

func unavailable(err error) error {
	var f *apierror.Error
	if errors.As(err, &f) && f.Code == contract.CodeServiceUnavailable {
		return f
	}
	return apierror.Unavailable(fmt.Errorf("quota: %w", err), retryAfter)
}

// Package admission asks the quota service whether a request fits into its account's rolling
// minute. It caches rejections until Retry-After, so a misbehaving client causes no RPCs.
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
	// maxRefusals bounds the cache, in accounts.
	maxRefusals = 10_000
	// retryAfter is the Retry-After if the limits cannot be checked.
	retryAfter = 2 * time.Second
)

// State is an account's usage, for the RateLimit headers.
type State struct {
	Minute contract.RateWindow
	Month  contract.MonthUsage
}

// Admission admits requests. It is safe for concurrent use.
type Admission struct {
	conn *bus.Conn
	now  func() time.Time

	mu       sync.Mutex
	refusals map[subject]refusal
}

// subject includes the plan, so that a change of plan takes effect at once.
type subject struct {
	account string
	plan    contract.Plan
}

type refusal struct {
	until time.Time
	at    time.Time // when state was true
	state State
}

// New returns an Admission that asks over conn.
func New(conn *bus.Conn, now func() time.Time) *Admission {
	return &Admission{conn: conn, now: now, refusals: map[subject]refusal{}}
}

// Admit counts a request of the principal. It returns CodeRateLimited with the time after which a
// request is admitted (and the state), or CodeServiceUnavailable.
func (a *Admission) Admit(ctx context.Context, p contract.Principal) (State, error) {
	who := subject{p.AccountID, p.Plan}
	if r, ok := a.refused(who); ok {
		now := a.now()
		return r.stateAt(now), rateLimited(p.Plan, r.state.Minute.Limit, r.until.Sub(now))
	}
	// If only the answer was lost the request is counted twice, which matters to an account at
	// its limit only.
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

// Usage returns the account's usage and counts nothing.
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

// remember caches r. If the cache is full the quota service refuses again, which is only slower.
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

// stateAt adjusts the window's reset to now.
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

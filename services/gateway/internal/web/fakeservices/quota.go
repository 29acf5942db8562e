package fakeservices

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// Quota is a fake quota service. It admits every request unless Refuse was called.
type Quota struct {
	t      testing.TB
	conn   *bus.Conn
	server *bus.Server

	mu       sync.Mutex
	asked    int
	refusals map[string]time.Duration // by account
}

func startQuota(t testing.TB, conn *bus.Conn) *Quota {
	q := &Quota{t: t, conn: conn, server: serve(t, conn, "quota"), refusals: map[string]time.Duration{}}
	handle(t, q.server, contract.RPCQuotaAdmit, q.admit)
	handle(t, q.server, contract.RPCQuotaUsage, q.usage)
	return q
}

// Refuse refuses the account's requests with the given Retry-After; 0 ends that.
func (q *Quota) Refuse(accountID string, retryAfter time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.refusals[accountID] = retryAfter
}

// Asked counts the requests for admission.
func (q *Quota) Asked() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.asked
}

// Stop stops the service.
func (q *Quota) Stop() { stop(q.t, q.server, q.conn) }

func (q *Quota) admit(_ context.Context, r contract.AdmitRequest) (contract.AdmitReply, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.asked++
	state := state(r.Plan)
	if wait := q.refusals[r.AccountID]; wait > 0 {
		state.Minute.Remaining, state.Minute.ResetMs = 0, wait.Milliseconds()
		return contract.AdmitReply{RetryAfterMs: wait.Milliseconds(), Minute: state.Minute, Month: state.Month}, nil
	}
	state.Minute.Remaining--
	return contract.AdmitReply{Allowed: true, Minute: state.Minute, Month: state.Month}, nil
}

func (q *Quota) usage(_ context.Context, r contract.AdmitRequest) (contract.UsageReply, error) {
	return state(r.Plan), nil
}

// state is that of an account that has used three documents this month.
func state(plan contract.Plan) contract.UsageReply {
	const used = 3
	limits, _ := plan.Limits()
	start := contract.MonthStart(time.Now())
	return contract.UsageReply{
		Minute: contract.RateWindow{Limit: limits.RequestsPerMinute, Remaining: limits.RequestsPerMinute, ResetMs: 60_000},
		Month: contract.MonthUsage{
			Start: contract.TimeOf(start), End: contract.TimeOf(start.AddDate(0, 1, 0)),
			Used: used, Limit: limits.DocumentsPerMonth, Remaining: limits.DocumentsPerMonth - used,
		},
	}
}

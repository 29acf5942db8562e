package quota

import (
	"context"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/quota/internal/store"
)

// handlers handle the requests under docmill.rpc.quota.
type handlers struct {
	store   *store.Store
	metrics *metrics
}

func (h *handlers) admit(ctx context.Context, r contract.AdmitRequest) (contract.AdmitReply, error) {
	limits, _ := r.Plan.Limits() // the request was checked: the plan is known
	v, err := h.store.Admit(ctx, r.AccountID, limits.RequestsPerMinute)
	if err != nil {
		return contract.AdmitReply{}, pgstore.Fault(err)
	}
	h.metrics.admitted(ctx, r.Plan, v.Allowed)
	return contract.AdmitReply{
		Allowed: v.Allowed, RetryAfterMs: ceilMs(v.RetryAfter),
		Minute: minute(v.State, limits), Month: month(v.State, limits),
	}, nil
}

func (h *handlers) usage(ctx context.Context, r contract.AdmitRequest) (contract.UsageReply, error) {
	limits, _ := r.Plan.Limits() // as in admit
	s, err := h.store.Usage(ctx, r.AccountID)
	if err != nil {
		return contract.UsageReply{}, pgstore.Fault(err)
	}
	return contract.UsageReply{Minute: minute(s, limits), Month: month(s, limits)}, nil
}

func minute(s store.State, l contract.Limits) contract.RateWindow {
	return contract.RateWindow{
		Limit:     l.RequestsPerMinute,
		Remaining: max(0, l.RequestsPerMinute-s.Admitted),
		ResetMs:   ceilMs(s.Reset),
	}
}

func month(s store.State, l contract.Limits) contract.MonthUsage {
	p := period(s.At)
	return contract.MonthUsage{
		Start: p.Start, End: p.End,
		Used: s.Used, Limit: l.DocumentsPerMonth, Remaining: max(0, l.DocumentsPerMonth-s.Used),
	}
}

// period is the calendar month (UTC) of t.
func period(t time.Time) contract.QuotaPeriod {
	start := contract.MonthStart(t)
	return contract.QuotaPeriod{Start: contract.TimeOf(start), End: contract.TimeOf(start.AddDate(0, 1, 0))}
}

// ceilMs rounds up to milliseconds, so that a waiting client is never early.
func ceilMs(d time.Duration) int64 {
	return int64((d + time.Millisecond - 1) / time.Millisecond)
}

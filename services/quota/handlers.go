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

// history reports an account's usage by day and by month.
func (h *handlers) history(ctx context.Context, r contract.QuotaHistoryRequest) (contract.QuotaHistoryReply, error) {
	var reply contract.QuotaHistoryReply
	var at *time.Time
	if r.Month != nil {
		at = &r.Month.Time
	}
	start, days, err := h.store.Days(ctx, r.AccountID, at)
	if err != nil {
		return reply, pgstore.Fault(err)
	}
	reply.Month = period(start)
	reply.Days = make([]int, start.AddDate(0, 1, -1).Day())
	for _, d := range days {
		// A charge at the turn of a month may have the other month's day.
		if d.Day <= len(reply.Days) {
			reply.Days[d.Day-1] = d.Used
		}
	}
	months, err := h.store.Months(ctx, r.AccountID, contract.HistoryMonths)
	if err != nil {
		return reply, pgstore.Fault(err)
	}
	for _, m := range months {
		reply.Months = append(reply.Months, contract.UsedMonth{Start: contract.TimeOf(m.Start), Used: m.Used})
	}
	reached, err := h.store.Thresholds(ctx, r.AccountID, contract.HistorySignals)
	if err != nil {
		return reply, pgstore.Fault(err)
	}
	for _, t := range reached {
		reply.Signals = append(reply.Signals, contract.UsedThreshold{
			Event: eventOf(t.Type), Start: contract.TimeOf(t.Month), At: contract.TimeOf(t.ReachedAt),
			Plan: t.Plan, Used: t.Used, Limit: t.Limit,
		})
	}
	return reply, nil
}

func eventOf(k store.ThresholdType) contract.EventType {
	if k == store.Exceeded {
		return contract.EventQuotaExceeded
	}
	return contract.EventQuotaWarning
}

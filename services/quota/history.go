package quota

import (
	"context"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/quota/internal/store"
)

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

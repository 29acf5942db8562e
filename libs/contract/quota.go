package contract

import (
	"errors"
	"fmt"
	"time"
)

// AdmitRequest asks whether one more request of the account is within its rate limit. If so, it is counted.
type AdmitRequest struct {
	AccountID string `json:"accountId"`
	Plan      Plan   `json:"plan"`
}

// Validate checks id and plan.
func (r AdmitRequest) Validate() error {
	if _, ok := r.Plan.Limits(); !ok {
		return fmt.Errorf("unknown plan %q", r.Plan)
	}
	return validID("accountId", PrefixAccount, r.AccountID)
}

// RateWindow is the state of an account's rolling 60 seconds.
type RateWindow struct {
	Limit     int `json:"limit"`
	Remaining int `json:"remaining"`
	// ResetMs is the time until the oldest counted request leaves the window,
	// in milliseconds.
	ResetMs int64 `json:"resetMs"`
}

// MonthUsage is the state of an account's calendar month (UTC).
type MonthUsage struct {
	Start     Time `json:"start"`
	End       Time `json:"end"` // the first instant of the next month
	Used      int  `json:"used"`
	Limit     int  `json:"limit"`
	Remaining int  `json:"remaining"`
}

// AdmitReply is the decision, with both windows for the RateLimit headers.
type AdmitReply struct {
	Allowed bool `json:"allowed"`
	// RetryAfterMs is the time until the next request is allowed, in milliseconds; 0 if Allowed.
	RetryAfterMs int64      `json:"retryAfterMs"`
	Minute       RateWindow `json:"minute"`
	Month        MonthUsage `json:"month"`
}

// Validate checks that a refusal names a time.
func (r AdmitReply) Validate() error {
	if !r.Allowed && r.RetryAfterMs <= 0 {
		return errors.New("refused without retryAfterMs")
	}
	return nil
}

// UsageReply is the reply to RPCQuotaUsage, whose request is an AdmitRequest. It counts nothing.
type UsageReply struct {
	Minute RateWindow `json:"minute"`
	Month  MonthUsage `json:"month"`
}

// Validate accepts.
func (UsageReply) Validate() error { return nil }

// MonthStart is the first instant of t's calendar month in UTC.
func MonthStart(t time.Time) time.Time {
	t = t.UTC()
	return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC)
}

// Bounds of a QuotaHistoryReply.
const (
	HistoryMonths  = 24
	HistorySignals = 20
)

// QuotaHistoryRequest requests the past usage of an account. It counts nothing.
type QuotaHistoryRequest struct {
	AccountID string `json:"accountId"`
	// Month is any instant of the month whose days are returned; nil for the current month.
	Month *Time `json:"month,omitempty"`
}

// Validate checks the id.
func (r QuotaHistoryRequest) Validate() error {
	return validID("accountId", PrefixAccount, r.AccountID)
}

// QuotaHistoryReply is the past usage of an account. Documents count on the day (UTC) on which they were accepted;
// refunded ones do not count.
type QuotaHistoryReply struct {
	Month QuotaPeriod `json:"month"` // that of Days
	// documents by day of the month, the first at index 0; all days, future ones
	// too
	Days    []int           `json:"days"`
	Months  []UsedMonth     `json:"months"`  // the last HistoryMonths with documents, newest first
	Signals []UsedThreshold `json:"signals"` // the last HistorySignals, newest first
}

// UsedMonth is an account's usage in a calendar month (UTC).
type UsedMonth struct {
	Start Time `json:"start"`
	Used  int  `json:"used"`
}

// UsedThreshold is a quota signal of an account: EventQuotaWarning or EventQuotaExceeded, and the month's
// usage at that time.
type UsedThreshold struct {
	Event EventType `json:"event"`
	Start Time      `json:"start"` // of the month
	At    Time      `json:"at"`
	Plan  Plan      `json:"plan"`
	Used  int       `json:"used"`
	Limit int       `json:"limit"`
}

// Validate checks that there is a number for every day of the month.
func (r QuotaHistoryReply) Validate() error {
	days := int(r.Month.End.Sub(r.Month.Start.Time).Hours() / 24)
	if days < 28 || len(r.Days) != days {
		return fmt.Errorf("%d days of a month of %d", len(r.Days), days)
	}
	return nil
}

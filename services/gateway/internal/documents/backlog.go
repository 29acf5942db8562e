package documents

import (
	"context"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Limits of what may wait to be dispatched.
type Limits struct {
	PerAccount, Total int
}

// Backlog refuses uploads while too much waits. It counts at most once in
// freshFor, however many ask.
type Backlog struct {
	limits Limits
	count  func(context.Context) (map[string]int, error)
	now    func() time.Time

	mu      sync.Mutex
	taken   time.Time // when the counts are from
	waiting map[string]int
	total   int
	err     error // of the last count; kept as long, so that an outage is not asked about by everyone
}

// NewBacklog counts with count, which returns the waiting documents by account.
func NewBacklog(limits Limits, count func(context.Context) (map[string]int, error), now func() time.Time) *Backlog {
	return &Backlog{limits: limits, count: count, now: now}
}

const (
	// freshFor is how long counts are good for.
	freshFor = time.Second
	// backlogRetry is what a refused client is told.
	backlogRetry = 10 * time.Second
)

// Admit implements register.Register's Admit. It fails as well when what waits
// cannot be counted: an upload could not be accepted then.
func (b *Backlog) Admit(ctx context.Context, accountID string) error {
	// A client that leaves must not have everyone else refused.
	mine, total, err := b.counts(context.WithoutCancel(ctx), accountID)
	if err != nil {
		return store.Fault(err)
	}
	if mine >= b.limits.PerAccount {
		return full("Too many documents of this account wait to be processed. Try again when some of them are done.")
	}
	if total >= b.limits.Total {
		return full("Too many documents wait to be processed at the moment. Try again later.")
	}
	return nil
}

// counts lets one caller count while the others wait: they find the
// result.
func (b *Backlog) counts(ctx context.Context, accountID string) (mine, total int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.taken.IsZero() || b.now().Sub(b.taken) > freshFor {
		b.waiting, b.err = b.count(ctx)
		b.total, b.taken = 0, b.now()
		for _, n := range b.waiting {
			b.total += n
		}
	}
	return b.waiting[accountID], b.total, b.err
}

func full(public string) error {
	return &fault.Error{Code: contract.CodeServiceUnavailable, Public: public, RetryAfter: backlogRetry}
}

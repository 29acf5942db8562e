package documents

import (
	"context"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Limits bounds the documents that wait for release.
type Limits struct {
	PerAccount, Total int
}

// Backlog refuses uploads while too many documents wait. It counts at most once per freshFor, and
// less often if counting is slow.
type Backlog struct {
	limits Limits
	count  func(context.Context) (map[string]int, error)
	now    func() time.Time

	mu      sync.Mutex
	until   time.Time // for so long the counts are good
	waiting map[string]int
	total   int
	err     error // of the last count; kept as long, so that an outage is not asked about by everyone
}

// NewBacklog counts with count, which returns the waiting documents by account.
func NewBacklog(limits Limits, count func(context.Context) (map[string]int, error), now func() time.Time) *Backlog {
	return &Backlog{limits: limits, count: count, now: now}
}

const (
	// freshFor is the minimum time that a count is reused.
	freshFor = time.Second
	// restFor is how many times as long as it took a count is reused.
	restFor = 20
	// countTimeout bounds a count, because all uploads wait for it.
	countTimeout = 3 * time.Second
	// backlogRetry is the Retry-After of refused uploads.
	backlogRetry = 10 * time.Second
)

// Admit refuses an upload if too many documents wait, or if they cannot be counted: it could not
// be accepted then.
func (b *Backlog) Admit(ctx context.Context, accountID string) error {
	// The count serves all callers and must not end with one of them.
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

// counts makes one caller count while the others wait for the result.
func (b *Backlog) counts(ctx context.Context, accountID string) (mine, total int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if began := b.now(); !began.Before(b.until) {
		b.waiting, b.err = b.countWithin(ctx)
		b.total = 0
		for _, n := range b.waiting {
			b.total += n
		}
		ended := b.now()
		b.until = ended.Add(freshFor)
		if b.err == nil { // an outage may be over in a second
			b.until = ended.Add(max(freshFor, restFor*ended.Sub(began)))
		}
	}
	return b.waiting[accountID], b.total, b.err
}

func (b *Backlog) countWithin(ctx context.Context) (map[string]int, error) {
	ctx, cancel := context.WithTimeout(ctx, countTimeout)
	defer cancel()
	return b.count(ctx)
}

func full(public string) error {
	return &apierror.Error{Code: contract.CodeServiceUnavailable, Public: public, RetryAfter: backlogRetry}
}

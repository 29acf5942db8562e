package target

import (
	"context"
	"sync"
	"time"

	"github.com/docmill/docmill/client"
)

// account is a key with its share of the load, because limits apply per account.
type account struct {
	client *client.Client

	mu        sync.Mutex
	free      time.Time // no request before, as the service said
	exhausted bool      // has no documents left this month
	shelf     []string  // ids of documents to read
}

// refuse stops requests until the pause is over.
func (a *account) refuse(pause time.Duration, exhausted bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if until := time.Now().Add(pause); until.After(a.free) {
		a.free = until
	}
	a.exhausted = a.exhausted || exhausted
}

func (a *account) state() (free time.Time, exhausted bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.free, a.exhausted
}

// put stores a document for reads, up to a limit.
func (a *account) put(id string) {
	const most = 100
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.shelf) < most {
		a.shelf = append(a.shelf, id)
	}
}

// document returns a stored document; it depends only on n while none is added.
func (a *account) document(n int) (id string, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.shelf) == 0 {
		return "", false
	}
	return a.shelf[n%len(a.shelf)], true
}

// pool returns accounts in turn.
type pool struct {
	mu       sync.Mutex
	accounts []*account
	next     int
}

// any returns the next account regardless of its limits.
func (p *pool) any() *account {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.accounts[p.next%len(p.accounts)]
	p.next++
	return a
}

// usable waits for an account within its limits. ok is false after ctx or end (if not zero), or without documents.
func (p *pool) usable(ctx context.Context, end time.Time) (a *account, waited time.Duration, ok bool) {
	if !end.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end)
		defer cancel()
	}
	for {
		began, soonest := time.Now(), time.Time{}
		for range p.accounts {
			a := p.any()
			free, exhausted := a.state()
			switch {
			case exhausted:
			case !free.After(began):
				return a, waited, true
			case soonest.IsZero() || free.Before(soonest):
				soonest = free
			}
		}
		if soonest.IsZero() {
			return nil, waited, false
		}
		slept := sleepUntil(ctx, soonest)
		if waited += time.Since(began); !slept {
			return nil, waited, false
		}
	}
}

func (p *pool) exhausted() bool {
	for _, a := range p.accounts {
		if _, exhausted := a.state(); !exhausted {
			return false
		}
	}
	return true
}

func sleepUntil(ctx context.Context, at time.Time) bool {
	t := time.NewTimer(time.Until(at))
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// Package limiter bounds work that is heavy for the database: how much runs at once, in all and
// per account, and how much waits.
package limiter

import (
	"container/list"
	"context"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// Config of a Limiter.
type Config struct {
	Max           int // under way at once, over all accounts
	MaxPerAccount int // under way at once
	// MaxWaiting is the maximum number of waiting callers per account.
	MaxWaiting int
	// Wait is the longest wait.
	Wait time.Duration
	// Busy is the message for the user: "Too many searches of your account are under way. Try
	// again in a moment."
	Busy string
}

// retryAfter is the Retry-After of refused callers.
const retryAfter = 2 * time.Second

// Limiter admits callers. It is safe for concurrent use.
type Limiter struct {
	cfg Config

	mu       sync.Mutex
	total    int
	accounts map[string]*account
	waiting  list.List // of *turn, first come first served within the accounts' bounds
}

type account struct{ under, waiting int }

// turn is a waiting caller.
type turn struct {
	accountID string
	come      chan struct{} // closed when it is there
}

// New returns a Limiter.
func New(cfg Config) *Limiter { return &Limiter{cfg: cfg, accounts: map[string]*account{}} }

// Enter waits for a turn of the account. Call leave when the work is done; calling it again is
// harmless. It returns CodeServiceUnavailable with RetryAfter if too many of the account wait, or
// the wait was too long. An account within its bounds waits only while others hold every place,
// never behind their queues. A nil Limiter admits all.
func (l *Limiter) Enter(ctx context.Context, accountID string) (leave func(), err error) {
	if l == nil {
		return func() {}, nil
	}
	t, place, err := l.line(accountID)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return l.leaver(accountID), nil
	}
	timer := time.NewTimer(l.cfg.Wait)
	defer timer.Stop()
	select {
	case <-t.come:
		return l.leaver(accountID), nil
	case <-timer.C:
		err = l.busy()
	case <-ctx.Done():
		err = apierror.Unavailable(ctx.Err(), retryAfter)
	}
	if !l.giveUp(t, place) {
		return l.leaver(accountID), nil // the turn came at the same time
	}
	return nil, err
}

// line enters at once (no turn), or waits.
func (l *Limiter) line(accountID string) (*turn, *list.Element, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.accounts[accountID]
	if a == nil {
		a = &account{}
		l.accounts[accountID] = a
	}
	if l.total < l.cfg.Max && a.under < l.cfg.MaxPerAccount && a.waiting == 0 {
		l.total++
		a.under++
		return nil, nil, nil
	}
	if a.waiting >= l.cfg.MaxWaiting {
		l.forget(accountID, a)
		return nil, nil, l.busy()
	}
	a.waiting++
	t := &turn{accountID, make(chan struct{})}
	return t, l.waiting.PushBack(t), nil
}

func (l *Limiter) busy() error {
	f := apierror.New(contract.CodeServiceUnavailable, "%s", l.cfg.Busy)
	f.RetryAfter = retryAfter
	return f
}

// giveUp returns false if the turn has come.
func (l *Limiter) giveUp(t *turn, place *list.Element) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-t.come:
		return false
	default:
	}
	l.waiting.Remove(place)
	a := l.accounts[t.accountID]
	a.waiting--
	l.forget(t.accountID, a)
	return true
}

func (l *Limiter) leaver(accountID string) func() {
	return sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.total--
		a := l.accounts[accountID]
		a.under--
		l.forget(accountID, a)
		l.admit()
	})
}

// admit admits waiting callers while there is room.
func (l *Limiter) admit() {
	for e := l.waiting.Front(); e != nil && l.total < l.cfg.Max; {
		next := e.Next()
		t := e.Value.(*turn)
		if a := l.accounts[t.accountID]; a.under < l.cfg.MaxPerAccount {
			l.waiting.Remove(e)
			l.total++
			a.waiting--
			a.under++
			close(t.come)
		}
		e = next
	}
}

func (l *Limiter) forget(accountID string, a *account) {
	if *a == (account{}) {
		delete(l.accounts, accountID)
	}
}

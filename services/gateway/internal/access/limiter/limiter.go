// Package limiter bounds work that is heavy for the database: how much of it runs
// at once, in all and per account, and how much waits for that.
package limiter

import (
	"container/list"
	"context"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

// Config of a Gate.
type Config struct {
	Max           int // under way at once, over all accounts
	MaxPerAccount int // under way at once
	// MaxWaiting may wait for their turn, of each account.
	MaxWaiting int
	// Wait is for how long.
	Wait time.Duration
	// Busy is what the user reads when there is no turn: "Too many searches of
	// your account are under way. Try again in a moment."
	Busy string
}

// retryAfter is what those are told that find no room.
const retryAfter = 2 * time.Second

// Gate lets callers in. It is safe for concurrent use.
type Gate struct {
	cfg Config

	mu       sync.Mutex
	total    int
	accounts map[string]*account
	waiting  list.List // of *turn, first come first served within the accounts' bounds
}

type account struct{ under, waiting int }

// turn is somebody who waits.
type turn struct {
	accountID string
	come      chan struct{} // closed when it is there
}

// New makes a Gate.
func New(cfg Config) *Gate { return &Gate{cfg: cfg, accounts: map[string]*account{}} }

// Enter waits for a turn of the account. leave must be called when the work is
// done, and may be called again. It fails with CodeServiceUnavailable and
// RetryAfter when too many of the account wait, or it has waited for too long. An
// account that is within its bounds waits for others only while they hold every
// place, and never behind their queues. A nil Gate lets all in.
func (g *Gate) Enter(ctx context.Context, accountID string) (leave func(), err error) {
	if g == nil {
		return func() {}, nil
	}
	t, place, err := g.line(accountID)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return g.leaver(accountID), nil
	}
	timer := time.NewTimer(g.cfg.Wait)
	defer timer.Stop()
	select {
	case <-t.come:
		return g.leaver(accountID), nil
	case <-timer.C:
		err = g.busy()
	case <-ctx.Done():
		err = fault.Unavailable(ctx.Err(), retryAfter)
	}
	if !g.giveUp(t, place) {
		return g.leaver(accountID), nil // the turn came at the same time
	}
	return nil, err
}

// line enters at once (no turn), or stands in line.
func (g *Gate) line(accountID string) (*turn, *list.Element, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := g.accounts[accountID]
	if a == nil {
		a = &account{}
		g.accounts[accountID] = a
	}
	if g.total < g.cfg.Max && a.under < g.cfg.MaxPerAccount && a.waiting == 0 {
		g.total++
		a.under++
		return nil, nil, nil
	}
	if a.waiting >= g.cfg.MaxWaiting {
		g.forget(accountID, a)
		return nil, nil, g.busy()
	}
	a.waiting++
	t := &turn{accountID, make(chan struct{})}
	return t, g.waiting.PushBack(t), nil
}

func (g *Gate) busy() error {
	f := fault.New(contract.CodeServiceUnavailable, "%s", g.cfg.Busy)
	f.RetryAfter = retryAfter
	return f
}

// giveUp is false when the turn has come.
func (g *Gate) giveUp(t *turn, place *list.Element) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-t.come:
		return false
	default:
	}
	g.waiting.Remove(place)
	a := g.accounts[t.accountID]
	a.waiting--
	g.forget(t.accountID, a)
	return true
}

func (g *Gate) leaver(accountID string) func() {
	return sync.OnceFunc(func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.total--
		a := g.accounts[accountID]
		a.under--
		g.forget(accountID, a)
		g.admit()
	})
}

// admit lets those in for whom there is room now.
func (g *Gate) admit() {
	for e := g.waiting.Front(); e != nil && g.total < g.cfg.Max; {
		next := e.Next()
		t := e.Value.(*turn)
		if a := g.accounts[t.accountID]; a.under < g.cfg.MaxPerAccount {
			g.waiting.Remove(e)
			g.total++
			a.waiting--
			a.under++
			close(t.come)
		}
		e = next
	}
}

func (g *Gate) forget(accountID string, a *account) {
	if *a == (account{}) {
		delete(g.accounts, accountID)
	}
}

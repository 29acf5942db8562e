package keycheck

import (
	"context"
	"net/netip"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

// Cache shows the cache to tests.
type Cache struct{ c *cache }

// NewCache makes one of the capacity.
func NewCache(capacity int) Cache { return Cache{newCache(capacity)} }

// Put caches a key's principal until that time.
func (c Cache) Put(hash string, p *contract.Principal, until time.Time) {
	c.c.put(answer{hash, p, until})
}

// Has reports whether the key is known.
func (c Cache) Has(hash string, now time.Time) bool {
	_, ok := c.c.get(hash, now)
	return ok
}

// Len counts entries.
func (c Cache) Len() int { return c.c.order.Len() }

// SetSleep replaces how turns are waited for.
func (v *Verifier) SetSleep(sleep func(context.Context, time.Duration) error) { v.sleep = sleep }

// Guesses shows the pace of look-ups to tests.
type Guesses struct{ g *guesses }

// NewGuesses returns an empty one.
func NewGuesses() Guesses { return Guesses{newGuesses()} }

// Turn returns how long a key waits, and counts it as waiting if ok.
func (g Guesses) Turn(from netip.Addr, hash string, now time.Time) (wait time.Duration, ok bool) {
	return g.g.turn(newGuess(from, hash), now)
}

// Done ends the wait of a key.
func (g Guesses) Done(from netip.Addr, hash string) { g.g.done(newGuess(from, hash)) }

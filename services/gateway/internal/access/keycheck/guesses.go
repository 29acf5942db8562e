package keycheck

import (
	"net/netip"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/access/clientnet"
)

// Limits of look-ups of invalid keys, by network and gateway: a burst, then one per interval (generic cell rate
// algorithm). Further ones wait: some may be valid. The limits protect the auth service; keys have 192 random bits.
const (
	guessBurst    = 300
	guessInterval = 10 * time.Millisecond
	// guessWait bounds the wait. As many requests as one address may have connections (1,000) wait 10 s.
	guessWait = 15 * time.Second
	// guessWaiting bounds the waiting requests of all addresses, each of which holds a connection.
	guessWaiting = 4000
	// guessAddresses bounds the memory, in addresses.
	guessAddresses = 100_000
)

// guess is a possibly invalid key from a network.
type guess struct {
	network netip.Prefix
	hash    string
}

// guesses paces the look-ups of possibly invalid keys. It is not safe for concurrent use.
type guesses struct {
	due     map[netip.Prefix]time.Time // when the next look-up would be due if they came evenly
	turns   map[guess]time.Time        // of those that wait
	waiting int
}

func newGuesses() *guesses {
	return &guesses{due: map[netip.Prefix]time.Time{}, turns: map[guess]time.Time{}}
}

// turn returns the wait before the look-up, after which to call done, or false and the Retry-After if too many wait.
func (g *guesses) turn(k guess, now time.Time) (wait time.Duration, ok bool) {
	if at, shared := g.turns[k]; shared && now.Before(at) {
		if g.waiting >= guessWaiting {
			return at.Sub(now), false
		}
		g.waiting++
		return at.Sub(now), true
	}
	due := g.due[k.network]
	if due.Before(now) {
		due = now
	}
	due = due.Add(guessInterval)
	wait = due.Sub(now) - guessBurst*guessInterval
	switch {
	case wait <= 0:
		g.count(k.network, due, now)
		return 0, true
	case wait > guessWait:
		return wait - guessWait, false
	case g.waiting >= guessWaiting:
		return wait, false
	}
	g.count(k.network, due, now)
	g.turns[k] = now.Add(wait)
	g.waiting++
	return wait, true
}

func (g *guesses) done(k guess) {
	g.waiting--
	delete(g.turns, k)
}

// count counts a look-up as invalid until right reverts it.
func (g *guesses) count(network netip.Prefix, due, now time.Time) {
	if len(g.due) >= guessAddresses {
		g.forget(now)
	}
	g.due[network] = due
}

// right reverts count for a valid key.
func (g *guesses) right(network netip.Prefix) {
	if due, ok := g.due[network]; ok {
		g.due[network] = due.Add(-guessInterval)
	}
}

// forget drops expired entries, and all if too many remain: a client with so many addresses is not slowed anyway.
func (g *guesses) forget(now time.Time) {
	for p, due := range g.due {
		if !due.After(now) {
			delete(g.due, p)
		}
	}
	if len(g.due) >= guessAddresses {
		clear(g.due)
	}
}

func newGuess(from netip.Addr, hash string) guess { return guess{clientnet.Of(from), hash} }

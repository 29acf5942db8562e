package keycheck

import (
	"net/netip"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/access/clientnet"
)

// Keys that turn out to be invalid, by network address and gateway: so many may
// be looked up at once, then one each interval (generic cell rate algorithm).
// More are not refused but wait for their turn, since a valid key that this
// gateway has not seen lately may be among them. No key is found by guessing (192
// random bits): what this spares is the auth service and its database.
const (
	guessBurst    = 300
	guessInterval = 10 * time.Millisecond
	// guessWait bounds the wait for a turn. As many requests as one address may
	// have connections (1,000) wait 10 s.
	guessWait = 15 * time.Second
	// guessWaiting bounds the requests that wait for a turn, of all addresses:
	// each holds a connection meanwhile.
	guessWaiting = 4000
	// guessAddresses bounds the memory, in addresses.
	guessAddresses = 100_000
)

// guess is a key that is invalid, as far as is known, sent from a network.
type guess struct {
	network netip.Prefix
	hash    string
}

// guesses paces the look-ups of keys that may be invalid. It is not safe for
// concurrent use.
type guesses struct {
	due     map[netip.Prefix]time.Time // when the next look-up would be due if they came evenly
	turns   map[guess]time.Time        // of those that wait
	waiting int
}

func newGuesses() *guesses {
	return &guesses{due: map[netip.Prefix]time.Time{}, turns: map[guess]time.Time{}}
}

// turn returns how long to wait before the key is looked up; then done must be
// called when the wait is over. The same key from the same network has the same
// turn, however often it comes. ok is false when too many wait already: then
// wait is when to try again.
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

// done ends a wait.
func (g *guesses) done(k guess) {
	g.waiting--
	delete(g.turns, k)
}

// count counts a look-up as one for nothing, until right takes it back.
func (g *guesses) count(network netip.Prefix, due, now time.Time) {
	if len(g.due) >= guessAddresses {
		g.forget(now)
	}
	g.due[network] = due
}

// right takes a look-up back.
func (g *guesses) right(network netip.Prefix) {
	if due, ok := g.due[network]; ok {
		g.due[network] = due.Add(-guessInterval)
	}
}

// forget drops what does not count any more; everything when all of it counts: a
// client with so many addresses is not held up by this.
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

// newGuess of a key, sent from an address.
func newGuess(from netip.Addr, hash string) guess { return guess{clientnet.Of(from), hash} }

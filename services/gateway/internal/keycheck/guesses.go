package keycheck

import (
	"net/netip"
	"time"
)

// Keys that turn out to be nobody's, by network address and gateway: so many may
// be looked up at once, then one each interval (generic cell rate algorithm). No
// key is found by guessing (192 random bits): what this spares is the auth
// service and its database.
const (
	guessBurst    = 300
	guessInterval = 200 * time.Millisecond
	// guessAddresses bounds the memory, in addresses.
	guessAddresses = 100_000
)

// guessBits is the length of the IPv6 prefix that counts as one address: a site
// gets at least that (RFC 6177).
const guessBits = 64

// guesses counts the keys that addresses have looked up for nothing. It is not
// safe for concurrent use.
type guesses struct {
	due map[netip.Prefix]time.Time // when the next would be due if they came evenly
}

func newGuesses() *guesses { return &guesses{due: map[netip.Prefix]time.Time{}} }

// admit counts a look-up of an address as one for nothing, until right takes it
// back; or tells how long to wait.
func (g *guesses) admit(from netip.Addr, now time.Time) (wait time.Duration) {
	p := site(from)
	due := g.due[p]
	if due.Before(now) {
		due = now
	}
	due = due.Add(guessInterval)
	if ahead := due.Sub(now); ahead > guessBurst*guessInterval {
		return ahead - guessBurst*guessInterval
	}
	if len(g.due) >= guessAddresses {
		g.forget(now)
	}
	g.due[p] = due
	return 0
}

// right takes a look-up back.
func (g *guesses) right(from netip.Addr) {
	if due, ok := g.due[site(from)]; ok {
		g.due[site(from)] = due.Add(-guessInterval)
	}
}

// forget drops what counts no more; everything when all of it counts: whoever
// has so many addresses is not held up by this.
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

// site is what counts as one address: an IPv4 address, or the /64 of an IPv6
// one. The zero Addr, of a client without one, is a site too.
func site(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := a.BitLen()
	if a.Is6() {
		bits = guessBits
	}
	p, _ := a.Prefix(bits) // the zero Prefix for the zero Addr
	return p
}

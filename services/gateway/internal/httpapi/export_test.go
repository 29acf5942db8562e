package httpapi

import (
	"net/netip"
	"time"
)

// Preference shows parsePreference to tests.
func Preference(header string) (wait time.Duration, applied string) {
	p := parsePreference(header)
	return p.wait, p.applied
}

// ForwardedClient shows forwardedClient to tests.
func ForwardedClient(peer netip.Addr, forwarded []string, trusted []netip.Prefix) netip.Addr {
	return forwardedClient(peer, forwarded, trusted)
}

// UniqueMembers shows uniqueMembers to tests.
func UniqueMembers(text []byte) error { return uniqueMembers(text) }

// Package clientnet maps client addresses to the networks by which clients without a key are
// limited.
package clientnet

import (
	"net/netip"
	"slices"
	"strings"
)

// ipv6Bits is the IPv6 prefix that counts as one address: a site gets at least a /64 (RFC 6177).
const ipv6Bits = 64

// Of returns the network that counts as one address: an IPv4 address, or the /64 of an IPv6 one.
// The zero Addr gives the zero Prefix.
func Of(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := a.BitLen()
	if a.Is6() {
		bits = ipv6Bits
	}
	p, _ := a.Prefix(bits) // the zero Prefix for the zero Addr
	return p
}

// Forwarded returns the client's address by the entries of X-Forwarded-For: it walks from the peer towards the
// client while the sender is trusted and the next entry is an address.
func Forwarded(peer netip.Addr, forwarded []string, trusted []netip.Prefix) netip.Addr {
	client := peer
	for _, text := range slices.Backward(forwarded) {
		if !slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(client) }) {
			break
		}
		next, ok := parseForwarded(strings.TrimSpace(text))
		if !ok {
			break
		}
		client = next
	}
	return client
}

// parseForwarded reads an address; some proxies add the port.
func parseForwarded(text string) (netip.Addr, bool) {
	if withPort, err := netip.ParseAddrPort(text); err == nil {
		return withPort.Addr().Unmap().WithZone(""), true
	}
	addr, err := netip.ParseAddr(strings.Trim(text, "[]"))
	return addr.Unmap().WithZone(""), err == nil
}

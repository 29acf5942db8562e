// Package clientnet says which client addresses count as one where clients
// without a key are bounded.
package clientnet

import "net/netip"

// ipv6Bits is the length of the IPv6 prefix that counts as one address: a site
// gets at least that (RFC 6177), and has all 2^64 addresses in it.
const ipv6Bits = 64

// Of returns the network that counts as one address: an IPv4 address alone, or
// the /64 of an IPv6 one. The zero Addr, of a client without one, has the zero
// Prefix.
func Of(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := a.BitLen()
	if a.Is6() {
		bits = ipv6Bits
	}
	p, _ := a.Prefix(bits) // the zero Prefix for the zero Addr
	return p
}

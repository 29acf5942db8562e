// Package clientnet maps client addresses to the networks by which clients without a key are
// limited.
package clientnet

import "net/netip"

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

package clientnet

import (
	"net/netip"
	"slices"
	"strings"
)

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

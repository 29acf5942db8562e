package httpserver

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"
)

// clientAddress is the client's address: the peer, or, if that is a trusted proxy, the last address in
// X-Forwarded-For that is not one. Addresses further left are the client's claim.
func (s *Server) clientAddress(rctx *fasthttp.RequestCtx) netip.Addr {
	var forwarded []string
	for _, line := range rctx.Request.Header.PeekAll(fiber.HeaderXForwardedFor) {
		forwarded = append(forwarded, strings.Split(string(line), ",")...)
	}
	peer, _ := netip.AddrFromSlice(rctx.RemoteIP())
	return forwardedClient(peer.Unmap(), forwarded, s.cfg.TrustedProxies)
}

// forwardedClient walks from the peer towards the client while the sender is trusted and the next entry is
// an address.
func forwardedClient(peer netip.Addr, forwarded []string, trusted []netip.Prefix) netip.Addr {
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

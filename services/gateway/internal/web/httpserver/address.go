package httpserver

import (
	"net/netip"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/services/gateway/internal/access/clientnet"
)

// clientAddress is the client's address: the peer, or, if that is a trusted proxy, the last address in
// X-Forwarded-For that is not one. Addresses further left are the client's claim.
func (s *Server) clientAddress(rctx *fasthttp.RequestCtx) netip.Addr {
	var forwarded []string
	for _, line := range rctx.Request.Header.PeekAll(fiber.HeaderXForwardedFor) {
		forwarded = append(forwarded, strings.Split(string(line), ",")...)
	}
	peer, _ := netip.AddrFromSlice(rctx.RemoteIP())
	return clientnet.Forwarded(peer.Unmap(), forwarded, s.cfg.TrustedProxies)
}

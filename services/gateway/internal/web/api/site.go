package api

import (
	"context"
	"io"
	"net/http"
	"net/netip"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/fault"
)

// Site is what browsers get outside of /api. Its routes pass the frame, as the
// API's do, and neither key nor rate: the site lets people in itself.
type Site interface {
	// Routes gives all routes. Handlers return errors as those of the API do.
	Routes() []SiteRoute
	// Refuse answers an error of whatever lies outside of /api to who asked for
	// a page; others get the API's error body.
	Refuse(rctx *fasthttp.RequestCtx, r *SiteRequest, status int, f *fault.Error)
}

// SiteRoute is one route; GET serves HEAD as well.
type SiteRoute struct {
	Method, Path string // Path in Fiber's notation
	Handle       func(c *fiber.Ctx, r *SiteRequest) error
}

// SiteRequest is what is known of a request under way.
type SiteRequest struct {
	ID      string // for logs and for people who tell of an error
	Context context.Context
	// Body as it arrives, held to the least speed; nil without one.
	Body io.Reader
	// Length is that of Body, as declared, in bytes; -1 when it is not known.
	Length int64
	// Client is the address of whoever sends, a trusted proxy's word included.
	Client netip.Addr
	// Draining is closed when the server stops: what waits must end.
	Draining <-chan struct{}

	server *Server
	call   *call
}

func (s *Server) siteRoutes(app *fiber.App) {
	if s.deps.Site == nil {
		return
	}
	for _, r := range s.deps.Site.Routes() {
		h := named(r.Path, func(c *fiber.Ctx, cl *call) error { return r.Handle(c, s.siteRequest(c.Context(), cl)) })
		app.Add(r.Method, r.Path, h)
		if r.Method == fiber.MethodGet {
			app.Add(fiber.MethodHead, r.Path, h)
		}
	}
}

func (s *Server) siteRequest(rctx *fasthttp.RequestCtx, cl *call) *SiteRequest {
	r := &SiteRequest{
		ID: cl.id, Context: cl.ctx, Length: cl.body.declared(),
		Client: s.clientAddress(rctx), Draining: s.draining,
		server: s, call: cl,
	}
	if cl.body != nil {
		r.Body = cl.body
	}
	return r
}

// underAPI tells whether a path belongs to the API, whether or not there is a
// route.
func underAPI(path string) bool { return path == "/api" || strings.HasPrefix(path, "/api/") }

// refusePage answers as a page, if the site has one for whoever asks.
func (s *Server) refusePage(rctx *fasthttp.RequestCtx, cl *call, status int, f *fault.Error) bool {
	if s.deps.Site == nil || underAPI(string(rctx.Path())) ||
		!strings.Contains(string(rctx.Request.Header.Peek(fiber.HeaderAccept)), fiber.MIMETextHTML) {
		return false
	}
	if status == http.StatusUnauthorized {
		status = http.StatusForbidden // no header can carry what a page wants (RFC 9110, 15.5.2)
	}
	s.deps.Site.Refuse(rctx, s.siteRequest(rctx, cl), status, f)
	return true
}

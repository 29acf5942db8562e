package httpserver

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
)

// Handler answers a request. Its errors are answered by the server.
type Handler func(c *fiber.Ctx, r *Request) error

// Route is one route; GET serves HEAD as well.
type Route struct {
	Method, Path string // Path in Fiber's notation
	Handle       Handler
}

// App is what the server serves.
type App struct {
	Routes []Route
	// Before is called before the route of a request is looked up; an error is
	// the answer. Nil for none.
	Before Handler
	// ErrorPage answers an error outside of /api to a client that asked for a
	// page; others get the error body. Nil for none.
	ErrorPage func(rctx *fasthttp.RequestCtx, r *Request, status int, f *apierror.Error)
}

func (s *Server) routes(app *fiber.App) {
	if before := s.app.Before; before != nil {
		app.Use(func(c *fiber.Ctx) error {
			if err := before(c, requestOf(c.Context())); err != nil {
				return err
			}
			return c.Next()
		})
	}
	for _, r := range slices.Concat(s.app.Routes, s.healthRoutes()) {
		h := routed(r)
		app.Add(r.Method, r.Path, h)
		if r.Method == fiber.MethodGet {
			app.Add(fiber.MethodHead, r.Path, h)
		}
	}
}

// routed passes the request to a route's handler and keeps the route's pattern
// for telemetry.
func routed(route Route) fiber.Handler {
	return func(c *fiber.Ctx) error {
		r := requestOf(c.Context())
		r.Route = route.Path
		return route.Handle(c, r)
	}
}

// UnderAPI reports whether a path belongs to the API, whether or not there is a
// route.
func UnderAPI(path string) bool { return path == "/api" || strings.HasPrefix(path, "/api/") }

// refusePage answers an error as a page, if there are pages and the client asks
// for one.
func (s *Server) refusePage(rctx *fasthttp.RequestCtx, r *Request, status int, f *apierror.Error) bool {
	if s.app.ErrorPage == nil || UnderAPI(string(rctx.Path())) ||
		!strings.Contains(string(rctx.Request.Header.Peek(fiber.HeaderAccept)), fiber.MIMETextHTML) {
		return false
	}
	if status == http.StatusUnauthorized {
		status = http.StatusForbidden // no header can carry what a page wants (RFC 9110, 15.5.2)
	}
	s.app.ErrorPage(rctx, r, status, f)
	return true
}

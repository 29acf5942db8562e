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

// App is the application that the server serves.
type App struct {
	Routes []Route
	// Before is called before the routing of a request; its error becomes the response. It may be nil.
	Before Handler
	// ErrorPage renders an error outside of /api for a client that accepts a page; others get the error
	// body. It may be nil.
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

// routed passes the request to a route's handler and stores the route's pattern for telemetry.
func routed(route Route) fiber.Handler {
	return func(c *fiber.Ctx) error {
		r := requestOf(c.Context())
		r.Route = route.Path
		return route.Handle(c, r)
	}
}

// UnderAPI reports whether a path belongs to the API, with or without a route.
func UnderAPI(path string) bool { return path == "/api" || strings.HasPrefix(path, "/api/") }

// refusePage responds with an error page, if there are pages and the client accepts one.
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

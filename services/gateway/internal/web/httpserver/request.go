package httpserver

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// Request is the state of a request in progress.
type Request struct {
	ID      string // for logs, and for users who report an error
	Context context.Context
	Route   string // pattern, "" until one matched
	// Body is the streamed body, with a minimum speed, or nil.
	Body *Body
	// Client is the address of the sender, as far as trusted proxies name it.
	Client netip.Addr
	// Draining is closed when the server stops; waiting handlers must return.
	Draining <-chan struct{}
	// Account of the caller, for the log; set after verifying a key or a session.
	Account string

	server *Server
}

type requestKey struct{}

func requestOf(rctx *fasthttp.RequestCtx) *Request {
	return rctx.UserValue(requestKey{}).(*Request)
}

// middleware wraps everything, including Fiber.
func (s *Server) middleware(inner fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(rctx *fasthttp.RequestCtx) {
		if c := connOf(rctx); c != nil && !c.place.begin() {
			rctx.SetConnectionClose() // the client's connection is gone: nothing is done that it could not hear of
			return
		}
		started := s.deps.Now()
		method := knownMethod(rctx)
		ctx, span := s.startSpan(rctx, method)
		r := &Request{
			ID: s.requestID(rctx.Request.Header.Peek(fiber.HeaderXRequestID)), Context: ctx, Body: s.bodyOf(rctx),
			Client: s.clientAddress(rctx), Draining: s.draining, server: s,
		}
		rctx.SetUserValue(requestKey{}, r)
		setCommonHeaders(rctx, r.ID)
		if err := checkMessage(&rctx.Request.Header); err != nil {
			s.refuse(rctx, r, err)
			closeAfter(rctx)
		} else {
			s.guarded(rctx, r, inner)
		}
		if !r.Body.finish() {
			closeAfter(rctx)
		}
		select {
		case <-s.draining:
			rctx.SetConnectionClose()
		default:
		}
		s.observe(span, r, method, rctx.Response.StatusCode(), s.deps.Now().Sub(started))
	}
}

func (s *Server) guarded(rctx *fasthttp.RequestCtx, r *Request, inner fasthttp.RequestHandler) {
	defer func() {
		if p := recover(); p != nil {
			s.deps.Telemetry.Log.Error("panic", "request", r.ID, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			s.refuse(rctx, r, fmt.Errorf("panic: %v", p))
		}
	}()
	inner(rctx)
}

func (s *Server) bodyOf(rctx *fasthttp.RequestCtx) *Body {
	stream := rctx.RequestBodyStream()
	if stream == nil {
		return nil
	}
	return NewBody(stream, rctx.Conn(), s.cfg.Pace, int64(max(-1, rctx.Request.Header.ContentLength())))
}

// knownMethod maps unknown methods to TRACE, which has no route, for the usual checks: Fiber answers in plain text.
func knownMethod(rctx *fasthttp.RequestCtx) string {
	switch m := string(rctx.Method()); m {
	case fiber.MethodGet, fiber.MethodHead, fiber.MethodPost, fiber.MethodPut, fiber.MethodPatch,
		fiber.MethodDelete, fiber.MethodConnect, fiber.MethodOptions, fiber.MethodTrace:
		return m
	}
	rctx.Request.Header.SetMethod(fiber.MethodTrace)
	return "_OTHER"
}

// closeAfter ends the connection after this response, so that unread bytes are never parsed as a request.
func closeAfter(rctx *fasthttp.RequestCtx) {
	rctx.SetConnectionClose()
	if c := connOf(rctx); c != nil {
		c.linger()
	}
}

func setCommonHeaders(rctx *fasthttp.RequestCtx, requestID string) {
	h := &rctx.Response.Header
	h.Set(fiber.HeaderXRequestID, requestID)
	h.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	h.Set(fiber.HeaderCacheControl, "no-store")
}

// requestID accepts the client's id if it is safe in headers and logs.
func (s *Server) requestID(given []byte) string {
	const longest = 128
	if len(given) == 0 || len(given) > longest {
		return s.newID()
	}
	for _, c := range given {
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		case c == '-', c == '_', c == '.', c == ':', c == '/', c == '+', c == '=':
		default:
			return s.newID()
		}
	}
	return string(given)
}

// Query reads the query string. It rejects unknown and duplicate parameters, so that misspelled ones are
// not ignored.
func Query(c *fiber.Ctx, known ...string) (map[string]string, error) {
	values, err := url.ParseQuery(string(c.Request().URI().QueryString()))
	if err != nil {
		return nil, apierror.Wrap(err, contract.CodeInvalidRequest, "The query string is not valid.")
	}
	params := make(map[string]string, len(values))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(known, name) {
			return nil, apierror.New(contract.CodeInvalidRequest, "The query parameter %.60q is not known. %s",
				name, KnownNames(known))
		}
		if len(values[name]) > 1 {
			return nil, apierror.New(contract.CodeInvalidRequest, "The query parameter %q appears more than once.", name)
		}
		params[name] = values[name][0]
	}
	return params, nil
}

// KnownNames says which names are known, as the end of a refusal.
func KnownNames(known []string) string {
	if len(known) == 0 {
		return "None is known here."
	}
	return "Known here: " + strings.Join(known, ", ") + "."
}

// CheckEncoding rejects compressed bodies.
func CheckEncoding(c *fiber.Ctx) error {
	if enc := c.Get(fiber.HeaderContentEncoding); enc != "" && !strings.EqualFold(enc, "identity") {
		return apierror.New(contract.CodeUnsupportedMediaType,
			"The Content-Encoding %.40q is not supported; send the body as it is.", enc)
	}
	return nil
}

// DocumentID returns the document's id from the path. A malformed one counts as unknown.
func DocumentID(c *fiber.Ctx) (string, error) {
	id := c.Params("id")
	if _, err := contract.ParseID(contract.PrefixDocument, id); err != nil {
		return "", apierror.Wrap(err, contract.CodeNotFound, "No document has this id.")
	}
	return id, nil
}

// OnlyDocumentID is DocumentID for routes without query parameters.
func OnlyDocumentID(c *fiber.Ctx) (string, error) {
	if _, err := Query(c); err != nil {
		return "", err
	}
	return DocumentID(c)
}

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

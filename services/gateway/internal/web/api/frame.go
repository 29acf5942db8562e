package api

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
)

// call is what is known of a request under way.
type call struct {
	id    string
	ctx   context.Context
	route string // pattern, "" until one matched
	body  *body  // nil when the request has none

	// Set once the key was verified.
	principal contract.Principal
	// Set once the request was admitted.
	state admission.State
}

type callKey struct{}

func callOf(rctx *fasthttp.RequestCtx) *call { return rctx.UserValue(callKey{}).(*call) }

// handler answers one route.
type handler func(c *fiber.Ctx, cl *call) error

// named gives handlers the call and keeps the route's pattern for telemetry.
func named(pattern string, h handler) fiber.Handler {
	return func(c *fiber.Ctx) error {
		cl := callOf(c.Context())
		cl.route = pattern
		return h(c, cl)
	}
}

// frame is around everything, Fiber included.
func (s *Server) frame(inner fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(rctx *fasthttp.RequestCtx) {
		if c := connOf(rctx); c != nil && !c.place.begin() {
			rctx.SetConnectionClose() // the client's connection is gone: nothing is done that it could not hear of
			return
		}
		started := s.deps.Now()
		method := knownMethod(rctx)
		ctx, span := s.startSpan(rctx, method)
		cl := &call{id: s.requestID(rctx.Request.Header.Peek(fiber.HeaderXRequestID)), ctx: ctx, body: s.bodyOf(rctx)}
		rctx.SetUserValue(callKey{}, cl)
		setCommonHeaders(rctx, cl.id)
		if err := checkMessage(&rctx.Request.Header); err != nil {
			s.refuse(rctx, cl, err)
			closeAfter(rctx)
		} else {
			s.guarded(rctx, cl, inner)
		}
		if !cl.body.finish() {
			closeAfter(rctx)
		}
		select {
		case <-s.draining:
			rctx.SetConnectionClose()
		default:
		}
		s.observe(span, cl, method, rctx.Response.StatusCode(), s.deps.Now().Sub(started))
	}
}

// guarded keeps a panic from ending the process.
func (s *Server) guarded(rctx *fasthttp.RequestCtx, cl *call, inner fasthttp.RequestHandler) {
	defer func() {
		if p := recover(); p != nil {
			s.deps.Telemetry.Log.Error("panic", "request", cl.id, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			s.refuse(rctx, cl, fmt.Errorf("panic: %v", p))
		}
	}()
	inner(rctx)
}

func (s *Server) bodyOf(rctx *fasthttp.RequestCtx) *body {
	stream := rctx.RequestBodyStream()
	if stream == nil {
		return nil
	}
	return &body{
		src: stream, conn: rctx.Conn(), pace: s.cfg.Pace,
		length: int64(max(-1, rctx.Request.Header.ContentLength())),
	}
}

// knownMethod gives the method's name. Fiber answers methods that it does not
// know by itself and in plain text; TRACE, which no route has, leads them
// through the same checks as every other.
func knownMethod(rctx *fasthttp.RequestCtx) string {
	switch m := string(rctx.Method()); m {
	case fiber.MethodGet, fiber.MethodHead, fiber.MethodPost, fiber.MethodPut, fiber.MethodPatch,
		fiber.MethodDelete, fiber.MethodConnect, fiber.MethodOptions, fiber.MethodTrace:
		return m
	}
	rctx.Request.Header.SetMethod(fiber.MethodTrace)
	return "_OTHER"
}

// closeAfter ends the connection after this answer, so that the client reads it
// and unread bytes are never taken for a request.
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

// requestID takes over the client's id if it can stand in headers and logs.
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

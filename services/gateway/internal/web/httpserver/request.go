package httpserver

import (
	"context"
	"fmt"
	"net/netip"
	"runtime/debug"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"
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

// guarded recovers from panics.
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

// knownMethod returns the method's name. Fiber responds to unknown methods in plain text; mapping them to
// TRACE, which no route has, sends them through the usual checks.
func knownMethod(rctx *fasthttp.RequestCtx) string {
	switch m := string(rctx.Method()); m {
	case fiber.MethodGet, fiber.MethodHead, fiber.MethodPost, fiber.MethodPut, fiber.MethodPatch,
		fiber.MethodDelete, fiber.MethodConnect, fiber.MethodOptions, fiber.MethodTrace:
		return m
	}
	rctx.Request.Header.SetMethod(fiber.MethodTrace)
	return "_OTHER"
}

// closeAfter ends the connection after this response, so that the client reads it and unread bytes are
// never parsed as a request.
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

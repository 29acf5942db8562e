package httpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// StatusOf is the only mapping of codes to HTTP statuses.
func StatusOf(code contract.Code) int {
	switch code {
	case contract.CodeInvalidRequest, contract.CodeInvalidDocumentType, contract.CodeInvalidSchema, contract.CodeEmptyFile:
		return http.StatusBadRequest
	case contract.CodeAuthMissing, contract.CodeAuthInvalid:
		return http.StatusUnauthorized
	case contract.CodePlanRequired:
		return http.StatusForbidden
	case contract.CodeNotFound:
		return http.StatusNotFound
	case contract.CodeMethodNotAllowed:
		return http.StatusMethodNotAllowed
	case contract.CodeRequestTimeout:
		return http.StatusRequestTimeout
	case contract.CodeIdempotencyInProgress, contract.CodeInvalidState, contract.CodeLimitReached:
		return http.StatusConflict
	case contract.CodePreconditionFailed:
		return http.StatusPreconditionFailed
	case contract.CodeFileTooLarge:
		return http.StatusRequestEntityTooLarge
	case contract.CodeUnsupportedFormat, contract.CodeUnsupportedMediaType:
		return http.StatusUnsupportedMediaType
	case contract.CodeIdempotencyKeyReused:
		return http.StatusUnprocessableEntity
	case contract.CodeRateLimited, contract.CodeQuotaExceeded:
		return http.StatusTooManyRequests
	case contract.CodeHeadersTooLarge:
		return http.StatusRequestHeaderFieldsTooLarge
	case contract.CodeWebhooksNotAvailable:
		return http.StatusNotImplemented
	case contract.CodeServiceUnavailable:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// errorBody is the body of every response with status 4xx or 5xx.
type errorBody struct {
	Error string        `json:"error"`
	Code  contract.Code `json:"code"`
}

func (s *Server) handleError(c *fiber.Ctx, err error) error {
	var routing *fiber.Error
	if errors.As(err, &routing) {
		err = routingFault(routing, string(c.Response().Header.Peek(fiber.HeaderAllow)))
	}
	s.refuse(c.Context(), requestOf(c.Context()), err)
	return nil
}

func routingFault(err *fiber.Error, allow string) error {
	switch err.Code {
	case fiber.StatusNotFound:
		return apierror.New(contract.CodeNotFound, "This path does not exist.")
	case fiber.StatusMethodNotAllowed:
		return apierror.New(contract.CodeMethodNotAllowed, "The method is not allowed for this path. Use %s.", allow)
	}
	return err
}

// refuse writes the error body and its headers.
func (s *Server) refuse(rctx *fasthttp.RequestCtx, r *Request, err error) {
	f := apierror.Of(err)
	status := StatusOf(f.Code)
	s.logRefusal(rctx, r, status, f)
	h := &rctx.Response.Header
	if status == http.StatusUnauthorized && UnderAPI(string(rctx.Path())) {
		h.Set(fiber.HeaderWWWAuthenticate, "Bearer")
	}
	// At the end of a quota a client would sleep for weeks: the message names the reset instead.
	if f.RetryAfter > 0 && f.Code != contract.CodeQuotaExceeded {
		h.Set(fiber.HeaderRetryAfter, WholeSeconds(f.RetryAfter))
	}
	if s.refusePage(rctx, r, status, f) {
		return
	}
	WriteError(rctx, status, f)
}

func (s *Server) logRefusal(rctx *fasthttp.RequestCtx, r *Request, status int, f *apierror.Error) {
	log := s.deps.Telemetry.Log.With("request", r.ID, "method", string(rctx.Method()), "route", r.Route, "code", f.Code)
	switch status {
	case http.StatusInternalServerError:
		log.Error("request failed", "error", f)
	case http.StatusServiceUnavailable:
		log.Warn("request not possible now", "error", f)
	default:
		log.Debug("request refused", "error", f)
	}
}

// handleProtocolError answers requests that fasthttp rejects, which may be half parsed, and ends the connection.
func (s *Server) handleProtocolError(rctx *fasthttp.RequestCtx, err error) {
	f := apierror.Wrap(err, contract.CodeInvalidRequest, "The request is not valid HTTP.")
	var small *fasthttp.ErrSmallBuffer
	var timeout net.Error
	switch {
	case errors.As(err, &small):
		f = apierror.Wrap(err, contract.CodeHeadersTooLarge,
			"The request line and headers may have at most %d bytes together.", maxHeader)
	case errors.As(err, &timeout) && timeout.Timeout():
		f = apierror.Wrap(err, contract.CodeRequestTimeout, "The request did not arrive in time.")
	}
	id := s.newID()
	status := StatusOf(f.Code)
	s.deps.Telemetry.Log.Debug("request not readable", "request", id, "code", f.Code, "error", err)
	setCommonHeaders(rctx, id)
	WriteError(rctx, status, f)
	closeAfter(rctx)
	s.metrics.record(s.base, "_OTHER", "", status, 0)
}

// WriteError answers with the error body.
func WriteError(rctx *fasthttp.RequestCtx, status int, f *apierror.Error) {
	WriteJSON(rctx, status, errorBody{Error: f.Public, Code: f.Code})
}

// WriteJSON responds with v, which must be encodable; if not, the middleware responds with 500.
func WriteJSON(rctx *fasthttp.RequestCtx, status int, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	WriteBody(rctx, status, b)
}

// WriteBody responds with encoded JSON.
func WriteBody(rctx *fasthttp.RequestCtx, status int, b []byte) {
	rctx.Response.Header.SetContentType(fiber.MIMEApplicationJSON)
	rctx.SetStatusCode(status)
	rctx.Response.SetBodyRaw(b)
}

// WholeSeconds rounds up, so that a waiting client is never early.
func WholeSeconds(d time.Duration) string {
	return strconv.FormatInt(int64((d+time.Second-1)/time.Second), 10)
}

// checkMessage rejects requests that Fiber accepts but are invalid HTTP/1.1 or ambiguous for intermediaries.
func checkMessage(h *fasthttp.RequestHeader) error {
	switch {
	case !bytes.HasPrefix(h.Protocol(), []byte("HTTP/1.")):
		return apierror.New(contract.CodeInvalidRequest,
			"The HTTP version %.20q is not supported here; use HTTP/1.1.", h.Protocol())
	case ambiguous(h):
		return apierror.New(contract.CodeInvalidRequest, "The request has both a Content-Length and a Transfer-Encoding.")
	case wronglyCoded(h):
		return apierror.New(contract.CodeInvalidRequest, "The request has a Transfer-Encoding other than chunked.")
	case !validTarget(h):
		return apierror.New(contract.CodeInvalidRequest, "The request's target is not valid.")
	}
	return nil
}

// chunkedLength is the framework's length of a chunked body.
const chunkedLength = -1

// ambiguous reports whether a request declares its length twice: an intermediary may see another end (RFC 9112, 6.1).
func ambiguous(h *fasthttp.RequestHeader) bool {
	return h.ContentLength() == chunkedLength && declares(h, fiber.HeaderContentLength)
}

// wronglyCoded reports whether the transfer coding is "identity", which RFC 9112 removed and the framework ignores.
func wronglyCoded(h *fasthttp.RequestHeader) bool {
	return h.ContentLength() != chunkedLength && declares(h, fiber.HeaderTransferEncoding)
}

// declares reports whether the header has a line of the name, which the framework may have dropped.
func declares(h *fasthttp.RequestHeader, name string) bool {
	for line := range bytes.SplitSeq(h.RawHeaders(), []byte("\n")) {
		if len(line) > len(name) && line[len(name)] == ':' && bytes.EqualFold(line[:len(name)], []byte(name)) {
			return true
		}
	}
	return false
}

// validTarget reports whether the target has origin form, or absolute form with http, and no fragment (RFC 9112, 3.2).
func validTarget(h *fasthttp.RequestHeader) bool {
	target := h.RequestURI()
	if bytes.IndexByte(target, '#') >= 0 {
		return false
	}
	if bytes.HasPrefix(target, []byte("/")) || bytes.Equal(target, []byte("*")) ||
		string(h.Method()) == fiber.MethodConnect {
		return true
	}
	scheme, rest, _ := bytes.Cut(target, []byte("://"))
	authority, _, _ := bytes.Cut(rest, []byte("/"))
	return len(authority) > 0 && (bytes.EqualFold(scheme, []byte("http")) || bytes.EqualFold(scheme, []byte("https")))
}

// CheckExpectation rejects unsupported expectations (RFC 9110, 10.1.1).
func CheckExpectation(h *fasthttp.RequestHeader) error {
	for _, value := range h.PeekAll(fiber.HeaderExpect) {
		if !bytes.EqualFold(value, []byte("100-continue")) {
			return apierror.New(contract.CodeInvalidRequest,
				"The expectation %.40q is not known; only 100-continue is.", value)
		}
	}
	return nil
}

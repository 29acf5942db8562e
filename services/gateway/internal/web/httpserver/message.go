package httpserver

import (
	"bytes"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// checkMessage rejects requests that the framework accepts although they are invalid HTTP/1.1 or an
// intermediary may read them differently.
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

// ambiguous reports whether a request declares its length twice: an intermediary may see another end (RFC
// 9112, 6.1).
func ambiguous(h *fasthttp.RequestHeader) bool {
	return h.ContentLength() == chunkedLength && declares(h, fiber.HeaderContentLength)
}

// wronglyCoded reports whether a request has a transfer coding other than chunked. The framework rejects
// all except identity, which it ignores and RFC 9112 has removed.
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

// validTarget reports whether the target is in origin form, or an http address in absolute form (RFC 9112,
// 3.2), without a fragment. No method here uses the other two forms.
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

package api

import (
	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// call is a request with its authenticated caller.
type call struct {
	*httpserver.Request

	// Set after the key is verified.
	principal contract.Principal
	// Set after the request is admitted.
	state admission.State
}

type handler func(c *fiber.Ctx, cl *call) error

type callKey struct{}

// callOf returns the call from Authenticate, or one without a caller.
func callOf(c *fiber.Ctx, r *httpserver.Request) *call {
	if cl, ok := c.Context().UserValue(callKey{}).(*call); ok {
		return cl
	}
	cl := &call{Request: r}
	c.Context().SetUserValue(callKey{}, cl)
	return cl
}

package api

import (
	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// call is a request with what the API knows of its caller.
type call struct {
	*httpserver.Request

	// Set once the key was verified.
	principal contract.Principal
	// Set once the request was admitted.
	state admission.State
}

// handler answers one route.
type handler func(c *fiber.Ctx, cl *call) error

type callKey struct{}

// callOf returns the call that Authenticate made, or one without a caller.
func callOf(c *fiber.Ctx, r *httpserver.Request) *call {
	if cl, ok := c.Context().UserValue(callKey{}).(*call); ok {
		return cl
	}
	cl := &call{Request: r}
	c.Context().SetUserValue(callKey{}, cl)
	return cl
}

// Package upload creates submissions from multipart requests, for the API and the dashboard.
package upload

import (
	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// Form checks the request's head and returns the form, in the name of p. It does not read the body.
func Form(c *fiber.Ctx, r *httpserver.Request, p contract.Principal) (submission.Form, error) {
	if _, err := httpserver.Query(c); err != nil {
		return submission.Form{}, err
	}
	boundary, err := intake.Boundary(c.Get(fiber.HeaderContentType))
	if err != nil {
		return submission.Form{}, err
	}
	if err := httpserver.CheckEncoding(c); err != nil {
		return submission.Form{}, err
	}
	f := submission.Form{RequestID: r.ID, Principal: p, Boundary: boundary, Length: r.Body.Length()}
	if r.Body != nil {
		f.Body = r.Body
	}
	return f, nil
}

// Package upload makes submissions of requests that carry a multipart form. The
// API and the dashboard read the head of such requests through it.
package upload

import (
	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// Form checks what stands before the body of a form and returns the form, in
// the name of p. The body is not read yet.
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

package httpserver

import (
	"net/http"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// healthRoutes are those for load balancers and orchestrators.
func (s *Server) healthRoutes() []Route {
	checked := func(h Handler) Handler {
		return func(c *fiber.Ctx, r *Request) error {
			if err := CheckExpectation(&c.Request().Header); err != nil {
				return err
			}
			return h(c, r)
		}
	}
	return []Route{
		{fiber.MethodGet, "/healthz", checked(s.getHealth)},
		{fiber.MethodGet, "/readyz", checked(s.getReadiness)},
	}
}

// getHealth reports that the process runs.
func (s *Server) getHealth(c *fiber.Ctx, _ *Request) error {
	WriteJSON(c.Context(), http.StatusOK, struct {
		Status string `json:"status"`
	}{"ok"})
	return nil
}

// getReadiness reports whether this replica should get new requests.
func (s *Server) getReadiness(c *fiber.Ctx, r *Request) error {
	report := s.deps.Health.Report(r.Context)
	if !report.Ready {
		reason := "it is starting or stopping"
		if failing := report.Failing(); s.deps.Health.Serving() && len(failing) > 0 {
			reason = "failing: " + strings.Join(failing, ", ")
		}
		f := apierror.New(contract.CodeServiceUnavailable, "This instance does not accept requests: %s.", reason)
		f.RetryAfter = time.Second
		return f
	}
	WriteJSON(c.Context(), http.StatusOK, report)
	return nil
}

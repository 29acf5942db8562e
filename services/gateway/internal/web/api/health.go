package api

import (
	"net/http"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

// getHealth tells that the process lives.
func (s *Server) getHealth(c *fiber.Ctx, _ *call) error {
	writeJSON(c.Context(), http.StatusOK, struct {
		Status string `json:"status"`
	}{"ok"})
	return nil
}

// getReadiness tells whether new requests should come here.
func (s *Server) getReadiness(c *fiber.Ctx, cl *call) error {
	report := s.deps.Health.Report(cl.ctx)
	if !report.Ready {
		f := fault.New(contract.CodeServiceUnavailable, "This instance takes no requests: it is starting or stopping.")
		f.RetryAfter = time.Second
		return f
	}
	writeJSON(c.Context(), http.StatusOK, report)
	return nil
}

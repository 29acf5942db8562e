package api

import (
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

type usageBody struct {
	Plan              contract.Plan        `json:"plan"`
	Period            contract.QuotaPeriod `json:"period"`
	Documents         documentsUsage       `json:"documents"`
	RequestsPerMinute requestsUsage        `json:"requestsPerMinute"`
	MaxFileSize       int64                `json:"maxFileSize"` // bytes
}

type documentsUsage struct {
	Used      int `json:"used"`
	Limit     int `json:"limit"`
	Remaining int `json:"remaining"`
}

type requestsUsage struct {
	Limit     int `json:"limit"`
	Remaining int `json:"remaining"`
}

// getUsage returns the account's usage of its plan.
func (a *API) getUsage(c *fiber.Ctx, cl *call) error {
	if _, err := httpserver.Query(c); err != nil {
		return err
	}
	state, err := a.deps.Admission.Usage(cl.Context, cl.principal)
	if err != nil {
		return err
	}
	setRateHeaders(&c.Response().Header, state, a.deps.Now())
	limits, _ := cl.principal.Plan.Limits()
	httpserver.WriteJSON(c.Context(), http.StatusOK, usageBody{
		Plan:              cl.principal.Plan,
		Period:            contract.QuotaPeriod{Start: state.Month.Start, End: state.Month.End},
		Documents:         documentsUsage{Used: state.Month.Used, Limit: state.Month.Limit, Remaining: state.Month.Remaining},
		RequestsPerMinute: requestsUsage{Limit: state.Minute.Limit, Remaining: state.Minute.Remaining},
		MaxFileSize:       limits.MaxFileSizeBytes,
	})
	return nil
}

// list is a page of a list, or a complete short one.
type list[T any] struct {
	Items      []T     `json:"items"`
	NextCursor *string `json:"nextCursor"` // null on the last page
}

package api

import (
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/export"
	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// listResults returns the documents that have ended: a page or, for NDJSON, CSV or a workbook, all selected
// ones.
func (a *API) listResults(c *fiber.Ctx, cl *call) error {
	params, err := httpserver.Query(c, append(filterParams(), "limit", "cursor")...)
	if err != nil {
		return err
	}
	f, err := filterOf(params, contract.StatusCompleted, contract.StatusFailed)
	if err != nil {
		return err
	}
	f.Ended = true
	c.Vary(fiber.HeaderAccept)
	format, ok := exportFormat(c.Get(fiber.HeaderAccept))
	if !ok {
		return a.answerList(c, cl, f, params)
	}
	for _, name := range []string{"limit", "cursor"} {
		if _, ok := params[name]; ok {
			return apierror.New(contract.CodeInvalidRequest,
				"The query parameter %q belongs to lists in JSON: an export as %s has all records at once.", name, format)
		}
	}
	return a.deps.Downloads.Export(c, cl.Request, cl.principal.AccountID, f, format)
}

// exportFormat returns the format requested by the header Accept instead of JSON. JSON is also the fallback
// if no offered format is acceptable.
func exportFormat(accept string) (format export.Format, ok bool) {
	offers := []string{
		fiber.MIMEApplicationJSON, string(export.NDJSON), string(export.CSV), string(export.CSVWithMark), string(export.XLSX),
	}
	best := httpheader.Acceptable(accept, offers)
	return export.Format(best), best != "" && best != offers[0]
}

// getResult is for polling: 202 until the document has ended, then 200.
func (a *API) getResult(c *fiber.Ctx, cl *call) error {
	id, err := httpserver.OnlyDocumentID(c)
	if err != nil {
		return err
	}
	rec, err := a.deps.Documents.Record(cl.Context, cl.principal.AccountID, id)
	if err != nil {
		return err
	}
	if !rec.Status.Ended() {
		c.Set(fiber.HeaderRetryAfter, pollSeconds)
		httpserver.WriteJSON(c.Context(), http.StatusAccepted, rec)
		return nil
	}
	return answerRecord(c, rec)
}

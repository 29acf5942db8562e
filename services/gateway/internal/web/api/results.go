package api

import (
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/documents/export"
	"github.com/docmill/docmill/services/gateway/internal/register"
)

// listResults gives the documents that have ended: a page of them or, for
// clients that want NDJSON or CSV, all that are selected.
func (s *Server) listResults(c *fiber.Ctx, cl *call) error {
	params, err := query(c, append(filterParams(), "min_confidence", "limit", "cursor")...)
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
		return s.answerList(c, cl, f, params)
	}
	for _, name := range []string{"limit", "cursor"} {
		if _, ok := params[name]; ok {
			return fault.New(contract.CodeInvalidRequest, "The query parameter %q belongs to lists in JSON: an export as %s has all records at once.", name, format)
		}
	}
	return s.answerExport(c, cl, f, format)
}

// exportFormat is what the header Accept asks for instead of JSON. A client that
// takes nothing that is offered gets JSON.
func exportFormat(accept string) (format export.Format, ok bool) {
	offers := []string{fiber.MIMEApplicationJSON, string(export.NDJSON), string(export.CSV)}
	best := acceptable(accept, offers)
	return export.Format(best), best != "" && best != offers[0]
}

// answerExport streams the records of the selection.
func (s *Server) answerExport(c *fiber.Ctx, cl *call, f register.Filter, format export.Format) error {
	stream, err := export.Open(format, func(each func(contract.Record) error) error {
		return s.deps.Register.Export(cl.ctx, cl.principal.AccountID, f, each)
	})
	if err != nil {
		return err
	}
	mediaType := string(format)
	if format == export.CSV {
		mediaType += "; charset=utf-8; header=present" // RFC 4180, section 3
	}
	c.Set(fiber.HeaderContentType, mediaType)
	s.stream(c, cl, http.StatusOK, stream, -1)
	return nil
}

// getResult is made for polling: 202 until the document has ended, then 200.
func (s *Server) getResult(c *fiber.Ctx, cl *call) error {
	id, err := plainDocument(c)
	if err != nil {
		return err
	}
	rec, err := s.deps.Register.Record(cl.ctx, cl.principal.AccountID, id)
	if err != nil {
		return err
	}
	if !rec.Status.Ended() {
		c.Set(fiber.HeaderRetryAfter, pollSeconds)
		writeJSON(c.Context(), http.StatusAccepted, rec)
		return nil
	}
	return answerTagged(c, rec)
}

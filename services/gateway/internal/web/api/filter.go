package api

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/export"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// filterParams are the query parameters that select documents, without "limit" and "cursor" of a page.
func filterParams() []string {
	return []string{
		"status", "document_type", "batch_id", "created_after", "created_before", "min_confidence", "max_confidence",
		"reviewed", "missing",
	}
}

// filterOf reads the parameters; statuses are the allowed ones.
func filterOf(params map[string]string, statuses ...contract.Status) (f model.Filter, err error) {
	if text, ok := params["status"]; ok {
		f.Status = contract.Status(text)
		if !slices.Contains(statuses, f.Status) {
			return f, apierror.New(contract.CodeInvalidRequest,
				"The query parameter \"status\" must be one of %s.", joined(statuses))
		}
	}
	if text, ok := params["document_type"]; ok {
		if f.DocumentType = text; !contract.IsDocumentType(text) && !contract.IsSavedTypeName(text) {
			return f, apierror.New(contract.CodeInvalidDocumentType,
				"The query parameter \"document_type\" must be one of %s, or the name of a saved document type.",
				strings.Join(schema.RequestableNames(), ", "))
		}
	}
	if text, ok := params["batch_id"]; ok {
		f.BatchID = text
		if _, err := contract.ParseID(contract.PrefixBatch, text); err != nil {
			return f, apierror.Wrap(err, contract.CodeInvalidRequest,
				"The query parameter \"batch_id\" must be the id of a batch: batch_<uuid>.")
		}
	}
	if f.CreatedAfter, err = timeParam(params, "created_after"); err != nil {
		return f, err
	}
	if f.CreatedBefore, err = timeParam(params, "created_before"); err != nil {
		return f, err
	}
	if f.MinConfidence, err = confidenceParam(params, "min_confidence"); err != nil {
		return f, err
	}
	if f.MaxConfidence, err = confidenceParam(params, "max_confidence"); err != nil {
		return f, err
	}
	return f, reviewParams(params, &f)
}

// reviewParams reads the parameters about reviews and corrections.
func reviewParams(params map[string]string, f *model.Filter) error {
	if text, ok := params["reviewed"]; ok {
		if text != "true" && text != "false" {
			return apierror.New(contract.CodeInvalidRequest, "The query parameter \"reviewed\" must be true or false.")
		}
		reviewed := text == "true"
		f.Reviewed = &reviewed
	}
	if text, ok := params["missing"]; ok {
		if f.Missing = text; text != model.MissingAny && !slices.Contains(keyFields(), text) {
			return apierror.New(contract.CodeInvalidRequest,
				"The query parameter \"missing\" must be %s or one of the key fields: %s.", model.MissingAny,
				strings.Join(keyFields(), ", "))
		}
	}
	return nil
}

// keyFields returns the key fields of all types, without duplicates.
func keyFields() (names []string) {
	for _, t := range schema.All() {
		for _, alternatives := range t.Keys() {
			for _, name := range alternatives {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

func joined(statuses []contract.Status) string {
	names := make([]string, len(statuses))
	for i, s := range statuses {
		names[i] = string(s)
	}
	return strings.Join(names, ", ")
}

func timeParam(params map[string]string, name string) (*contract.Time, error) {
	text, ok := params[name]
	if !ok {
		return nil, nil
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return nil, apierror.Wrap(err, contract.CodeInvalidRequest,
			"The query parameter %q must be a time such as 2026-11-20T10:15:30Z (RFC 3339); a \"+\" in it is written "+
				"%%2B.", name)
	}
	return &contract.Time{Time: t.UTC()}, nil
}

func confidenceParam(params map[string]string, name string) (*float64, error) {
	text, ok := params[name]
	if !ok {
		return nil, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= 0 && v <= 1) { // the negation refuses NaN, too
		return nil, apierror.New(contract.CodeInvalidRequest,
			"The query parameter %q must be a number from 0 to 1.", name)
	}
	return &v, nil
}

const (
	defaultLimit = 20
	maxLimit     = 100
	// maxCursor is far above the length of any cursor, in bytes.
	maxCursor = 512
)

func pageParams(params map[string]string) (limit int, cursor string, err error) {
	limit = defaultLimit
	if text, ok := params["limit"]; ok {
		limit, err = strconv.Atoi(text)
		if err != nil || limit < 1 || limit > maxLimit {
			return 0, "", apierror.New(contract.CodeInvalidRequest,
				"The query parameter \"limit\" must be a whole number from 1 to %d.", maxLimit)
		}
	}
	cursor, ok := params["cursor"]
	if ok && (cursor == "" || len(cursor) > maxCursor) {
		// An empty cursor would start from the beginning forever.
		return 0, "", apierror.New(contract.CodeInvalidRequest,
			"The query parameter \"cursor\" must be the nextCursor of an answer; leave it out for the first page.")
	}
	return limit, cursor, nil
}

// listResults returns the documents that have ended: a page or, for NDJSON, CSV or a workbook, all selected ones.
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

// exportFormat returns the format requested by Accept instead of JSON, the fallback if no offer is acceptable.
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

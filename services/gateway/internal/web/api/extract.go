package api

import (
	"encoding/json"
	"net/http"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
	"github.com/docmill/docmill/services/gateway/internal/web/upload"
)

// extract accepts one file and responds with its record: 200 if the document ends within the preferred wait, else 202.
func (a *API) extract(c *fiber.Ctx, cl *call) error {
	form, err := upload.Form(c, cl.Request, cl.principal)
	if err != nil {
		return err
	}
	prefer := preferenceOf(&c.Request().Header)
	key, err := idempotencyKey(&c.Request().Header)
	if err != nil {
		return err
	}
	rec, effect, err := a.deps.Submissions.Extract(cl.Context, form, key, prefer.Wait, cl.Draining)
	a.showEffect(c, cl, effect)
	if err != nil {
		return err
	}
	answerSubmitted(c, rec, prefer)
	return nil
}

// rerunDocument extracts a document's file again, as a new document.
func (a *API) rerunDocument(c *fiber.Ctx, cl *call) error {
	id, err := httpserver.OnlyDocumentID(c)
	if err != nil {
		return err
	}
	documentType, err := rerunType(c, cl)
	if err != nil {
		return err
	}
	prefer := preferenceOf(&c.Request().Header)
	key, err := idempotencyKey(&c.Request().Header)
	if err != nil {
		return err
	}
	rec, effect, err := a.deps.Submissions.Rerun(cl.Context, submission.Rerun{
		RequestID: cl.ID, Principal: cl.principal, DocumentID: id, DocumentType: documentType,
	}, key, prefer.Wait, cl.Draining)
	a.showEffect(c, cl, effect)
	if err != nil {
		return err
	}
	answerSubmitted(c, rec, prefer)
	return nil
}

// rerunType reads the optional body; "" means no requested type.
func rerunType(c *fiber.Ctx, cl *call) (string, error) {
	if cl.Body == nil || c.Get(fiber.HeaderContentType) == "" && cl.Body.Length() == 0 {
		return "", nil
	}
	members, err := jsonObject(c, cl, "document_type")
	if err != nil || members["document_type"] == nil {
		return "", err
	}
	var documentType string
	if err := json.Unmarshal(members["document_type"], &documentType); err != nil {
		return "", apierror.Wrap(err, contract.CodeInvalidDocumentType, "The member \"document_type\" must be a text.")
	}
	if _, _, ok := contract.ParseSavedType(documentType); !ok && !contract.IsDocumentType(documentType) {
		return "", intake.UnknownType(documentType)
	}
	return documentType, nil
}

// answerSubmitted responds with 200 and a record that has ended, else with 202.
func answerSubmitted(c *fiber.Ctx, rec contract.Record, prefer httpheader.Preference) {
	if prefer.Applied != "" {
		c.Set("Preference-Applied", prefer.Applied)
	}
	c.Set(fiber.HeaderLocation, documentsPath+rec.ID)
	if rec.Status.Ended() {
		httpserver.WriteJSON(c.Context(), http.StatusOK, rec)
		return
	}
	c.Set(fiber.HeaderRetryAfter, pollSeconds)
	httpserver.WriteJSON(c.Context(), http.StatusAccepted, rec)
}

// submitBatch accepts many files and responds with 202 at once. Rejected files become entries of the batch.
func (a *API) submitBatch(c *fiber.Ctx, cl *call) error {
	form, err := upload.Form(c, cl.Request, cl.principal)
	if err != nil {
		return err
	}
	key, err := idempotencyKey(&c.Request().Header)
	if err != nil {
		return err
	}
	batch, effect, err := a.deps.Submissions.Batch(cl.Context, form, key)
	a.showEffect(c, cl, effect)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderLocation, batchPath+"/"+batch.ID)
	if !batch.Status.Ended() {
		c.Set(fiber.HeaderRetryAfter, pollSeconds)
	}
	httpserver.WriteJSON(c.Context(), http.StatusAccepted, batch)
	return nil
}

// showEffect sets a submission's headers, and updates the RateLimit headers, which show the state before the request.
func (a *API) showEffect(c *fiber.Ctx, cl *call, effect submission.Effect) {
	if effect.Replayed {
		c.Set(headerIdempotencyReplayed, "true")
	}
	switch {
	case effect.MonthFull:
		cl.state.Month.Remaining = 0
	case effect.Committed:
		cl.state.Month.Remaining = max(0, cl.state.Month.Remaining-effect.Documents)
	default:
		return
	}
	setRateHeaders(&c.Response().Header, cl.state, a.deps.Now())
}

// Headers of idempotent calls (draft-ietf-httpapi-idempotency-key-header).
const (
	headerIdempotencyKey      = submission.HeaderIdempotencyKey
	headerIdempotencyReplayed = "Idempotency-Replayed"
	maxIdempotencyKey         = 255
)

// idempotencyKey reads the header, or returns "" if it is missing. Unlike an API key it must not be empty.
func idempotencyKey(h *fasthttp.RequestHeader) (string, error) {
	values := h.PeekAll(headerIdempotencyKey)
	if len(values) == 0 {
		return "", nil
	}
	if len(values) > 1 {
		return "", apierror.New(contract.CodeInvalidRequest, "The header %s appears more than once.", headerIdempotencyKey)
	}
	valid := len(values[0]) >= 1 && len(values[0]) <= maxIdempotencyKey
	for _, c := range values[0] {
		valid = valid && c > ' ' && c <= '~'
	}
	if !valid {
		return "", apierror.New(contract.CodeInvalidRequest,
			"The header %s must have 1 to %d visible ASCII characters.", headerIdempotencyKey, maxIdempotencyKey)
	}
	return string(values[0]), nil
}

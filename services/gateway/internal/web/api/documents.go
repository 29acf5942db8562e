package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// getDocument responds with a record, on request only after the document has ended.
func (a *API) getDocument(c *fiber.Ctx, cl *call) error {
	params, err := httpserver.Query(c, "wait")
	if err != nil {
		return err
	}
	wait, err := waitParam(params)
	if err != nil {
		return err
	}
	id, err := httpserver.DocumentID(c)
	if err != nil {
		return err
	}
	rec, err := a.deps.Submissions.Read(cl.Context, cl.principal.AccountID, id, wait, cl.Draining)
	if err != nil {
		return err
	}
	if !rec.Status.Ended() {
		c.Set(fiber.HeaderRetryAfter, pollSeconds)
	}
	return answerRecord(c, rec)
}

// answerRecord responds with 200, a record and its entity tag, or with 304 if the client has this representation.
func answerRecord(c *fiber.Ctx, rec contract.Record) error {
	b, tag, err := tagged(rec)
	if err != nil {
		return err
	}
	answerTagged(c, b, tag)
	return nil
}

func answerValue(c *fiber.Ctx, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode answer: %w", err)
	}
	answerTagged(c, b, httpheader.Tag(b))
	return nil
}

func answerTagged(c *fiber.Ctx, b []byte, tag string) {
	c.Set(fiber.HeaderETag, tag)
	if httpheader.MatchesTag(c.Get(fiber.HeaderIfNoneMatch), tag) {
		c.Status(http.StatusNotModified)
		return
	}
	httpserver.WriteBody(c.Context(), http.StatusOK, b)
}

func tagged(rec contract.Record) (b []byte, tag string, err error) {
	if b, err = record.Append(nil, rec); err != nil {
		return nil, "", err
	}
	return b, httpheader.Tag(b), nil
}

// waitParam reads ?wait=N, in seconds.
func waitParam(params map[string]string) (time.Duration, error) {
	text, ok := params["wait"]
	if !ok {
		return 0, nil
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || time.Duration(n)*time.Second > maxWait {
		return 0, apierror.New(contract.CodeInvalidRequest,
			"The query parameter \"wait\" must be a whole number of seconds from 0 to %d.", maxWait/time.Second)
	}
	return time.Duration(n) * time.Second, nil
}

func (a *API) eraseDocument(c *fiber.Ctx, cl *call) error {
	id, err := httpserver.OnlyDocumentID(c)
	if err != nil {
		return err
	}
	if err := a.deps.Documents.Erase(cl.Context, cl.principal.AccountID, id, cl.principal.KeyID); err != nil {
		return err
	}
	c.Status(http.StatusNoContent)
	return nil
}

// getBatch returns a batch with the present states of its documents.
func (a *API) getBatch(c *fiber.Ctx, cl *call) error {
	if _, err := httpserver.Query(c); err != nil {
		return err
	}
	id := c.Params("id")
	if _, err := contract.ParseID(contract.PrefixBatch, id); err != nil {
		return apierror.Wrap(err, contract.CodeNotFound, "No batch has this id.")
	}
	batch, err := a.deps.Documents.Batch(cl.Context, cl.principal.AccountID, id)
	if err != nil {
		return err
	}
	if !batch.Status.Ended() {
		c.Set(fiber.HeaderRetryAfter, pollSeconds)
	}
	return answerValue(c, batch)
}

// listDocuments returns documents in any state, newest first.
func (a *API) listDocuments(c *fiber.Ctx, cl *call) error {
	params, err := httpserver.Query(c, append(filterParams(), "limit", "cursor")...)
	if err != nil {
		return err
	}
	f, err := filterOf(params, contract.StatusQueued, contract.StatusProcessing, contract.StatusCompleted,
		contract.StatusFailed)
	if err != nil {
		return err
	}
	return a.answerList(c, cl, f, params)
}

func (a *API) answerList(c *fiber.Ctx, cl *call, f model.Filter, params map[string]string) error {
	limit, cursor, err := pageParams(params)
	if err != nil {
		return err
	}
	page, err := a.deps.Documents.List(cl.Context, cl.principal.AccountID, f, limit, cursor)
	if err != nil {
		return err
	}
	b, err := encodePage(page)
	if err != nil {
		return err
	}
	httpserver.WriteBody(c.Context(), http.StatusOK, b)
	return nil
}

func encodePage(page model.Page) (b []byte, err error) {
	b = append(b, `{"items":[`...)
	for i, rec := range page.Records {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = record.Append(b, rec); err != nil {
			return nil, err
		}
	}
	b = append(b, `],"nextCursor":`...)
	if page.NextCursor == "" {
		return append(b, "null}"...), nil
	}
	cursor, err := json.Marshal(page.NextCursor)
	return append(append(b, cursor...), '}'), err
}

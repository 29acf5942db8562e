package documentlist

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/document"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
	"github.com/docmill/docmill/services/gateway/internal/web/upload"
)

// uploadForm accepts the files of the form and leads to the document or batch.
func (p *Pages) uploadForm(c *fiber.Ctx, session *site.Session) error {
	uploaded, err := p.submitMany(c, session)
	if message, status, ok := site.Refusal(err,
		contract.CodeInvalidRequest, contract.CodeEmptyFile, contract.CodeUnsupportedFormat, contract.CodeInvalidDocumentType,
		contract.CodeFileTooLarge, contract.CodeQuotaExceeded, contract.CodeServiceUnavailable); ok {
		site.SetRetryAfter(c, err)
		return p.showList(c, session, status, message)
	}
	switch {
	case err != nil:
		return err
	case uploaded.Batch != nil:
		return site.Redirect(c, batchesPath+"/"+uploaded.Batch.ID)
	}
	return site.Redirect(c, site.DocumentsPath+"/"+uploaded.Document.ID)
}

func (p *Pages) submitMany(c *fiber.Ctx, session *site.Session) (submission.Submitted, error) {
	form, err := upload.Form(c, session.Request, session.Principal())
	if err != nil {
		return submission.Submitted{}, err
	}
	return p.deps.Submissions.SubmitMany(session.Context, form)
}

// uploadFile accepts one file and answers the script with its state.
func (p *Pages) uploadFile(c *fiber.Ctx, session *site.Session) error {
	form, err := upload.Form(c, session.Request, session.Principal())
	if err != nil {
		return site.Translate(err, session.Language)
	}
	rec, err := p.deps.Submissions.Submit(session.Context, form)
	if err != nil {
		return site.Translate(err, session.Language)
	}
	answer, err := json.Marshal(document.StateOf(rec, session.Language))
	if err != nil {
		return fmt.Errorf("encode answer: %w", err)
	}
	c.Response().Header.SetContentType(fiber.MIMEApplicationJSON)
	c.Status(http.StatusCreated).Context().Response.SetBodyRaw(answer)
	return nil
}

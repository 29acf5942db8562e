package dashboard

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/web/upload"
)

// uploadForm takes the files of the plain form in, and leads to what became of
// them.
func (d *Dashboard) uploadForm(c *fiber.Ctx, v *visit) error {
	uploaded, err := d.submitMany(c, v)
	if sentence, status, ok := said(err,
		contract.CodeInvalidRequest, contract.CodeEmptyFile, contract.CodeUnsupportedFormat, contract.CodeInvalidDocumentType,
		contract.CodeFileTooLarge, contract.CodeQuotaExceeded, contract.CodeServiceUnavailable); ok {
		setRetryAfter(c, err)
		return d.showDocuments(c, v, status, sentence)
	}
	switch {
	case err != nil:
		return err
	case uploaded.Batch != nil:
		return redirect(c, batchesPath+"/"+uploaded.Batch.ID)
	}
	return redirect(c, documentsPath+"/"+uploaded.Document.ID)
}

func (d *Dashboard) submitMany(c *fiber.Ctx, v *visit) (submission.Submitted, error) {
	form, err := upload.Form(c, v.Request, v.principal())
	if err != nil {
		return submission.Submitted{}, err
	}
	return d.deps.Submissions.SubmitMany(v.Context, form)
}

// uploadFile takes one file in and answers the script with its state.
func (d *Dashboard) uploadFile(c *fiber.Ctx, v *visit) error {
	form, err := upload.Form(c, v.Request, v.principal())
	if err != nil {
		return translated(err, v.Language)
	}
	rec, err := d.deps.Submissions.Submit(v.Context, form)
	if err != nil {
		return translated(err, v.Language)
	}
	answer, err := json.Marshal(stateOf(rec, v.Language))
	if err != nil {
		return fmt.Errorf("encode answer: %w", err)
	}
	c.Response().Header.SetContentType(fiber.MIMEApplicationJSON)
	c.Status(http.StatusCreated).Context().Response.SetBodyRaw(answer)
	return nil
}

package dashboard

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
)

// change carries out what a form of a document's page says of the document. The
// form's field "version" is the entity tag of the record that the page showed:
// where another one stands there by now, nothing is changed
// (CodePreconditionFailed). A form without that field, as pages of earlier
// releases send, is about whatever stands there.
func (d *Dashboard) change(v *visit, id string, form url.Values, said model.Correction) error {
	said.AccountID, said.DocumentID, said.By = v.account(), id, v.Session.User.ID
	if shown := form.Get("version"); shown != "" {
		said.Match = func(rec contract.Record) (bool, error) {
			version, err := versionOf(rec)
			return version == shown, err
		}
	}
	_, err := d.deps.Documents.Correct(v.Context, said)
	return err
}

// versionOf is the entity tag that the API gives a record.
func versionOf(rec contract.Record) (string, error) {
	b, err := json.Marshal(rec)
	if err != nil {
		return "", fmt.Errorf("record of %s: %w", rec.ID, err)
	}
	return httpheader.Tag(b), nil
}

// showRefused answers a form that change refused with the document as it is now,
// and with what was typed, e; other errors it returns.
func (d *Dashboard) showRefused(
	c *fiber.Ctx, v *visit, id string, form url.Values, e edit, refusal error,
) error {
	sentence, status, ok := said(refusal, contract.CodeInvalidRequest, contract.CodeInvalidState,
		contract.CodePreconditionFailed)
	if !ok {
		return refusal
	}
	if value, ok := correct.Refused(refusal); ok {
		sentence = pathTitle(v.Language, value.Path) + " " + v.Language.Said(value.Reason) + "."
	}
	e.Error, e.Changed = sentence, status == http.StatusPreconditionFailed
	e.natural, e.queue = form.Get("order") == "natural", form.Get("queue") != ""
	return d.showDocument(c, v, status, id, e)
}

// ChangedBy names who changed the document last, "" where nobody did.
func (doc document) ChangedBy() string {
	if len(doc.History) == 0 {
		return ""
	}
	return doc.History[0].By
}

// Adrift reports whether what was typed has no place on the page: it was said of
// a row that is gone, or of the document as a whole.
func (doc document) Adrift() bool {
	return doc.Edit.Error != "" && (doc.Sheet == nil || !doc.Sheet.Has(doc.Edit.Path))
}

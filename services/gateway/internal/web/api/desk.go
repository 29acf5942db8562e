package api

import (
	"io"
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/export"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/register"
)

// Desk does for the site what the API does with files, in the name of an account
// that the site vouches for: the same limits, and no key and no rate.
type Desk struct {
	server *Server
	call   *call
}

// Desk gives the desk for p, whose request r is.
func (r *SiteRequest) Desk(p contract.Principal) Desk {
	r.call.principal = p
	return Desk{server: r.server, call: r.call}
}

// Upload takes one file in, as POST /api/v1/extract does, and does not wait for
// its end.
func (d Desk) Upload(c *fiber.Ctx) (contract.Record, error) {
	boundary, err := formHeader(c)
	if err != nil {
		return contract.Record{}, err
	}
	upload, err := d.server.receive(d.call, boundary)
	if err != nil {
		return contract.Record{}, err
	}
	doc := d.server.newDocument(upload.File, upload.DocumentType, contract.LaneInteractive)
	doc.Schema = upload.Schema
	return d.accept(doc)
}

func (d Desk) accept(doc register.NewDocument) (contract.Record, error) {
	if err := d.server.accept(d.call, register.Acceptance{Principal: d.call.principal, Document: doc}); err != nil {
		return contract.Record{}, err
	}
	return queuedRecord(doc, contract.TimeOf(d.server.deps.Now())), nil
}

// Uploaded is what became of a form: a document, or a batch of several.
type Uploaded struct {
	Document *contract.Record
	Batch    *contract.Batch
}

// UploadMany takes a form of one or more files in, as POST /api/v1/batch does,
// but makes no batch of a single one: what refuses that refuses the form.
func (d Desk) UploadMany(c *fiber.Ctx) (Uploaded, error) {
	boundary, err := formHeader(c)
	if err != nil {
		return Uploaded{}, err
	}
	upload, err := d.server.receiveBatch(d.call, boundary)
	if err != nil {
		return Uploaded{}, err
	}
	if len(upload.Files) == 1 {
		rec, err := d.single(upload)
		return Uploaded{Document: &rec}, err
	}
	batch, err := d.server.acceptBatch(d.call, upload, nil)
	return Uploaded{Batch: &batch}, err
}

func (d Desk) single(upload intake.Batch) (contract.Record, error) {
	file := upload.Files[0]
	if file.Refusal != nil {
		return contract.Record{}, file.Refusal
	}
	return d.accept(d.server.newDocument(file.File, upload.DocumentType, contract.LaneInteractive))
}

// File answers with the file of the document :id, as an attachment.
func (d Desk) File(c *fiber.Ctx) error { return d.server.getFile(c, d.call) }

// Page answers with the picture of the page :page of the document :id.
func (d Desk) Page(c *fiber.Ctx) error { return d.server.getPage(c, d.call) }

// Export streams the account's records that f selects.
func (d Desk) Export(c *fiber.Ctx, f register.Filter, format export.Format) error {
	return d.server.answerExport(c, d.call, f, format)
}

// Stream answers 200 with a body of unknown length, which is read while it is
// sent and then closed; every piece that Read gives is sent at once.
func (r *SiteRequest) Stream(c *fiber.Ctx, body io.ReadCloser) {
	r.server.stream(c, r.call, http.StatusOK, body, -1)
}

package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/intake"
	"github.com/docmill/docmill/services/gateway/internal/register"
)

const (
	documentsPath = "/api/v1/documents/"
	// pollSeconds is when a client should look for a document that has not
	// ended.
	pollSeconds = "1"
)

// extract takes one file in and answers with its record: 200 when the document
// ended within the preferred wait, else 202.
func (s *Server) extract(c *fiber.Ctx, cl *call) error {
	boundary, err := extractHeader(c)
	if err != nil {
		return err
	}
	prefer := preferenceOf(&c.Request().Header)
	file, err := s.receive(cl, boundary)
	if err != nil {
		return err
	}
	doc := s.newDocument(file)
	// Before the document exists, so that its end cannot be missed.
	ended, cancel := s.deps.Register.Await(doc.ID)
	defer cancel()
	err = s.accept(cl, doc)
	s.countDocument(c, cl, err)
	if err != nil {
		return err
	}
	rec, err := s.await(cl.ctx, cl.principal.AccountID, doc.ID, ended, prefer.wait)
	if fault.Is(err, contract.CodeNotFound) { // deleted meanwhile
		return err
	}
	if err != nil {
		// The document is accepted, whatever fails now: its id must reach the
		// client, or it would send the file again.
		s.deps.Telemetry.Log.Warn("record of an accepted document not readable", "request", cl.id, "document", doc.ID, "error", err)
		rec = queuedRecord(doc, contract.TimeOf(s.deps.Now()))
	}
	if prefer.applied != "" {
		c.Set("Preference-Applied", prefer.applied)
	}
	answerExtract(c, rec)
	return nil
}

// extractHeader checks what stands before the body and gives the boundary.
func extractHeader(c *fiber.Ctx) (boundary string, err error) {
	if _, err := query(c); err != nil {
		return "", err
	}
	if boundary, err = intake.Boundary(c.Get(fiber.HeaderContentType)); err != nil {
		return "", err
	}
	return boundary, plainBody(c)
}

// countDocument brings the RateLimit headers, which tell the state before this
// request, up to the outcome of its acceptance.
func (s *Server) countDocument(c *fiber.Ctx, cl *call, err error) {
	switch {
	case err == nil:
		cl.state.Month.Remaining = max(0, cl.state.Month.Remaining-1)
	case fault.Is(err, contract.CodeQuotaExceeded):
		cl.state.Month.Remaining = 0
	default:
		return
	}
	setRateHeaders(&c.Response().Header, cl.state, s.deps.Now())
}

func answerExtract(c *fiber.Ctx, rec contract.Record) {
	c.Set(fiber.HeaderLocation, documentsPath+rec.ID)
	if rec.Status.Ended() {
		writeJSON(c.Context(), http.StatusOK, rec)
		return
	}
	c.Set(fiber.HeaderRetryAfter, pollSeconds)
	writeJSON(c.Context(), http.StatusAccepted, rec)
}

// receive reads the body, if there is room for it.
func (s *Server) receive(cl *call, boundary string) (intake.File, error) {
	who := cl.principal
	if err := intake.CheckLength(who.Plan, cl.body.declared()); err != nil {
		return intake.File{}, err
	}
	if cl.body == nil {
		return intake.File{}, fault.New(contract.CodeInvalidRequest, "The request has no body.")
	}
	if err := s.deps.Register.Admit(cl.ctx, who.AccountID); err != nil {
		return intake.File{}, err
	}
	release, err := s.intake.Begin(who.AccountID)
	if err != nil {
		return intake.File{}, err
	}
	defer release()
	return s.intake.Receive(cl.ctx, intake.Upload{Body: cl.body, Boundary: boundary, Plan: who.Plan})
}

func (s *Server) newDocument(f intake.File) register.NewDocument {
	return register.NewDocument{
		ID:           contract.PrefixDocument + s.newID(),
		FileName:     f.Name,
		FileSize:     f.Size,
		MIMEType:     f.MIMEType,
		SHA256:       f.SHA256,
		ObjectKey:    f.ObjectKey,
		DocumentType: f.DocumentType,
		Lane:         laneOf(f.MIMEType),
	}
}

// laneOf keeps what is sure to need text recognition, a hundred times dearer
// than reading text, out of the way of everything else. A scan inside a PDF is
// only found by reading it.
func laneOf(mimeType string) contract.Lane {
	if strings.HasPrefix(mimeType, "image/") {
		return contract.LaneSlow
	}
	return contract.LaneInteractive
}

// accept makes the document. The file of a refused one is removed; when it is
// not known whether it was refused (the answer of a commit may be lost) the
// file stays, and is an orphan at worst.
func (s *Server) accept(cl *call, doc register.NewDocument) error {
	// A client that leaves now changes nothing: the file is there.
	ctx := context.WithoutCancel(cl.ctx)
	err := s.deps.Register.Accept(ctx, register.Acceptance{Principal: cl.principal, Document: doc})
	var f *fault.Error
	if errors.As(err, &f) && f.Code != contract.CodeServiceUnavailable && f.Code != contract.CodeInternalError {
		s.intake.Discard(ctx, doc.ObjectKey)
	}
	return err
}

// queuedRecord is what a document's record says right after its acceptance.
func queuedRecord(doc register.NewDocument, now contract.Time) contract.Record {
	null := []byte("null")
	return contract.Record{
		ID: doc.ID, Status: contract.StatusQueued, DocumentType: doc.DocumentType,
		Data: null, Fields: null, Checks: null,
		Metadata:  contract.Metadata{FileName: doc.FileName, FileSize: doc.FileSize, MIMEType: doc.MIMEType, SHA256: doc.SHA256},
		CreatedAt: now,
	}
}

package api

import (
	"context"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/register"
)

const (
	extractPath   = "/api/v1/extract"
	documentsPath = "/api/v1/documents/"
	// pollSeconds is when a client should look for a document that has not
	// ended.
	pollSeconds = "1"
)

// extract takes one file in and answers with its record: 200 when the document
// ended within the preferred wait, else 202.
func (s *Server) extract(c *fiber.Ctx, cl *call) error {
	boundary, err := formHeader(c)
	if err != nil {
		return err
	}
	prefer := preferenceOf(&c.Request().Header)
	o, err := s.beginOnce(c.Context(), cl)
	if err != nil {
		return err
	}
	defer o.end()
	var rec contract.Record
	if o.earlier != nil {
		rec, err = s.extractAgain(c, cl, boundary, o, prefer.wait)
	} else {
		rec, err = s.extractFirst(c, cl, boundary, o, prefer.wait)
	}
	if err != nil {
		return err
	}
	if prefer.applied != "" {
		c.Set("Preference-Applied", prefer.applied)
	}
	answerExtract(c, rec)
	return nil
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

// extractFirst makes the document.
func (s *Server) extractFirst(c *fiber.Ctx, cl *call, boundary string, o *once, wait time.Duration) (contract.Record, error) {
	upload, err := s.receive(cl, boundary)
	if err != nil {
		return contract.Record{}, err
	}
	doc := s.newDocument(upload.File, upload.DocumentType, contract.LaneInteractive)
	doc.Schema = upload.Schema
	// Before the document exists, so that its end cannot be missed.
	ended, cancel := s.deps.Register.Await(doc.ID)
	defer cancel()
	err = s.accept(cl, register.Acceptance{Principal: cl.principal, Document: doc, Once: o.claimFor(extractPrint(upload))})
	s.countDocuments(c, cl, 1, err)
	if err != nil {
		return contract.Record{}, err
	}
	o.accepted = true
	rec, err := s.await(cl.ctx, cl.principal.AccountID, doc.ID, ended, wait)
	if err != nil && !fault.Is(err, contract.CodeNotFound) { // not deleted meanwhile
		// The document is accepted, whatever fails now: its id must reach the
		// client, or it would send the file again.
		s.deps.Telemetry.Log.Warn("record of an accepted document not readable", "request", cl.id, "document", doc.ID, "error", err)
		return queuedRecord(doc, contract.TimeOf(s.deps.Now())), nil
	}
	return rec, err
}

// receive reads the body, if there is room for it.
func (s *Server) receive(cl *call, boundary string) (intake.Document, error) {
	release, err := s.admit(cl, 1)
	if err != nil {
		return intake.Document{}, err
	}
	defer release()
	return s.intake.Receive(cl.ctx, intake.Upload{Body: cl.body, Boundary: boundary, Plan: cl.principal.Plan})
}

// accept makes the document. The file of a refused one is removed.
func (s *Server) accept(cl *call, a register.Acceptance) error {
	// A client that leaves now changes nothing: the file is there.
	ctx := context.WithoutCancel(cl.ctx)
	err := s.deps.Register.Accept(ctx, a)
	if surelyRefused(err) {
		s.intake.Discard(ctx, a.Document.ObjectKey)
	}
	return err
}

// extractAgain finds the document that an earlier call made.
func (s *Server) extractAgain(c *fiber.Ctx, cl *call, boundary string, o *once, wait time.Duration) (contract.Record, error) {
	upload, err := s.hash(cl, boundary, o)
	if err == nil {
		err = o.check(extractPrint(upload))
	}
	if err != nil {
		return contract.Record{}, err
	}
	rec, err := s.readDocument(cl, o.earlier.ID, wait)
	if err == nil {
		c.Set(headerIdempotencyReplayed, "true")
	}
	return rec, err
}

// hash reads the body of a call that repeats an accepted one.
func (s *Server) hash(cl *call, boundary string, o *once) (intake.Document, error) {
	plan := o.plan(cl.principal.Plan)
	release, err := s.admitAgain(cl, plan, 1)
	if err != nil {
		return intake.Document{}, err
	}
	defer release()
	return intake.Hash(intake.Upload{Body: cl.body, Boundary: boundary, Plan: plan})
}

func extractPrint(d intake.Document) [32]byte {
	f := newFingerprinter(extractPath, d.DocumentType, d.Schema)
	f.addFile(d.File)
	return f.result()
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

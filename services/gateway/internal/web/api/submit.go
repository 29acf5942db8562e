package api

import (
	"context"
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/register"
)

const batchPath = "/api/v1/batch"

// submitBatch takes many files in as one and answers 202 at once. Files that
// are refused become entries of the batch.
func (s *Server) submitBatch(c *fiber.Ctx, cl *call) error {
	boundary, err := formHeader(c)
	if err != nil {
		return err
	}
	o, err := s.beginOnce(c.Context(), cl)
	if err != nil {
		return err
	}
	defer o.end()
	var batch contract.Batch
	if o.earlier != nil {
		batch, err = s.submitAgain(c, cl, boundary, o)
	} else {
		batch, err = s.submitFirst(c, cl, boundary, o)
	}
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderLocation, batchPath+"/"+batch.ID)
	if !batch.Status.Ended() {
		c.Set(fiber.HeaderRetryAfter, pollSeconds)
	}
	writeJSON(c.Context(), http.StatusAccepted, batch)
	return nil
}

// submitFirst makes the batch.
func (s *Server) submitFirst(c *fiber.Ctx, cl *call, boundary string, o *once) (contract.Batch, error) {
	upload, err := s.receiveBatch(cl, boundary)
	if err != nil {
		return contract.Batch{}, err
	}
	batch, err := s.acceptBatch(cl, upload, o.claimFor(batchPrint(upload)))
	o.accepted = err == nil
	s.countBatch(c, cl, batch, err)
	return batch, err
}

func (s *Server) receiveBatch(cl *call, boundary string) (intake.Batch, error) {
	release, err := s.admit(cl, contract.MaxBatchFiles)
	if err != nil {
		return intake.Batch{}, err
	}
	defer release()
	return s.intake.ReceiveBatch(cl.ctx, intake.Upload{Body: cl.body, Boundary: boundary, Plan: cl.principal.Plan})
}

// acceptBatch makes the batch. The files of refused documents are removed.
func (s *Server) acceptBatch(cl *call, upload intake.Batch, claim *register.OnceClaim) (contract.Batch, error) {
	a := register.BatchAcceptance{Principal: cl.principal, BatchID: contract.PrefixBatch + s.newID(), Once: claim}
	for _, f := range upload.Files {
		a.Files = append(a.Files, s.newBatchFile(f, upload.DocumentType))
	}
	ctx := context.WithoutCancel(cl.ctx) // a client that leaves now changes nothing
	batch, dropped, err := s.deps.Register.AcceptBatch(ctx, a)
	if surelyRefused(err) {
		dropped = upload.ObjectKeys()
	}
	s.intake.Discard(ctx, dropped...)
	return batch, err
}

func (s *Server) newBatchFile(f intake.BatchFile, documentType string) register.BatchFile {
	if f.Refusal != nil {
		return register.BatchFile{FileName: f.Name, Refusal: &register.Refusal{Message: f.Refusal.Public, Code: f.Refusal.Code}}
	}
	doc := s.newDocument(f.File, documentType, contract.LaneBatch)
	return register.BatchFile{FileName: f.Name, Document: &doc}
}

// countBatch is countDocuments for a batch, of which the month may have taken
// the first documents only.
func (s *Server) countBatch(c *fiber.Ctx, cl *call, batch contract.Batch, err error) {
	accepted := 0
	for _, e := range batch.Results {
		switch {
		case e.ID != "":
			accepted++
		case e.Code == contract.CodeQuotaExceeded:
			err = fault.New(e.Code, "%s", e.Error)
		}
	}
	s.countDocuments(c, cl, accepted, err)
}

// submitAgain finds the batch that an earlier call made.
func (s *Server) submitAgain(c *fiber.Ctx, cl *call, boundary string, o *once) (contract.Batch, error) {
	upload, err := s.hashBatch(cl, boundary, o)
	if err == nil {
		err = o.check(batchPrint(upload))
	}
	if err != nil {
		return contract.Batch{}, err
	}
	batch, err := s.deps.Register.Batch(cl.ctx, cl.principal.AccountID, o.earlier.ID)
	if err == nil {
		c.Set(headerIdempotencyReplayed, "true")
	}
	return batch, err
}

// hashBatch reads the body of a call that repeats an accepted one.
func (s *Server) hashBatch(cl *call, boundary string, o *once) (intake.Batch, error) {
	plan := o.plan(cl.principal.Plan)
	release, err := s.admitAgain(cl, plan, contract.MaxBatchFiles)
	if err != nil {
		return intake.Batch{}, err
	}
	defer release()
	return intake.HashBatch(intake.Upload{Body: cl.body, Boundary: boundary, Plan: plan})
}

func batchPrint(b intake.Batch) [32]byte {
	f := newFingerprinter(batchPath, b.DocumentType, nil)
	for _, file := range b.Files {
		f.addFile(file.File)
	}
	return f.result()
}

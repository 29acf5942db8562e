package extractor

import (
	"context"
	"errors"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor/child"
	"github.com/docmill/docmill/services/extractor/enginepool"
	"github.com/docmill/docmill/services/extractor/internal/transfer"
)

// layouts asks the gateway once per document, so that an extraction with answers uses the same layouts.
func (a *attempt) layouts(ctx context.Context, fingerprint []byte) []byte {
	if a.knownLayouts != nil {
		return *a.knownLayouts
	}
	layouts, err := a.requestLayouts(ctx, fingerprint)
	a.knownLayouts = &layouts
	outcome := "none"
	switch {
	case err != nil:
		outcome = "unanswered"
		a.log.Debug("no answer about layouts, the document is read without", "error", err)
	case len(layouts) > 0:
		outcome = "found"
	}
	a.metrics.layouts.Add(ctx, 1, withKind(outcome))
	return layouts
}

func (a *attempt) requestLayouts(ctx context.Context, fingerprint []byte) ([]byte, error) {
	reply, err := bus.CallWithin[contract.LayoutsReply](ctx, a.bus, a.cfg.LayoutsTimeout, contract.RPCWorkLayouts,
		contract.LayoutsRequest{
			ClaimRef: a.ref, Worker: a.worker, SealKey: a.key.Public(), SealSessions: true, Fingerprint: fingerprint,
		})
	if err != nil {
		return nil, err
	}
	return reply.Open(a.key, a.ref.DocumentID, a.worker)
}

// teachWait is how long a request to teach waits for a worker: it is not urgent, and the gateway asks again.
const teachWait = 10 * time.Second

// maxTeachTime is longer than any deadline of a request to teach.
const maxTeachTime = 24 * time.Hour

// teach reads a corrected document and returns what layouts can learn. It is slow-lane work and yields between pages.
func (p *pages) teach(ctx context.Context, req contract.TeachRequest) (reply contract.TeachReply, err error) {
	start := time.Now()
	defer func() { p.metrics.recordPage(ctx, "lesson", err, time.Since(start)) }()
	limit := time.Duration(req.DeadlineMs) * time.Millisecond
	defer p.bus.Watch(contract.RPCPageTeach, limit)()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	hold, err := p.takeWorker(ctx, contract.LaneSlow, teachWait)
	if err != nil {
		return reply, apierror.Unavailable(err, pageRetry)
	}
	defer hold.Release()
	defer p.cancelOnStop(cancel)()

	file, err := p.files.Get(ctx, req.GetURL, transfer.File{Size: req.FileSize, SHA256: req.SHA256})
	if err != nil {
		if ctx.Err() != nil {
			err = apierror.Unavailable(err, pageRetry)
		}
		return reply, err
	}
	defer func() { _ = file.Close() }()
	job := enginepool.Job{
		Owner: req.AccountHash, DocumentType: req.DocumentType, Schema: req.Schema,
		BeforePage: func(ctx context.Context) bool { return hold.Yield(ctx) == nil },
	}
	example, failure, err := p.engine.Teach(ctx, job, child.Lesson{
		Document: req.DocumentID, Data: req.Data, Touched: req.Touched, Reviewed: req.Reviewed,
		Correction: req.Correction, At: req.At,
	}, file, req.FileSize)
	switch {
	case failure != nil:
		return reply, apierror.New(contract.CodeNotFound, "Nothing can be learned from this document. %s", failure.Message)
	case errors.Is(err, sandbox.ErrCrashed), enginepool.IsTimeout(ctx, err):
		return reply, apierror.Wrap(err, contract.CodeNotFound,
			"Nothing can be learned from this document. It is too complex.")
	case ctx.Err() != nil:
		return reply, apierror.Unavailable(err, pageRetry)
	}
	return contract.TeachReply{Example: example}, err
}

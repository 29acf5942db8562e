package extractor

import (
	"context"
	"errors"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor/internal/slot"
	"github.com/docmill/docmill/services/extractor/internal/transfer"
)

// Times of one picture.
const (
	pageTimeout = 20 * time.Second // all of it
	pageWait    = 10 * time.Second // for a worker
	pageGrace   = 8 * time.Second  // for what is under way when the service stops, at most
	pageRetry   = 2 * time.Second  // what a client is told to wait
)

// pages answers requests for pictures of pages.
type pages struct {
	*Service
	engine   *Engine
	stopping context.Context // ends when the service is to stop
}

// render draws one page and puts the picture into the object store. Whatever
// lies in the file, a crash or an endless drawing included, is CodeNotFound with
// a message that says why: asked again, the answer would be the same. What lies
// in this replica or the store is CodeServiceUnavailable.
func (p *pages) render(ctx context.Context, req contract.PageRequest) (reply contract.PageReply, err error) {
	start := time.Now()
	defer func() { p.metrics.answered(ctx, err, time.Since(start)) }()
	log := p.log.With("document", req.DocumentID, "page", req.Page)
	ctx, cancel := context.WithTimeout(ctx, pageTimeout)
	defer cancel()
	hold, err := p.worker(ctx)
	if err != nil {
		return contract.PageReply{}, fault.Unavailable(err, pageRetry)
	}
	defer hold.Release()
	defer context.AfterFunc(p.stopping, func() { time.AfterFunc(min(pageGrace, p.cfg.DrainTimeout), cancel) })()

	drawn, err := p.draw(ctx, req)
	if err != nil {
		log.Warn("page not drawn", "error", err)
		return contract.PageReply{}, noPicture(err)
	}
	if drawn.Failure != nil {
		return contract.PageReply{}, fault.New(contract.CodeNotFound, "There is no picture of this page. %s",
			drawn.Failure.Message)
	}
	if err := p.files.Put(ctx, req.PutURL, drawn.PNG); err != nil {
		log.Warn("picture not stored", "error", err)
		return contract.PageReply{}, fault.Unavailable(err, pageRetry)
	}
	return contract.PageReply{Width: drawn.Width, Height: drawn.Height}, nil
}

// worker waits for a free worker, but not while the service stops: another
// replica may have one.
func (p *pages) worker(ctx context.Context) (*slot.Hold, error) {
	ctx, cancel := context.WithTimeout(ctx, pageWait)
	defer cancel()
	defer context.AfterFunc(p.stopping, cancel)()
	return p.slots.Take(ctx, slot.Pictures)
}

// draw reads the file and has the page drawn.
func (p *pages) draw(ctx context.Context, req contract.PageRequest) (Drawn, error) {
	file, err := p.files.Get(ctx, req.GetURL, transfer.File{Size: req.FileSize, SHA256: transfer.AnyHash})
	if err != nil {
		return Drawn{}, err
	}
	// It was read to its end, or there is an error already.
	defer func() { _ = file.Close() }()
	ctx, span := p.tracer.Start(ctx, "draw")
	drawn, err := p.engine.Draw(ctx, Picture{Page: req.Page, Width: req.Width, Owner: req.DocumentID}, file, req.FileSize)
	endSpan(span, err)
	return drawn, err
}

// noPicture tells the client why a page could not be drawn.
func noPicture(err error) error {
	var handler *sandbox.HandlerError
	switch {
	case errors.Is(err, sandbox.ErrCrashed):
		return fault.Wrap(err, contract.CodeNotFound, "There is no picture of this page. It is too complex to be drawn.")
	case errors.As(err, &handler), errors.Is(err, errAnswer):
		return err // an error on our side, and no passing one
	}
	return fault.Unavailable(err, pageRetry)
}

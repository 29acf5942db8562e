package extractor

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor/child"
	"github.com/docmill/docmill/services/extractor/enginepool"
	"github.com/docmill/docmill/services/extractor/internal/slot"
	"github.com/docmill/docmill/services/extractor/internal/transfer"
)

// Times of one picture, or of the words of one page.
const (
	pageTimeout = 20 * time.Second // all of it
	pageWait    = 10 * time.Second // for a worker
	pageGrace   = 8 * time.Second  // for requests in progress when the service stops, at most
	pageRetry   = 2 * time.Second  // after which the client may ask again
)

// pages answers requests for pictures and words of pages, and for examples of documents. If the file
// is the reason why there is no answer, even by a crash or an endless page, the error is
// CodeNotFound with a message: a second request would have the same result. If this replica or the
// store is the reason, it is CodeServiceUnavailable.
type pages struct {
	*Service
	engine   *enginepool.Pool
	stopping context.Context // ends when the service stops
}

func (p *pages) register(server *bus.Server) error {
	return errors.Join(
		bus.Handle(server, contract.RPCPageRender, p.render),
		bus.Handle(server, contract.RPCPageWords, p.words),
		bus.HandleWithin(server, maxTeachTime, contract.RPCPageTeach, p.teach),
	)
}

// pageJob is one request about a page.
type pageJob struct {
	task           string // for metrics and the log: "picture" or "words"
	document       string
	page           int
	getURL, putURL string
	fileSize       int64
	none           string // begins the client's message if there is no answer
	// do returns what is to be stored, or the failure that is caused by the file.
	do func(ctx context.Context, file io.Reader) ([]byte, *contract.Failure, error)
}

// render draws one page and puts the picture into the object store.
func (p *pages) render(ctx context.Context, req contract.PageRequest) (contract.PageReply, error) {
	var drawn enginepool.Drawn
	err := p.answer(ctx, pageJob{
		task: "picture", document: req.DocumentID, page: req.Page, getURL: req.GetURL, putURL: req.PutURL,
		fileSize: req.FileSize, none: "There is no picture of this page.",
		do: func(ctx context.Context, file io.Reader) (_ []byte, _ *contract.Failure, err error) {
			drawn, err = p.engine.Draw(ctx, child.Picture{
				Page: req.Page, Width: req.Width, Small: req.Small, Owner: req.DocumentID,
			}, file, req.FileSize)
			return drawn.Data, drawn.Failure, err
		},
	})
	if err != nil {
		return contract.PageReply{}, err
	}
	return contract.PageReply{Width: drawn.Width, Height: drawn.Height}, nil
}

// words reads a page and stores its words in the object store. A recognized page takes as long as in the slow lane.
func (p *pages) words(ctx context.Context, req contract.PageWordsRequest) (contract.PageWordsReply, error) {
	var read enginepool.PageWords
	err := p.answer(ctx, pageJob{
		task: "words", document: req.DocumentID, page: req.Page, getURL: req.GetURL, putURL: req.PutURL,
		fileSize: req.FileSize, none: "The words of this page are not known.",
		do: func(ctx context.Context, file io.Reader) (_ []byte, _ *contract.Failure, err error) {
			read, err = p.engine.Words(ctx, child.Page{Page: req.Page, Owner: req.DocumentID}, file, req.FileSize)
			return read.JSON, read.Failure, err
		},
	})
	if err != nil {
		return contract.PageWordsReply{}, err
	}
	return contract.PageWordsReply{Words: read.Words}, nil
}

func (p *pages) answer(ctx context.Context, job pageJob) (err error) {
	start := time.Now()
	defer func() { p.metrics.recordPage(ctx, job.task, err, time.Since(start)) }()
	log := p.log.With("document", job.document, "page", job.page)
	ctx, cancel := context.WithTimeout(ctx, pageTimeout)
	defer cancel()
	hold, err := p.takeWorker(ctx, slot.Pictures, pageWait)
	if err != nil {
		return apierror.Unavailable(err, pageRetry)
	}
	defer hold.Release()
	defer p.cancelOnStop(cancel)()

	made, failure, err := p.make(ctx, job)
	if err != nil {
		log.Warn(job.task+" of a page not made", "error", err)
		return job.publicError(err)
	}
	if failure != nil {
		return apierror.New(contract.CodeNotFound, "%s %s", job.none, failure.Message)
	}
	if err := p.files.Put(ctx, job.putURL, made); err != nil {
		log.Warn(job.task+" of a page not stored", "error", err)
		return apierror.Unavailable(err, pageRetry)
	}
	return nil
}

// takeWorker waits for a free worker, but not while the service stops: another replica may have one.
func (p *pages) takeWorker(ctx context.Context, lane contract.Lane, limit time.Duration) (*slot.Hold, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	defer context.AfterFunc(p.stopping, cancel)()
	return p.slots.Take(ctx, lane)
}

// cancelOnStop calls cancel pageGrace after the service begins to stop, until stop is called.
func (p *pages) cancelOnStop(cancel context.CancelFunc) (stop func() bool) {
	return context.AfterFunc(p.stopping, func() { time.AfterFunc(min(pageGrace, p.cfg.DrainTimeout), cancel) })
}

// make reads the file and has the engine work on it.
func (p *pages) make(ctx context.Context, job pageJob) ([]byte, *contract.Failure, error) {
	file, err := p.files.Get(ctx, job.getURL, transfer.File{Size: job.fileSize, SHA256: transfer.AnyHash})
	if err != nil {
		return nil, nil, err
	}
	// Read to its end, or there is an error already.
	defer func() { _ = file.Close() }()
	ctx, span := p.tracer.Start(ctx, "page "+job.task)
	made, failure, err := job.do(ctx, file)
	endSpan(span, err)
	return made, failure, err
}

func (job pageJob) publicError(err error) error {
	var handler *sandbox.HandlerError
	switch {
	case errors.Is(err, sandbox.ErrCrashed):
		return apierror.Wrap(err, contract.CodeNotFound, "%s It is too complex.", job.none)
	case errors.As(err, &handler), errors.Is(err, enginepool.ErrInvalidAnswer):
		return err // an error on our side that would happen again
	}
	return apierror.Unavailable(err, pageRetry)
}

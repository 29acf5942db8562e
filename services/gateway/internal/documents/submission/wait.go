package submission

import (
	"context"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// A waiting request looks by itself, at first soon, then less and less often:
// the wake that ends the wait may be lost.
const (
	firstLook = 250 * time.Millisecond
	lastLook  = 5 * time.Second
)

// waiting is how long a request waits for its document's end: a time, and no
// longer than the server runs.
type waiting struct {
	wait     time.Duration
	draining <-chan struct{}
}

// Read returns the record of a document, of its end if that comes within the
// wait, or as it is when draining is closed.
func (s *Service) Read(
	ctx context.Context, accountID, documentID string, wait time.Duration, draining <-chan struct{},
) (contract.Record, error) {
	return s.read(ctx, accountID, documentID, waiting{wait: wait, draining: draining})
}

func (s *Service) read(ctx context.Context, accountID, documentID string, w waiting) (contract.Record, error) {
	if w.wait <= 0 {
		return s.documents.Record(ctx, accountID, documentID)
	}
	ended, cancel := s.documents.Await(documentID)
	defer cancel()
	// The document may have ended before Await was called.
	rec, err := s.documents.Record(ctx, accountID, documentID)
	if err != nil || rec.Status.Ended() {
		return rec, err
	}
	return s.await(ctx, accountID, documentID, ended, w)
}

// await returns the record once the document has ended, or as it is when the
// wait is over or the server drains. ended is closed by Documents.Await, which
// was called before the document could end.
func (s *Service) await(
	ctx context.Context, accountID, documentID string, ended <-chan *contract.Record, w waiting,
) (contract.Record, error) {
	over := time.NewTimer(w.wait)
	defer over.Stop()
	look := time.NewTimer(firstLook)
	defer look.Stop()
	for pause, last := firstLook, w.wait <= 0; ; {
		if !last {
			select {
			case rec := <-ended:
				if rec != nil {
					return *rec, nil
				}
				ended = nil // otherwise it would be selected forever
			case <-look.C:
				pause = min(2*pause, lastLook)
				look.Reset(pause)
			case <-over.C:
				last = true
			case <-w.draining:
				last = true
			case <-ctx.Done():
				return contract.Record{}, apierror.Unavailable(ctx.Err(), time.Second)
			}
		}
		rec, err := s.documents.Record(ctx, accountID, documentID)
		if last || apierror.Is(err, contract.CodeNotFound) || err == nil && rec.Status.Ended() {
			return rec, err
		}
	}
}

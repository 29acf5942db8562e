package api

import (
	"context"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

// A waiting request looks by itself, at first soon, then less and less often:
// the wake that ends the wait may be lost.
const (
	firstLook = 250 * time.Millisecond
	lastLook  = 5 * time.Second
)

// await gives the record once the document has ended, or as it is when the wait
// is over or the server drains. ended is the register's word; the caller asked
// for it before the document could end.
func (s *Server) await(ctx context.Context, accountID, documentID string, ended <-chan struct{}, wait time.Duration) (contract.Record, error) {
	over := time.NewTimer(wait)
	defer over.Stop()
	look := time.NewTimer(firstLook)
	defer look.Stop()
	for pause, last := firstLook, wait <= 0; ; {
		if !last {
			select {
			case <-ended:
				ended = nil // from now on it would be chosen for ever
			case <-look.C:
				pause = min(2*pause, lastLook)
				look.Reset(pause)
			case <-over.C:
				last = true
			case <-s.draining:
				last = true
			case <-ctx.Done():
				return contract.Record{}, fault.Unavailable(ctx.Err(), time.Second)
			}
		}
		rec, err := s.deps.Register.Record(ctx, accountID, documentID)
		if last || fault.Is(err, contract.CodeNotFound) || err == nil && rec.Status.Ended() {
			return rec, err
		}
	}
}

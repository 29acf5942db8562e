package peertest

import (
	"context"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/contract"
)

// Draw is what an extractor does with a request for a picture.
type Draw func(context.Context, contract.PageRequest) (contract.PageReply, error)

// Extractor stands for an extractor that draws pictures.
type Extractor struct {
	mu       sync.Mutex
	requests []contract.PageRequest
}

// StartExtractor has requests for pictures answered by draw.
func (p *Peers) StartExtractor(t testing.TB, draw Draw) *Extractor {
	t.Helper()
	e := &Extractor{}
	conn := p.connect(contract.UserExtractor)
	server := serve(t, conn, "extractor")
	t.Cleanup(func() { stop(t, server, conn) })
	handle(t, server, contract.RPCPageRender,
		func(ctx context.Context, r contract.PageRequest) (contract.PageReply, error) {
			e.mu.Lock()
			e.requests = append(e.requests, r)
			e.mu.Unlock()
			return draw(ctx, r)
		})
	return e
}

// Requests are those that came so far.
func (e *Extractor) Requests() []contract.PageRequest {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]contract.PageRequest(nil), e.requests...)
}

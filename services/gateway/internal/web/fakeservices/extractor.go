package fakeservices

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// Draw answers requests for page images.
type Draw func(context.Context, contract.PageRequest) (contract.PageReply, error)

// Read answers requests for the words of a page.
type Read func(context.Context, contract.PageWordsRequest) (contract.PageWordsReply, error)

// Extractor is a fake extractor.
type Extractor struct {
	mu           sync.Mutex
	requests     []contract.PageRequest
	wordRequests []contract.PageWordsRequest
	read         Read
}

// StartExtractor answers requests for page images with draw. Without Read, no page has
// words.
func (s *Services) StartExtractor(t testing.TB, draw Draw) *Extractor {
	t.Helper()
	e := &Extractor{read: func(context.Context, contract.PageWordsRequest) (contract.PageWordsReply, error) {
		return contract.PageWordsReply{}, apierror.New(contract.CodeNotFound, "The document has no such page.")
	}}
	conn := s.connect(contract.UserExtractor)
	server := serve(t, conn, "extractor")
	t.Cleanup(func() { stop(t, server, conn) })
	handle(t, server, contract.RPCPageRender,
		func(ctx context.Context, r contract.PageRequest) (contract.PageReply, error) {
			e.mu.Lock()
			e.requests = append(e.requests, r)
			e.mu.Unlock()
			return draw(ctx, r)
		})
	handle(t, server, contract.RPCPageWords,
		func(ctx context.Context, r contract.PageWordsRequest) (contract.PageWordsReply, error) {
			e.mu.Lock()
			e.wordRequests = append(e.wordRequests, r)
			read := e.read
			e.mu.Unlock()
			return read(ctx, r)
		})
	return e
}

// Read answers requests for words with read from now on.
func (e *Extractor) Read(read Read) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.read = read
}

// Requests returns the requests for page images.
func (e *Extractor) Requests() []contract.PageRequest {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.requests)
}

// WordRequests returns the requests for words.
func (e *Extractor) WordRequests() []contract.PageWordsRequest {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.wordRequests)
}

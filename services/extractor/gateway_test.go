package extractor_test

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// gateway is a fake gateway: it answers claims and receives results.
type gateway struct {
	t     *testing.T
	bus   *bus.Conn
	files *blob.Store

	mu        sync.Mutex
	documents map[string]*document
	results   chan contract.Result
	claimed   chan string // ids
	released  chan contract.ClaimUpdate
	// instead maps the document of a command to the one that the claim gets.
	instead map[string]string
	sealer  contract.Sealer
	// blocked is the number of claims that are refused for now.
	blocked int
	// known answers requests for layouts; nil for no layouts.
	known func(context.Context, contract.LayoutsRequest) (contract.LayoutsReply, error)
}

type document struct {
	claim    contract.ClaimReply // as the next claim gets it, except the token
	gone     bool
	tokens   []string
	extended int
	lane     contract.Lane // that an extension named last
}

func newGateway(t *testing.T, conn *bus.Conn, files *blob.Store) *gateway {
	t.Helper()
	g := &gateway{
		t: t, bus: conn, files: files, documents: map[string]*document{},
		results: make(chan contract.Result, 100), claimed: make(chan string, 100),
		released: make(chan contract.ClaimUpdate, 100),
		instead:  map[string]string{},
	}
	server, err := bus.NewServer(t.Context(), conn, "work")
	require.NoError(t, err)
	for _, err := range []error{
		bus.Handle(server, contract.RPCWorkClaim, g.claim),
		bus.Handle(server, contract.RPCWorkExtend, g.extend),
		bus.Handle(server, contract.RPCWorkRelease, g.release),
		bus.Handle(server, contract.RPCWorkLayouts, g.layouts),
	} {
		require.NoError(t, err)
	}
	var intake sync.WaitGroup
	intake.Go(func() {
		err := bus.Consume(t.Context(), conn, contract.StreamResults, contract.DurableResults, 1,
			func(_ context.Context, r contract.Result) error { g.results <- r; return nil })
		assert.NoError(t, err, "take results in")
	})
	t.Cleanup(intake.Wait)
	return g
}

// accept stores a document and returns its id; change may change its claim.
func (g *gateway) accept(content string, change func(*contract.ClaimReply)) string {
	g.t.Helper()
	id := newDocumentID()
	_, err := g.files.Put(g.t.Context(), id, strings.NewReader(content))
	require.NoError(g.t, err)
	sum := sha256.Sum256([]byte(content))
	claim := contract.ClaimReply{
		FileName: "file", FileSize: int64(len(content)), SHA256: hex.EncodeToString(sum[:]), DocumentType: "auto",
		LeaseMs: 30_000, DeadlineMs: 30_000,
	}
	if claim.GetURL, err = g.files.PresignGet(g.t.Context(), id, time.Minute); err != nil {
		g.t.Fatal(err)
	}
	if claim.PutURL, err = g.files.PresignPut(g.t.Context(), id+".json", time.Minute); err != nil {
		g.t.Fatal(err)
	}
	if change != nil {
		change(&claim)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.documents[id] = &document{claim: claim}
	return id
}

// dispatch publishes the command for a document.
func (g *gateway) dispatch(lane contract.Lane, id string) {
	g.t.Helper()
	err := g.bus.PublishStream(g.t.Context(), contract.CommandSubject(lane, id), "",
		contract.ExtractCommand{DocumentID: id})
	require.NoError(g.t, err)
}

func (g *gateway) submit(content string, change func(*contract.ClaimReply)) string {
	g.t.Helper()
	id := g.accept(content, change)
	g.dispatch(contract.LaneInteractive, id)
	return id
}

func (g *gateway) claim(_ context.Context, r contract.ClaimRequest) (contract.ClaimReply, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.blocked > 0 {
		g.blocked--
		return contract.ClaimReply{Gone: true, RetryMs: 10}, nil
	}
	id := r.DocumentID
	if other := g.instead[id]; other != "" {
		id = other
	}
	d := g.documents[id]
	g.claimed <- id
	if d == nil || d.gone {
		return contract.ClaimReply{Gone: true}, nil
	}
	reply := d.claim
	reply.Token = rand.Text()
	d.tokens = append(d.tokens, reply.Token)
	reply.Attempt = len(d.tokens)
	reply.DocumentID = id
	return reply, g.sealer.Claim(r, &reply)
}

func (g *gateway) extend(_ context.Context, r contract.ClaimUpdate) (contract.Empty, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	d := g.documents[r.DocumentID]
	if d == nil || d.gone {
		return contract.Empty{}, apierror.New(contract.CodeNotFound, "The claim is no longer valid.")
	}
	d.extended++
	if r.Lane != "" {
		d.lane = r.Lane
	}
	return contract.Empty{}, nil
}

func (g *gateway) release(_ context.Context, r contract.ClaimUpdate) (contract.Empty, error) {
	g.released <- r
	return contract.Empty{}, nil
}

func (g *gateway) layouts(ctx context.Context, r contract.LayoutsRequest) (contract.LayoutsReply, error) {
	g.mu.Lock()
	known, d := g.known, g.documents[r.DocumentID]
	g.mu.Unlock()
	if d == nil || !slices.Contains(d.tokens, r.Token) {
		return contract.LayoutsReply{}, apierror.New(contract.CodeNotFound, "The claim is no longer valid.")
	}
	if known == nil {
		return contract.LayoutsReply{}, nil
	}
	return known(ctx, r)
}

func (g *gateway) change(id string, f func(*document)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f(g.documents[id])
}

// unending accepts a document whose work would last until its deadline. It is erased when the test ends.
func (g *gateway) unending(content string) string {
	g.t.Helper()
	id := g.accept(content, func(c *contract.ClaimReply) { c.LeaseMs = 6_000 })
	g.t.Cleanup(func() { g.change(id, func(d *document) { d.gone = true }) })
	return id
}

// result waits for the next result, which must have the document's id and the token of its latest claim.
func (g *gateway) result(id string) contract.Result {
	g.t.Helper()
	r := testkit.Receive(g.t, g.results, "a result")
	g.mu.Lock()
	defer g.mu.Unlock()
	tokens := g.documents[id].tokens
	if r.DocumentID != id || r.Token != tokens[len(tokens)-1] {
		g.t.Fatalf("result %+v, want one of %s with the token of %v", r, id, tokens)
	}
	return r
}

// stored returns what was uploaded to the document's PutURL.
func (g *gateway) stored(id string) []byte {
	g.t.Helper()
	file, _, err := g.files.Get(g.t.Context(), id+".json")
	require.NoError(g.t, err)
	defer file.Close()
	b, err := io.ReadAll(file)
	require.NoError(g.t, err)
	return b
}

const patience = testkit.Patience

// newDocumentID returns an id with a UUID of version 4.
func newDocumentID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return fmt.Sprintf("%s%x-%x-%x-%x-%x", contract.PrefixDocument, b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

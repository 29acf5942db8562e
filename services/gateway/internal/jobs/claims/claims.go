// Package claims hands documents out to extractors: one claim at a time, under a token and a
// lease, with addresses that reach only this document's file. The document is chosen when a
// worker is free, so no account's documents block another's.
package claims

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"slices"
	"time"

	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/jobs/filecache"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Config of the server.
type Config struct {
	Lease time.Duration // how long a claim holds without an extension
	// Deadline is how long one document may take.
	Deadline time.Duration
	// ReleasePause is how long a released document rests. Its command is acknowledged meanwhile;
	// a new one would be refused until then.
	ReleasePause time.Duration
	// Bound is the maximum number of an account's documents in work at a time.
	Bound store.Bound
	// Low is the number of an account's commands in a lane at or below which the queue is woken,
	// because the window has room.
	Low int
	// BlockedPause is how long a command rests if all waiting documents belong to accounts at
	// their bound.
	BlockedPause time.Duration
}

// Longest is the maximum life of a claim and of its presigned addresses: the document's deadline,
// the same again for waiting behind urgent work, and one lease for sending the result.
func (c Config) Longest() time.Duration { return 2*c.Deadline + c.Lease }

// Server answers contract.RPCWorkClaim, RPCWorkExtend, RPCWorkRelease and
// RPCWorkLayouts.
type Server struct {
	Config Config
	Store  *store.Store
	Blob   *blob.Store
	// Files caches uploads that have just arrived.
	Files *filecache.Cache
	Log   *slog.Logger
	// Queue is woken when its window has room.
	Queue Queue
	// Learning is false if documents are read without learned layouts.
	Learning bool

	sealer contract.Sealer
}

// Queue is the dispatcher.
type Queue interface {
	// Wake starts a round soon.
	Wake()
	// Publish sends the command of a document that was claimed before its release.
	Publish(ctx context.Context, lane contract.Lane, documentID string) error
}

// Serve registers the requests; the server answers until it is stopped.
func (s *Server) Serve(ctx context.Context, conn *bus.Conn) (*bus.Server, error) {
	server, err := bus.NewServer(ctx, conn, "work")
	if err != nil {
		return nil, err
	}
	if err := bus.Handle(server, contract.RPCWorkClaim, s.claim); err != nil {
		return server, err
	}
	if err := bus.Handle(server, contract.RPCWorkExtend, s.extend); err != nil {
		return server, err
	}
	if err := bus.Handle(server, contract.RPCWorkLayouts, s.layouts); err != nil {
		return server, err
	}
	return server, bus.Handle(server, contract.RPCWorkRelease, s.release)
}

func (s *Server) claim(ctx context.Context, r contract.ClaimRequest) (contract.ClaimReply, error) {
	token := rand.Text()
	w, empty, err := s.claimDocument(ctx, r, token)
	if err != nil {
		return contract.ClaimReply{}, store.Fault(err)
	}
	if empty != nil {
		return *empty, nil
	}
	if w.Low {
		s.Queue.Wake() // there is room in the window again
	}
	ref := contract.ClaimRef{DocumentID: w.DocumentID, Token: token}
	reply := contract.ClaimReply{
		DocumentID: w.DocumentID, Token: token, AccountHash: AccountHash(w.Account), Attempt: w.Attempt,
		FileName: w.FileName, FileSize: w.FileSize, SHA256: w.SHA256, MIMEType: w.MIMEType,
		DocumentType: w.AskedType, Schema: w.Schema, NoLayouts: !s.Learning || !w.Layouts,
		LeaseMs: s.Config.Lease.Milliseconds(), DeadlineMs: s.Config.Deadline.Milliseconds(),
	}
	if w.DocumentID != r.DocumentID {
		reply.Traceparent = w.Traceparent
	}
	if err := s.addFile(ctx, r, w.ObjectKey, &reply); err != nil {
		return contract.ClaimReply{}, s.undoClaim(ctx, ref, err)
	}
	if reply.PutURL, err = s.Blob.PresignPut(ctx, ResultKey(ref), s.longest()); err != nil {
		return contract.ClaimReply{}, s.undoClaim(ctx, ref, err)
	}
	if len(r.SealKey) == 0 {
		return reply, nil // an extractor from before claims were sealed
	}
	if err := s.sealer.Claim(r, &reply); err != nil {
		return contract.ClaimReply{}, s.undoClaim(ctx, ref, err)
	}
	return reply, nil
}

// addFile adds the file to the reply, or its address if the file is not cached.
func (s *Server) addFile(
	ctx context.Context, r contract.ClaimRequest, key string, reply *contract.ClaimReply,
) (err error) {
	if file := s.Files.Take(key); file != nil && r.TakesFiles && len(r.SealKey) > 0 {
		reply.File = file
		return nil
	}
	reply.GetURL, err = s.Blob.PresignGet(ctx, key, s.longest())
	return err
}

// claimDocument claims the requested document. If there is none, empty is the reply.
func (s *Server) claimDocument(ctx context.Context, r contract.ClaimRequest, token string) (
	w store.Next, empty *contract.ClaimReply, err error,
) {
	var ok, blocked bool
	if r.Lane == "" { // an extractor from before the gateway chose
		w.DocumentID, w.Released, w.Layouts, w.Low = r.DocumentID, true, true, true
		w.Work, ok, err = s.Store.Claim(ctx, store.Claim{
			DocumentID: r.DocumentID, Worker: r.Worker, Token: token, Lease: s.Config.Lease,
		})
	} else {
		w, ok, blocked, err = s.Store.ClaimNext(ctx, store.NextClaim{
			Lane: r.Lane, Worker: r.Worker, Token: token, Lease: s.Config.Lease, Bound: s.Config.Bound,
			Low: s.Config.Low,
		})
	}
	switch {
	case err != nil:
		return w, nil, err
	case blocked:
		return w, &contract.ClaimReply{Gone: true, RetryMs: s.Config.BlockedPause.Milliseconds()}, nil
	case !ok:
		return w, &contract.ClaimReply{Gone: true}, nil
	}
	if !w.Released {
		// Its own command makes up for the one that was meant for another.
		if err := s.Queue.Publish(ctx, r.Lane, w.DocumentID); err != nil {
			s.Log.Warn("could not publish a command, it is published again later", "document", w.DocumentID, "error", err)
		}
	}
	return w, nil, nil
}

// AccountHash identifies an account to workers without revealing its id. Account ids are random
// enough that they cannot be enumerated.
func AccountHash(account string) string {
	sum := sha256.Sum256([]byte("docmill tenant\x00" + account))
	return hex.EncodeToString(sum[:16])
}

// undoClaim releases a claim that could not be answered, and returns cause.
func (s *Server) undoClaim(ctx context.Context, ref contract.ClaimRef, cause error) error {
	if _, err := s.Store.ReleaseClaim(ctx, contract.ClaimUpdate{ClaimRef: ref}, s.Config.ReleasePause); err != nil {
		s.Log.Warn("could not release a claim, its lease will expire", "document", ref.DocumentID, "error", err)
	}
	return cause
}

func (s *Server) longest() time.Duration { return s.Config.Longest() }

func (s *Server) extend(ctx context.Context, u contract.ClaimUpdate) (contract.Empty, error) {
	ok, err := s.Store.Extend(ctx, u, s.Config.Lease, s.longest())
	return replyOf(ok, err)
}

func (s *Server) release(ctx context.Context, u contract.ClaimUpdate) (contract.Empty, error) {
	ok, err := s.Store.ReleaseClaim(ctx, u, s.Config.ReleasePause)
	if ok {
		s.Queue.Wake()
	}
	return replyOf(ok, err)
}

func replyOf(ok bool, err error) (contract.Empty, error) {
	if err != nil {
		return contract.Empty{}, store.Fault(err)
	}
	if !ok {
		return contract.Empty{}, apierror.New(contract.CodeNotFound, "The claim is no longer valid.")
	}
	return contract.Empty{}, nil
}

// ResultPrefix is the prefix of all objects that extraction made of a document.
func ResultPrefix(documentID string) string { return "results/" + documentID + "/" }

// ResultKey is where the worker stores the result of the claim. Each claim has its own key, so a
// worker that lost its claim cannot overwrite another's result.
func ResultKey(ref contract.ClaimRef) string {
	return ResultPrefix(ref.DocumentID) + ref.Token + ".json"
}

// FieldsKey is where the gateway stores large fields. Workers cannot write there.
func FieldsKey(ref contract.ClaimRef) string {
	return ResultPrefix(ref.DocumentID) + ref.Token + ".fields.json"
}

// recallTimeout bounds the search for layouts. The extractor continues without them well before.
const recallTimeout = 250 * time.Millisecond

// layouts returns the similar layouts of the account that the claim's token proves.
func (s *Server) layouts(ctx context.Context, r contract.LayoutsRequest) (contract.LayoutsReply, error) {
	if !s.Learning {
		return s.sealer.Layouts(r, nil)
	}
	f, err := fingerprint(r.Fingerprint)
	if err != nil {
		return contract.LayoutsReply{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, recallTimeout)
	defer cancel()
	found, ok, err := s.Store.Recall(ctx, r.ClaimRef, f)
	if err != nil {
		return contract.LayoutsReply{}, apierror.Unavailable(err, recallTimeout)
	}
	if !ok {
		_, err := replyOf(false, nil)
		return contract.LayoutsReply{}, err
	}
	return s.sealer.Layouts(r, found)
}

// fingerprint reads one within the bounds of package memory, its keys in order.
func fingerprint(encoded json.RawMessage) (f template.Fingerprint, err error) {
	if err = json.Unmarshal(encoded, &f); err != nil {
		return f, apierror.Wrap(err, contract.CodeInvalidRequest, "The fingerprint is not valid.")
	}
	if len(f.Keys) > template.MaxKeys || len(f.Vendors) > template.MaxVendors {
		return f, apierror.New(contract.CodeInvalidRequest, "The fingerprint has too many keys.")
	}
	slices.Sort(f.Keys)
	f.Keys = slices.Compact(f.Keys)
	return f, nil
}

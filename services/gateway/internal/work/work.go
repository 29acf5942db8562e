// Package work hands documents out to extractors: one claim at a time, under a
// token and a lease, with addresses that reach that document's file alone.
package work

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"time"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Config of the work server.
type Config struct {
	Lease time.Duration // how long a claim holds without an extension
	// Deadline is how long one document may take.
	Deadline time.Duration
	// GiveBackPause is how long a document that was given back rests: its
	// command is acknowledged meanwhile, and a new one would be refused beside
	// it.
	GiveBackPause time.Duration
}

// Longest is the utmost life of a claim and of the addresses lent out for it:
// the document's deadline and one lease in which to hand the result in.
func (c Config) Longest() time.Duration { return c.Deadline + c.Lease }

// Server answers contract.RPCWorkClaim, RPCWorkExtend and RPCWorkRelease.
type Server struct {
	Config Config
	Store  *store.Store
	Blob   *blob.Store
	Log    *slog.Logger
	// Claimed is called after every claim: there is room in the window again.
	Claimed func()
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
	return server, bus.Handle(server, contract.RPCWorkRelease, s.release)
}

func (s *Server) claim(ctx context.Context, r contract.ClaimRequest) (contract.ClaimReply, error) {
	token := rand.Text()
	w, ok, err := s.Store.Claim(ctx, store.Claim{
		DocumentID: r.DocumentID, Worker: r.Worker, Token: token, Lease: s.Config.Lease,
	})
	if err != nil {
		return contract.ClaimReply{}, store.Fault(err)
	}
	if !ok {
		return contract.ClaimReply{Gone: true}, nil
	}
	s.Claimed()
	ref := contract.ClaimRef{DocumentID: r.DocumentID, Token: token}
	reply := contract.ClaimReply{
		Token: token, Tenant: tenant(w.Account), Attempt: w.Attempt, FileName: w.FileName, FileSize: w.FileSize,
		SHA256: w.SHA256, MIMEType: w.MIMEType, DocumentType: w.AskedType, Schema: w.Schema,
		LeaseMs: s.Config.Lease.Milliseconds(), DeadlineMs: s.Config.Deadline.Milliseconds(),
	}
	if reply.GetURL, err = s.Blob.PresignGet(ctx, w.ObjectKey, s.longest()); err != nil {
		return contract.ClaimReply{}, s.takeBack(ctx, ref, err)
	}
	if reply.PutURL, err = s.Blob.PresignPut(ctx, ResultKey(ref), s.longest()); err != nil {
		return contract.ClaimReply{}, s.takeBack(ctx, ref, err)
	}
	return reply, nil
}

// tenant is the account's name for workers: a hash, as account ids are random
// enough that nobody can try them all.
func tenant(account string) string {
	sum := sha256.Sum256([]byte("docmill tenant\x00" + account))
	return hex.EncodeToString(sum[:16])
}

// takeBack undoes a claim that could not be answered.
func (s *Server) takeBack(ctx context.Context, ref contract.ClaimRef, cause error) error {
	if _, err := s.Store.GiveBack(ctx, ref, s.Config.GiveBackPause); err != nil {
		s.Log.Warn("claim not taken back, its lease will run out", "document", ref.DocumentID, "error", err)
	}
	return cause
}

func (s *Server) longest() time.Duration { return s.Config.Longest() }

func (s *Server) extend(ctx context.Context, ref contract.ClaimRef) (contract.Empty, error) {
	ok, err := s.Store.Extend(ctx, ref, s.Config.Lease, s.longest())
	return settled(ok, err)
}

func (s *Server) release(ctx context.Context, ref contract.ClaimRef) (contract.Empty, error) {
	ok, err := s.Store.GiveBack(ctx, ref, s.Config.GiveBackPause)
	return settled(ok, err)
}

func settled(ok bool, err error) (contract.Empty, error) {
	if err != nil {
		return contract.Empty{}, store.Fault(err)
	}
	if !ok {
		return contract.Empty{}, fault.New(contract.CodeNotFound, "The claim is no longer valid.")
	}
	return contract.Empty{}, nil
}

// ResultPrefix is under which everything lies that was found in a document.
func ResultPrefix(documentID string) string { return "results/" + documentID + "/" }

// ResultKey is where the result of one claim may be put. Every claim has its
// own place, so that a worker that was given up cannot overwrite what another
// one found.
func ResultKey(ref contract.ClaimRef) string {
	return ResultPrefix(ref.DocumentID) + ref.Token + ".json"
}

// FieldsKey is where the gateway keeps large fields. No worker can write there.
func FieldsKey(ref contract.ClaimRef) string {
	return ResultPrefix(ref.DocumentID) + ref.Token + ".fields.json"
}

package auth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/auth/internal/store"
)

// Deps is what the service works with. The caller made them and closes them.
type Deps struct {
	Bus       *bus.Conn
	Telemetry *telemetry.Providers
}

// Service answers what concerns accounts and keys.
type Service struct {
	cfg     Config
	deps    Deps
	log     *slog.Logger
	peppers peppers
	store   atomic.Pointer[store.Store] // nil while not running
	ready   chan struct{}
}

// New builds the service. It opens nothing.
func New(cfg Config, deps Deps) (*Service, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("auth: %w", err)
	}
	peppers, err := cfg.peppers()
	if err != nil {
		return nil, err
	}
	return &Service{cfg: cfg, deps: deps, log: deps.Telemetry.Log, peppers: peppers, ready: make(chan struct{})}, nil
}

// Ready is closed once requests are answered.
func (s *Service) Ready() <-chan struct{} { return s.ready }

// Check tells whether the database answers.
func (s *Service) Check(ctx context.Context) error {
	db := s.store.Load()
	if db == nil {
		return errors.New("auth is not running")
	}
	return db.Ping(ctx)
}

// Run answers requests until ctx ends, and finishes those under way. It needs
// no database to start: without one, requests are refused as unavailable.
func (s *Service) Run(ctx context.Context) error {
	pool, err := pgstore.Open(ctx, pgstore.Config{URL: s.cfg.DatabaseURL, Schema: store.Schema, Tracer: s.deps.Telemetry.Tracer})
	if err != nil {
		return err
	}
	defer pool.Close()
	db := store.New(pool)
	s.store.Store(db)
	defer s.store.Store(nil)

	var forgetting sync.WaitGroup
	defer forgetting.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	forgetting.Go(func() { s.forgetAddresses(ctx, db) })

	return bus.Serve(ctx, s.deps.Bus, contract.UserAuth,
		func(server *bus.Server) error { return s.serve(server, db) }, func() { close(s.ready) })
}

// forgetEvery is how often addresses are forgotten that count no more.
const forgetEvery = time.Minute

// forgetAddresses removes, until ctx ends, what is kept of the addresses of
// registrations that are too old to count. Replicas may do it side by side.
func (s *Service) forgetAddresses(ctx context.Context, db *store.Store) {
	ticker := time.NewTicker(forgetEvery)
	defer ticker.Stop()
	for {
		if err := db.ForgetAddresses(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("addresses of old registrations not removed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func (s *Service) serve(server *bus.Server, db *store.Store) error {
	h := &handlers{store: db, bus: s.deps.Bus, log: s.log, peppers: s.peppers}
	return errors.Join(
		bus.Handle(server, contract.RPCAuthVerify, h.verify),
		bus.Handle(server, contract.RPCAuthKeyCreate, h.createKey),
		bus.Handle(server, contract.RPCAuthKeyList, h.listKeys),
		bus.Handle(server, contract.RPCAuthKeyRevoke, h.revokeKey),
		bus.Handle(server, contract.RPCAuthRegister, h.register),
		bus.Handle(server, contract.RPCAuthAccountCreate, h.createAccount),
		bus.Handle(server, contract.RPCAuthAccountSetPlan, h.setPlan),
		bus.Handle(server, contract.RPCAuthAccountSetRetention, h.setRetention),
		bus.Handle(server, contract.RPCAuthAccountSuspend, h.suspend),
		bus.Handle(server, contract.RPCAuthAccountList, h.listAccounts),
	)
}

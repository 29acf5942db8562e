// Package auth is the service for accounts, their API keys, and the users of the dashboard with their
// sessions. It owns the schema "auth" and handles the requests under docmill.rpc.auth.
//
// It never gets the value of a key, or the secret of a session or one-time link: callers generate these and
// send their SHA-256 (contract.HashKey, contract.HashSecret), and the service stores an HMAC of that hash
// under a pepper derived from the installation's secret. It does get passwords, because only it can check
// them; it stores them as argon2id over an HMAC.
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
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/auth/internal/lastused"
	"github.com/docmill/docmill/services/auth/internal/passwords"
	"github.com/docmill/docmill/services/auth/internal/store"
)

// Deps are the service's dependencies. The caller closes them.
type Deps struct {
	Bus       *bus.Conn
	Telemetry *telemetry.Providers
}

// Service handles requests about accounts, keys, users and sessions.
type Service struct {
	cfg     Config
	deps    Deps
	log     *slog.Logger
	peppers peppers
	second  peppers // of the secret that is accepted, too
	domains store.DomainAccounts
	store   atomic.Pointer[store.Store] // nil while not running
	ready   chan struct{}
}

// New builds the service. It opens no connections.
func New(cfg Config, deps Deps) (*Service, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("auth: %w", err)
	}
	second, secondErr := cfg.secondPeppers()
	peppers, err := cfg.peppers()
	err = errors.Join(err, secondErr)
	if err != nil {
		return nil, err
	}
	domains, err := cfg.SignIn.domains()
	if err != nil {
		return nil, err
	}
	return &Service{
		cfg: cfg, deps: deps, log: deps.Telemetry.Log, peppers: peppers, second: second, domains: domains,
		ready: make(chan struct{}),
	}, nil
}

// Ready is closed once requests are answered.
func (s *Service) Ready() <-chan struct{} { return s.ready }

// Check reports whether the database is available.
func (s *Service) Check(ctx context.Context) error {
	db := s.store.Load()
	if db == nil {
		return errors.New("auth is not running")
	}
	return db.Ping(ctx)
}

// Run handles requests until ctx ends, and finishes those in progress. It waits for the database and schema
// once; during later outages it refuses requests as unavailable.
func (s *Service) Run(ctx context.Context) error {
	pool, err := pgstore.Open(ctx, pgstore.Config{URL: s.cfg.DatabaseURL, Schema: store.Schema,
		Tracer: s.deps.Telemetry.Tracer})
	if err != nil {
		return err
	}
	defer pool.Close()
	owned, err := Schemas()
	if err != nil {
		return err
	}
	if !lifecycle.Await(ctx, s.log, func(ctx context.Context) error { return pgstore.CheckSchema(ctx, pool, owned...) }) {
		return nil
	}
	db := store.New(pool, s.domains)
	s.store.Store(db)
	defer s.store.Store(nil)

	used := lastused.New(db.SaveLastUsed, s.log)
	// Background work ends after the last request.
	var beside sync.WaitGroup
	defer beside.Wait()
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	beside.Go(func() { s.forget(background, db) })
	beside.Go(func() {
		ticker := time.NewTicker(lastused.Interval)
		defer ticker.Stop()
		used.Run(background, ticker.C)
	})
	h := &handlers{
		store: db, bus: s.deps.Bus, log: s.log, peppers: s.peppers, second: s.second, used: used,
		passwords: passwords.New(s.peppers.passwords, s.cfg.SignIn.cost(), s.second.passwords),
	}
	return bus.Serve(ctx, s.deps.Bus, contract.UserAuth, h.serve, func() { close(s.ready) })
}

// forgetEvery is the interval for removing expired rows.
const forgetEvery = time.Minute

// forget removes expired rows until ctx ends. Replicas may do it concurrently.
func (s *Service) forget(ctx context.Context, db *store.Store) {
	ticker := time.NewTicker(forgetEvery)
	defer ticker.Stop()
	for {
		if err := db.Forget(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("expired rows are not removed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

package notifier

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/notifier/internal/store"
)

// Deps is what the service works with. The caller made them and closes them.
type Deps struct {
	Bus       *bus.Conn
	Telemetry *telemetry.Providers
}

// Service lists and removes subscriptions.
type Service struct {
	cfg   Config
	deps  Deps
	store atomic.Pointer[store.Store] // nil while not running
	ready chan struct{}
}

// maxConns: lists and removals are rare.
const maxConns = 2

// New builds the service. It opens nothing. With webhooks enabled it fails with
// ErrNoDelivery.
func New(cfg Config, deps Deps) (*Service, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("notifier: %w", err)
	}
	if cfg.WebhooksEnabled {
		return nil, fmt.Errorf("notifier: %w", ErrNoDelivery)
	}
	return &Service{cfg: cfg, deps: deps, ready: make(chan struct{})}, nil
}

// Ready is closed once requests are answered.
func (s *Service) Ready() <-chan struct{} { return s.ready }

// Check tells whether the database answers.
func (s *Service) Check(ctx context.Context) error {
	db := s.store.Load()
	if db == nil {
		return errors.New("notifier is not running")
	}
	return db.Ping(ctx)
}

// Run answers requests until ctx ends, and finishes those under way. It needs
// no database to start: without one, requests are refused as unavailable.
func (s *Service) Run(ctx context.Context) error {
	pool, err := pgstore.Open(ctx, pgstore.Config{
		URL: s.cfg.DatabaseURL, Schema: store.Schema, MaxConns: maxConns, Tracer: s.deps.Telemetry.Tracer,
	})
	if err != nil {
		return err
	}
	defer pool.Close()
	db := store.New(pool)
	s.store.Store(db)
	defer s.store.Store(nil)

	h := &handlers{store: db}
	return bus.Serve(ctx, s.deps.Bus, contract.UserNotifier, func(server *bus.Server) error {
		return errors.Join(
			bus.Handle(server, contract.RPCNotifierList, h.list),
			bus.Handle(server, contract.RPCNotifierDelete, h.remove),
		)
	}, func() { close(s.ready) })
}

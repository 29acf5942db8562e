// Package gateway is the public HTTP service of docmill. It accepts files, keeps the documents,
// hands them out to extractors and stores the results. It owns the schema `gateway`.
package gateway

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/jobs/dispatch"
	"github.com/docmill/docmill/services/gateway/internal/jobs/streams"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Deps are created, owned and closed by the caller.
type Deps struct {
	Bus       *bus.Conn
	Telemetry *telemetry.Providers
	Blob      *blob.Store // built from the Config when nil
	// ObjectStore reaches the object store if it runs in this process; nil if it is reached over
	// the network.
	ObjectStore http.RoundTripper
	Listener    net.Listener // made from the Config when nil; Run closes it
}

// Service is one replica of the gateway.
type Service struct {
	config Config
	deps   Deps
	health *lifecycle.Health
	ready  chan struct{}
	addr   atomic.Pointer[string]
	store  atomic.Pointer[store.Store] // while Run runs

	dispatcher atomic.Pointer[dispatch.Dispatcher] // while Run runs
	streams    *streams.Keeper                     // while Run runs
	objects    *blobProbe
}

var _ lifecycle.Service = (*Service)(nil)

// New validates the configuration. It opens and starts nothing.
func New(cfg Config, deps Deps) (*Service, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("gateway: %w", err)
	}
	if deps.Bus == nil || deps.Telemetry == nil {
		return nil, errors.New("gateway: Bus and Telemetry are required")
	}
	if deps.Blob == nil {
		store := cfg.blob()
		store.Tracer = deps.Telemetry.Tracer
		store.Transport = deps.ObjectStore
		b, err := blob.New(store)
		if err != nil {
			return nil, fmt.Errorf("gateway: %w", err)
		}
		deps.Blob = b
	}
	s := &Service{config: cfg, deps: deps, health: lifecycle.NewHealth(), ready: make(chan struct{})}
	s.streams = &streams.Keeper{Conn: deps.Bus, Specs: cfg.streams(), Every: cmp.Or(cfg.StreamsEvery, streamsPause),
		Log:  deps.Telemetry.Log,
		Made: func() {}}
	s.objects = newBlobProbe(deps.Blob)
	for name, check := range s.Requirements() {
		s.health.Require(name, check)
	}
	return s, nil
}

// Requirements are the dependencies without which uploads fail.
func (s *Service) Requirements() map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"nats": s.deps.Bus.Check, "streams": s.streams.Check, "dispatch": s.checkDispatch,
		"database": s.checkDatabase, "objectStore": s.objects.check,
	}
}

// Ready is closed once the HTTP port serves.
func (s *Service) Ready() <-chan struct{} { return s.ready }

// Addr is the address of the HTTP port; empty before Ready.
func (s *Service) Addr() string {
	if addr := s.addr.Load(); addr != nil {
		return *addr
	}
	return ""
}

// Check reports whether all dependencies answer.
func (s *Service) Check(ctx context.Context) error {
	return errors.Join(s.deps.Bus.Check(ctx), s.streams.Check(ctx), s.checkDispatch(ctx), s.checkDatabase(ctx),
		s.deps.Blob.Check(ctx))
}

func (s *Service) checkDatabase(ctx context.Context) error {
	st := s.store.Load()
	if st == nil {
		return errors.New("database: not connected yet")
	}
	return st.Check(ctx)
}

func (s *Service) checkDispatch(ctx context.Context) error {
	d := s.dispatcher.Load()
	if d == nil {
		return errors.New("dispatch: not running yet")
	}
	return d.Check(ctx)
}

// Run serves until ctx ends. Then it drains the HTTP port first, while everything else still
// works for waiting requests, and stops the rest in reverse order.
func (s *Service) Run(ctx context.Context) (err error) {
	pools, err := s.openPools(ctx)
	if err != nil {
		return fmt.Errorf("gateway: %w", err)
	}
	defer pools.close()
	pool := pools.main
	st := store.New(pool, pools.relaxed).WithHeavy(pools.heavy)
	s.store.Store(st)
	if there, err := s.prepare(ctx, st); err != nil {
		return fmt.Errorf("gateway: %w", err)
	} else if !there {
		return nil
	}
	c, err := s.newDeps(pool, st)
	if err != nil {
		return fmt.Errorf("gateway: %w", err)
	}
	defer func() { err = errors.Join(err, c.metrics.stop()) }()
	parts, err := s.components(c)
	if err != nil {
		return fmt.Errorf("gateway: %w", err)
	}
	group := lifecycle.Group{
		Log: s.deps.Telemetry.Log, StopTimeout: drainTimeout + stopSlack,
		OnReady: func() { s.health.SetServing(true); close(s.ready) },
		OnDrain: func() { s.health.SetServing(false) },
	}
	return group.Run(ctx, parts...)
}

// relaxedConns is enough for dispatcher, claims and lease extensions, which hold connections for a few milliseconds.
const relaxedConns = 8

// pools of database connections, see store.
type pools struct{ main, relaxed, heavy *pgxpool.Pool }

func (p pools) close() {
	for _, pool := range []*pgxpool.Pool{p.main, p.relaxed, p.heavy} {
		if pool != nil {
			pool.Close()
		}
	}
}

func (s *Service) openPools(ctx context.Context) (p pools, err error) {
	defer func() {
		if err != nil {
			p.close()
		}
	}()
	cfg := pgstore.Config{
		URL: s.config.DatabaseURL, Schema: schema, MaxConns: s.config.DatabaseConns, Tracer: s.deps.Telemetry.Tracer,
	}
	if p.main, err = pgstore.Open(ctx, cfg); err != nil {
		return p, err
	}
	heavy := cfg
	heavy.MaxConns, heavy.CustomPlans = maxSearches, true
	if p.heavy, err = pgstore.Open(ctx, heavy); err != nil {
		return p, err
	}
	cfg.MaxConns, cfg.RelaxedDurability = relaxedConns, true
	p.relaxed, err = pgstore.Open(ctx, cfg)
	return p, err
}

// prepare waits until the dependencies of Run are there, and recreates lost streams: no other gateway may be running.
// It returns an error if the database does not fit this program, and false if ctx ended first.
func (s *Service) prepare(ctx context.Context, st *store.Store) (there bool, err error) {
	log := s.deps.Telemetry.Log
	there = lifecycle.Await(ctx, log, func(ctx context.Context) error {
		err = s.checkStore(ctx, st)
		if pgstore.Down(err) {
			return err
		}
		return nil
	})
	if !there { // it was asked to end while it waited
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return lifecycle.Await(ctx, log, s.ensureBucket, s.ensureStreams), nil
}

func (s *Service) checkStore(ctx context.Context, st *store.Store) error {
	if err := checkSchema(ctx, st); err != nil {
		return err
	}
	indexed, err := st.SearchIndexed(ctx)
	if err == nil && !indexed {
		s.deps.Telemetry.Log.Warn("searches have no index: extensions are missing, or provision was not run",
			"extensions", Extensions())
	}
	return err
}

func (s *Service) ensureBucket(ctx context.Context) error {
	if s.deps.Blob.Check(ctx) == nil {
		return nil
	}
	return s.deps.Blob.EnsureBucket(ctx)
}

func (s *Service) ensureStreams(ctx context.Context) error {
	s.streams.Look(ctx)
	if err := s.streams.Check(ctx); err != nil {
		return err
	}
	for _, stream := range []string{contract.StreamCommands, contract.StreamEvents} {
		if _, err := s.deps.Bus.StreamCreated(ctx, stream); err != nil {
			return err
		}
	}
	_, err := s.deps.Bus.Puller(ctx, contract.StreamResults, contract.DurableResults)
	return err
}

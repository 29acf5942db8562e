// Package quota is the service that counts requests in a rolling minute and documents in a calendar month.
// It owns the schema "quota", handles the requests under docmill.rpc.quota, and publishes the events
// quota.warning and quota.exceeded.
//
// The SQL function quota.charge charges documents. The gateway calls it inside the transaction that accepts
// them, so that a document and its charge are stored together or not at all. The gateway's database role
// can do nothing else in this schema.
package quota

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/quota/internal/store"
)

// Deps are the service's dependencies. The caller closes them.
type Deps struct {
	Bus       *bus.Conn
	Telemetry *telemetry.Providers
}

// Service counts requests and documents.
type Service struct {
	cfg     Config
	deps    Deps
	store   atomic.Pointer[store.Store] // nil while not running
	ready   chan struct{}
	metrics *metrics
}

// signalConns is enough for two loops that mostly wait.
const signalConns = 2

// New builds the service. It opens no connections.
func New(cfg Config, deps Deps) (*Service, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("quota: %w", err)
	}
	m, err := newMetrics(deps.Telemetry.Meter)
	if err != nil {
		return nil, fmt.Errorf("quota: %w", err)
	}
	return &Service{cfg: cfg, deps: deps, ready: make(chan struct{}), metrics: m}, nil
}

// Ready is closed once requests are answered.
func (s *Service) Ready() <-chan struct{} { return s.ready }

// Check reports whether the database is available.
func (s *Service) Check(ctx context.Context) error {
	db := s.store.Load()
	if db == nil {
		return errors.New("quota is not running")
	}
	return db.Ping(ctx)
}

// Run handles requests and publishes events until ctx ends, and finishes the requests in progress. It waits
// for the database, the schema and the stream of events once; during later outages of the database it
// refuses requests as unavailable.
func (s *Service) Run(ctx context.Context) error {
	// A crash of the database may lose half a second of admissions; in return requests do not wait for the
	// disk.
	rates, err := s.pool(ctx, pgstore.Config{RelaxedDurability: true})
	if err != nil {
		return err
	}
	defer rates.Close()
	durable, err := s.pool(ctx, pgstore.Config{MaxConns: signalConns})
	if err != nil {
		return err
	}
	defer durable.Close()
	if ready, err := s.awaitNeeds(ctx, durable); !ready {
		return err
	}
	db := store.New(rates)
	s.store.Store(db)
	defer s.store.Store(nil)

	stopSignals, err := s.startSignals(ctx, durable)
	if err != nil {
		return err
	}
	defer stopSignals()
	h := &handlers{store: db, metrics: s.metrics}
	return bus.Serve(ctx, s.deps.Bus, contract.UserQuota, func(server *bus.Server) error {
		return errors.Join(
			bus.Handle(server, contract.RPCQuotaAdmit, h.admit),
			bus.Handle(server, contract.RPCQuotaUsage, h.usage),
			bus.Handle(server, contract.RPCQuotaHistory, h.history),
		)
	}, func() { close(s.ready) })
}

// awaitNeeds reports whether all dependencies are available before ctx ends.
func (s *Service) awaitNeeds(ctx context.Context, pool *pgxpool.Pool) (bool, error) {
	owned, err := Schemas()
	if err != nil {
		return false, err
	}
	return lifecycle.Await(ctx, s.deps.Telemetry.Log,
		func(ctx context.Context) error { return pgstore.CheckSchema(ctx, pool, owned...) },
		func(ctx context.Context) error {
			_, err := s.deps.Bus.StreamCreated(ctx, contract.StreamEvents)
			return err
		}), nil
}

// pool opens a pool of the service's database, with the options of cfg.
func (s *Service) pool(ctx context.Context, cfg pgstore.Config) (*pgxpool.Pool, error) {
	cfg.URL, cfg.Schema, cfg.Tracer = s.cfg.DatabaseURL, store.Schema, s.deps.Telemetry.Tracer
	return pgstore.Open(ctx, cfg)
}

// startSignals publishes events until stop is called.
func (s *Service) startSignals(ctx context.Context, durable *pgxpool.Pool) (stop func(), err error) {
	log := s.deps.Telemetry.Log
	relay := outbox.NewRelay(durable, s.deps.Bus, log, contract.StreamEvents,
		outbox.Retention{MaxAge: contract.EventRetention, MaxMessages: contract.MaxEvents})
	signals := newSignals(store.New(durable), s.metrics, relay.Wake, log)
	unsubscribe, err := bus.Subscribe(s.deps.Bus, contract.SubjectWakeQuota, func(context.Context, contract.Empty) {
		signals.wakeUp()
	})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var loops sync.WaitGroup
	loops.Go(func() { signals.run(ctx) })
	loops.Go(func() {
		if err := relay.Run(ctx); err != nil {
			log.Error("outbox relay ended", "error", err)
		}
	})
	return func() {
		unsubscribe()
		cancel()
		loops.Wait()
	}, nil
}

// Config of the service. Tags are those of libs/settings.
type Config struct {
	DatabaseURL string `name:"database-url" env:"DOCMILL_DATABASE_URL" help:"Address of the database, as the role that owns the schema quota."`
}

// Validate reports every violation.
func (c Config) Validate() error {
	if c.DatabaseURL == "" {
		return errors.New("DOCMILL_DATABASE_URL: not set")
	}
	return nil
}

// RequireTLS returns an error if a connection would be unencrypted.
func (c Config) RequireTLS() error {
	if err := pgstore.RequireTLS(c.DatabaseURL); err != nil {
		return fmt.Errorf("DOCMILL_DATABASE_URL: %w", err)
	}
	return nil
}

//go:embed migrations/*.sql
var migrations embed.FS

// Schemas are the migrations that Migrate applies, in their order.
func Schemas() ([]pgstore.Migrations, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("migrations of quota: %w", err)
	}
	box, err := outbox.Migrations(store.Schema)
	if err != nil {
		return nil, err
	}
	return []pgstore.Migrations{{Schema: store.Schema, Files: files}, box}, nil
}

// Migrate updates the schema, writes the plans of the contract into it, and, if the gateway's database role
// exists, grants it the call of quota.charge. Run it again after creating that role.
func Migrate(ctx context.Context, databaseURL string) error {
	all, err := Schemas()
	if err != nil {
		return err
	}
	if err := pgstore.MigrateAll(ctx, databaseURL, all); err != nil {
		return err
	}
	pool, err := pgstore.Open(ctx, pgstore.Config{URL: databaseURL, Schema: store.Schema, MaxConns: 1})
	if err != nil {
		return err
	}
	defer pool.Close()
	return store.New(pool).Provision(ctx, contract.Plans(), pgstore.RoleName(contract.UserGateway))
}

// Package notifier is the service for webhook subscriptions. It owns the schema "notifier" and handles the
// requests under docmill.rpc.notifier.
//
// Webhooks are planned and off unless Webhooks.Enabled is set. If off, clients cannot subscribe, no event
// is consumed and nothing is sent; subscriptions can be listed and removed. If on, the service consumes the
// events, stores a delivery for each matching subscription, and sends it by the schedule, at least once,
// until the receiver accepts or the retries are used up.
//
// Deliveries are unordered and may arrive more than once, with the same delivery id.
package notifier

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/notifier/internal/delivery"
	"github.com/docmill/docmill/services/notifier/internal/sender"
	"github.com/docmill/docmill/services/notifier/internal/store"
	"github.com/docmill/docmill/services/notifier/internal/target"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// Deps are the service's dependencies. The caller closes them.
type Deps struct {
	Bus       *bus.Conn
	Telemetry *telemetry.Providers
	Random    io.Reader     // of ids and secrets; crypto/rand when nil
	Resolver  *net.Resolver // of receivers' names; the system's when nil
}

// Service manages subscriptions and, if webhooks are enabled, delivers.
type Service struct {
	cfg   Config
	deps  Deps
	store atomic.Pointer[store.Store] // nil while not running
	ready chan struct{}
}

const (
	// disabledConns is enough without webhooks: lists and removals are rare.
	disabledConns = 2
	// enabledConns is for intake, claims, records and requests.
	enabledConns = 10
)

// New builds the service. It opens no connections.
func New(cfg Config, deps Deps) (*Service, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("notifier: %w", err)
	}
	if deps.Random == nil {
		deps.Random = rand.Reader
	}
	if deps.Resolver == nil {
		deps.Resolver = net.DefaultResolver
	}
	return &Service{cfg: cfg, deps: deps, ready: make(chan struct{})}, nil
}

// Ready is closed once requests are answered.
func (s *Service) Ready() <-chan struct{} { return s.ready }

// Check reports whether the database is available.
func (s *Service) Check(ctx context.Context) error {
	db := s.store.Load()
	if db == nil {
		return errors.New("notifier is not running")
	}
	return db.Ping(ctx)
}

// Run works until ctx ends, and finishes requests and deliveries in progress. It waits for the database and
// schema once; during later outages it refuses requests as unavailable, and deliveries wait.
func (s *Service) Run(ctx context.Context) error {
	conns := int32(disabledConns)
	if s.cfg.Webhooks.Enabled {
		conns = enabledConns
	}
	pool, err := pgstore.Open(ctx, pgstore.Config{
		URL: s.cfg.DatabaseURL, Schema: store.Schema, MaxConns: conns, Tracer: s.deps.Telemetry.Tracer,
	})
	if err != nil {
		return err
	}
	defer pool.Close()
	owned, err := Schemas()
	if err != nil {
		return err
	}
	if !lifecycle.Await(ctx, s.deps.Telemetry.Log,
		func(ctx context.Context) error { return pgstore.CheckSchema(ctx, pool, owned...) }) {
		return nil
	}
	db := store.New(pool, nil)
	s.store.Store(db)
	defer s.store.Store(nil)
	if !s.cfg.Webhooks.Enabled {
		return s.serve(ctx, &handlers{store: db}, offHandlers())
	}
	return s.deliver(ctx, db)
}

func (s *Service) deliver(ctx context.Context, db *store.Store) error {
	sealer, err := webhook.NewSealer(s.cfg.SecretKey, s.deps.Random)
	if err == nil && s.cfg.SecondSecretKey != "" {
		sealer, err = sealer.WithSecond(s.cfg.SecondSecretKey)
	}
	if err != nil {
		return err
	}
	if err := s.checkSecrets(ctx, db, sealer); err != nil {
		return err
	}
	w, err := s.newWorkers(db, sealer)
	if err != nil {
		return err
	}
	defer w.sender.Close()
	var puller *bus.Puller
	if !lifecycle.Await(ctx, s.deps.Telemetry.Log, func(ctx context.Context) (err error) {
		if puller, err = s.deps.Bus.Puller(ctx, contract.StreamEvents, contract.DurableWebhooks); err != nil {
			return fmt.Errorf("webhooks are enabled here, but maybe not in what was provisioned: %w", err)
		}
		return nil
	}) {
		return nil
	}
	stop, err := bus.Subscribe(s.deps.Bus, contract.SignalAccountChanged,
		func(_ context.Context, c contract.AccountChanged) {
			w.plans.Changed(c.AccountID)
		})
	if err != nil {
		return fmt.Errorf("account signals: %w", err)
	}
	defer stop()
	w.plans.Look(ctx) // before any delivery to a plan without webhooks
	on := &webhooks{
		store: db, sealer: sealer, random: s.deps.Random, policy: w.policy, resolver: s.deps.Resolver,
		now: time.Now, due: w.dispatcher.Wake, changed: w.keeper.Wake,
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return w.intake.Run(ctx, puller) })
	g.Go(func() error { return w.dispatcher.Run(ctx) })
	g.Go(func() error { return w.keeper.Run(ctx) })
	g.Go(func() error { return w.plans.Run(ctx) })
	g.Go(func() error { return s.serve(ctx, &handlers{store: db}, on.handlers()) })
	return g.Wait()
}

// checkSecrets returns an error if stored secrets do not open: all retries would fail. It ignores database outages.
func (s *Service) checkSecrets(ctx context.Context, db *store.Store, sealer *webhook.Sealer) error {
	id, sealed, ok, err := db.AnySecret(ctx)
	if err != nil {
		s.deps.Telemetry.Log.Warn("webhook secrets not checked", "error", err)
	}
	if !ok {
		return nil
	}
	if _, err = sealer.Open(id, sealed); err != nil || s.cfg.SecondSecretKey == "" {
		return err
	}
	moved, err := db.SealAnew(ctx, sealer.Anew)
	if err != nil {
		s.deps.Telemetry.Log.Warn("webhook secrets not sealed under the first secret, they are at the next start",
			"error", err)
	} else if moved > 0 {
		s.deps.Telemetry.Log.Info("webhook secrets were sealed under the first secret", "secrets", moved)
	}
	return nil
}

func (s *Service) serve(ctx context.Context, h *handlers, more func(*bus.Server) error) error {
	return bus.Serve(ctx, s.deps.Bus, contract.UserNotifier, func(server *bus.Server) error {
		return errors.Join(
			bus.Handle(server, contract.RPCNotifierList, h.list),
			bus.Handle(server, contract.RPCNotifierDelete, h.remove),
			bus.Handle(server, contract.RPCNotifierForget, h.forget),
			more(server),
		)
	}, func() { close(s.ready) })
}

// workers run alongside requests of enabled webhooks: event intake, delivery attempts, subscription maintenance.
type workers struct {
	intake     *delivery.Intake
	dispatcher *delivery.Dispatcher
	keeper     *delivery.Keeper
	plans      *delivery.Plans
	sender     *sender.Sender
	policy     target.Policy
}

func (s *Service) newWorkers(db *store.Store, sealer *webhook.Sealer) (*workers, error) {
	cfg, log := s.cfg.Webhooks, s.deps.Telemetry.Log
	policy, err := cfg.policy()
	if err != nil {
		return nil, err
	}
	roots, err := cfg.roots()
	if err != nil {
		return nil, err
	}
	metrics, err := delivery.NewMetrics(s.deps.Telemetry.Meter.Meter("docmill/notifier"))
	if err != nil {
		return nil, err
	}
	w := &workers{policy: policy, sender: sender.New(sender.Config{
		Policy: policy, Roots: roots, Resolver: s.deps.Resolver, ConnsPerSubscription: cmp.Or(cfg.PerSubscription,
			perSubscription),
	})}
	w.keeper = delivery.NewKeeper(db, log, cmp.Or(cfg.Retention, retention), func(ctx context.Context,
		c contract.SubscriptionChanged) error {
		return s.deps.Bus.Publish(ctx, contract.SignalSubscriptionChanged, c)
	})
	w.plans = delivery.NewPlans(db, log, func(ctx context.Context, accounts []string) (map[string]contract.Plan, error) {
		reply, err := bus.Call[contract.PlansReply](ctx, s.deps.Bus, contract.RPCAuthAccountPlans,
			contract.PlansRequest{AccountIDs: accounts})
		return reply.Plans, err
	})
	w.dispatcher = delivery.New(
		delivery.Config{
			Concurrency:     cmp.Or(cfg.Concurrency, concurrency),
			PerSubscription: cmp.Or(cfg.PerSubscription, perSubscription),
		},
		delivery.Deps{Store: db, Sender: w.sender, Sealer: sealer, Metrics: metrics, Log: log, Changed: w.keeper.Wake})
	w.intake = &delivery.Intake{Store: db, Log: log, Made: w.dispatcher.Wake}
	return w, nil
}

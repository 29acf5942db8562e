// Package extractor turns accepted documents into results. It is stateless and
// holds no credentials but its NATS user: it pulls commands, claims each
// document from the gateway, reads the file through a URL made for that claim,
// has the engine work in a child process, and publishes the result.
//
// On request it draws pages of documents as pictures and reads their words, with
// the same workers.
//
// Where the operator names a language model, it is asked for fields that stay
// empty or fail a check; see package ask for what its answers can do.
//
// What it does not do: count attempts, decide about retries or know anything of
// accounts. A claim that is lost (lease over, document deleted) is dropped.
package extractor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/libs/tlsfiles"
	"github.com/docmill/docmill/services/extractor/internal/model"
	"github.com/docmill/docmill/services/extractor/internal/slot"
	"github.com/docmill/docmill/services/extractor/internal/transfer"
)

// Deps is what the service works with. The caller made them and closes them.
type Deps struct {
	Bus       *bus.Conn
	Telemetry *telemetry.Providers
	// ObjectStore reaches an object store of this process, in the clear even where the
	// bus requires TLS; nil where files come over the network.
	ObjectStore http.RoundTripper
}

// Service is one replica of the worker.
type Service struct {
	cfg     Config
	bus     *bus.Conn
	log     *slog.Logger
	metrics *metrics
	tracer  trace.Tracer
	worker  string // this replica's name in claims and logs
	engine  atomic.Pointer[Engine]
	missing atomic.Pointer[[]sandbox.Protection] // that are required; the engine does not run
	files   *transfer.Client
	model   *model.Client // nil when there is none to ask
	slots   *slot.Slots
	// outgoing holds a token for each result that is sent while its worker reads on.
	outgoing chan struct{}
	key      *contract.ClaimKey // claims are sealed to it
	ready    chan struct{}
}

// New builds the service. It opens nothing.
func New(cfg Config, deps Deps) (*Service, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("extractor: %w", err)
	}
	m, err := newMetrics(deps.Telemetry.Meter)
	if err != nil {
		return nil, fmt.Errorf("extractor: %w", err)
	}
	key, err := contract.NewClaimKey()
	if err != nil {
		return nil, fmt.Errorf("extractor: %w", err)
	}
	files, err := filesOf(cfg, deps)
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	s := &Service{
		cfg: cfg, bus: deps.Bus, log: deps.Telemetry.Log, metrics: m,
		tracer: deps.Telemetry.Tracer.Tracer("docmill/extractor"),
		worker: fmt.Sprintf("%s/%d", host, os.Getpid()),
		files:  files,
		slots:  slot.New(cfg.workers()), outgoing: make(chan struct{}, cfg.workers()),
		key:   key,
		ready: make(chan struct{}),
	}
	if m := model.Config(cfg.ModelConfig); m.Enabled() {
		s.model = model.NewClient(m, time.Now)
	}
	return s, nil
}

// filesOf reaches the object stores of presigned addresses.
func filesOf(cfg Config, deps Deps) (*transfer.Client, error) {
	if deps.ObjectStore != nil {
		return transfer.NewClientOver(deps.ObjectStore), nil
	}
	trusted, err := tlsfiles.Client(cfg.S3CAFile)
	if err != nil {
		return nil, fmt.Errorf("extractor: DOCMILL_S3_CA_FILE: %w", err)
	}
	return transfer.NewClient(transfer.Config{
		Idle: cfg.workers(), TLS: trusted, TLSRequired: deps.Bus != nil && deps.Bus.TLSRequired(),
	}), nil
}

// Ready is closed once documents are worked on.
func (s *Service) Ready() <-chan struct{} { return s.ready }

// Check reports whether the service can work on documents.
func (s *Service) Check(ctx context.Context) error {
	e := s.engine.Load()
	if protections := s.missing.Load(); protections != nil {
		return &sandbox.MissingError{Protections: *protections}
	}
	if e == nil {
		return errors.New("extractor is not running")
	}
	return e.Check(ctx)
}

// Run works until ctx ends, finishes what is under way within the drain
// time-out, and gives back the rest.
func (s *Service) Run(ctx context.Context) error {
	engine, err := NewEngine(ctx, s.cfg.engine(), s.log)
	var missing *sandbox.MissingError
	if errors.As(err, &missing) && !s.cfg.EndUnready {
		s.awaitOperator(ctx, missing)
		return nil
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return fmt.Errorf("extractor: %w", err)
	}
	defer engine.Close()
	defer s.files.Close()
	if s.model != nil {
		defer s.model.Close()
	}
	s.engine.Store(engine)
	defer s.engine.Store(nil)
	stopWatch, err := s.metrics.watch(engine)
	if err != nil {
		return fmt.Errorf("extractor: %w", err)
	}
	defer func() { _ = stopWatch() }()
	s.logWalls(engine)
	var pullers map[contract.Lane]*bus.Puller
	if !lifecycle.Await(ctx, s.log, func(ctx context.Context) (err error) { pullers, err = s.pullers(ctx); return err }) {
		return nil
	}
	return s.serve(ctx, engine, pullers)
}

// serve works on documents and answers requests about pages until ctx ends and
// nothing is under way any more.
func (s *Service) serve(ctx context.Context, engine *Engine, pullers map[contract.Lane]*bus.Puller) error {
	var work sync.WaitGroup
	defer work.Wait()
	pages := &pages{Service: s, engine: engine, stopping: ctx}
	err := bus.Serve(ctx, s.bus, "extractor", pages.register, func() {
		close(s.ready)
		work.Go(func() { s.work(ctx, engine, pullers) })
	})
	if err != nil {
		return fmt.Errorf("extractor: %w", err)
	}
	return nil
}

// awaitOperator does nothing until ctx ends: no document is read without the
// protections that are required, and the admin port says which.
func (s *Service) awaitOperator(ctx context.Context, missing *sandbox.MissingError) {
	s.missing.Store(&missing.Protections)
	s.log.Error("no document is read", "setting", "DOCMILL_SANDBOX=require", "error", missing)
	<-ctx.Done()
}

func (s *Service) logWalls(e *Engine) {
	if missing := sandbox.Missing(e.Protections()); len(missing) > 0 {
		s.log.Warn("protections around child processes are missing", "protections", sandbox.Describe(missing))
	}
}

// Note names the protections around child processes that are missing.
func (s *Service) Note() string {
	var missing []sandbox.Protection
	if e := s.engine.Load(); e != nil {
		missing = sandbox.Missing(e.Protections())
	} else if protections := s.missing.Load(); protections != nil {
		missing = *protections
	}
	if len(missing) == 0 {
		return ""
	}
	return "protections around child processes are missing: " + sandbox.Describe(missing)
}

func (s *Service) pullers(ctx context.Context) (map[contract.Lane]*bus.Puller, error) {
	pullers := map[contract.Lane]*bus.Puller{}
	for _, lane := range contract.Lanes() {
		p, err := s.bus.Puller(ctx, contract.StreamCommands, contract.DurableLane(lane))
		if err != nil {
			return nil, err
		}
		pullers[lane] = p
	}
	return pullers, nil
}

// work pulls until ctx ends and returns when nothing is under way any more.
func (s *Service) work(ctx context.Context, engine *Engine, pullers map[contract.Lane]*bus.Puller) {
	// Work under way outlives ctx, up to the drain time-out.
	working, giveBack := context.WithCancelCause(context.WithoutCancel(ctx))
	defer giveBack(nil)
	var lanes, attempts sync.WaitGroup
	for lane, puller := range pullers {
		lanes.Go(func() {
			s.pull(ctx, lane, puller, func(c *command) {
				attempts.Go(func() {
					defer c.free()
					s.handle(working, engine, c)
				})
			})
		})
	}
	<-ctx.Done()
	lanes.Wait()
	limit := time.AfterFunc(s.cfg.DrainTimeout, func() { giveBack(errDraining) })
	defer limit.Stop()
	attempts.Wait()
	for _, puller := range pullers {
		puller.Flush()
	}
}

// patience is how long a message may wait here for a worker: another replica
// may have one free.
const patience = 100 * time.Millisecond

// pull takes the lane's messages while a worker is free for it, or soon will be, and
// starts each.
func (s *Service) pull(ctx context.Context, lane contract.Lane, puller *bus.Puller, start func(*command)) {
	for {
		if err := s.slots.Await(ctx, lane); err != nil {
			return
		}
		d, err := puller.Next(ctx)
		if err != nil {
			return
		}
		c := &command{delivery: d, lane: lane, stopping: ctx}
		if s.admit(ctx, c) {
			start(c)
			continue
		}
		// It is most likely back at once: work that makes way is to wait for it.
		time.AfterFunc(patience, s.slots.Expect(lane))
		s.settled(d, d.Retry(0))
	}
}

// admit finds a worker for the command, or a place before one. A worker may be gone to
// another lane by the time that a message arrives; ok is false then, and the message is
// to go back.
func (s *Service) admit(ctx context.Context, c *command) (ok bool) {
	if c.hold, ok = s.slots.Try(c.lane); ok {
		return true
	}
	if c.place, ok = s.slots.Ahead(c.lane); ok {
		return true
	}
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var err error
	c.hold, err = s.slots.Take(waiting, c.lane)
	return err == nil
}

// settled logs a message that could not be acknowledged or handed back: it
// comes again when its time is over, and claims keep that harmless.
func (s *Service) settled(d *bus.Delivery, err error) {
	if err != nil {
		s.log.Warn("command not settled", "subject", d.Subject(), "error", err)
	}
}

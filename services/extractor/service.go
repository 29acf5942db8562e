// Package extractor turns accepted documents into results. It is stateless, and its NATS password is
// its only credential: it pulls commands, claims each document from the gateway, reads the file from
// a URL that is valid for the claim, runs the engine in a child process, and publishes the result.
//
// On request it draws pages of documents as pictures and reads their words, with the same workers.
//
// If the operator configures a language model, the extractor asks it for fields that are empty or
// fail a check; see package llm for how answers are checked.
//
// It does not count attempts, decide about retries or know accounts. It drops a claim that is lost
// because the lease ended or the document was deleted.
package extractor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"go.opentelemetry.io/otel/trace"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/libs/tlsfiles"
	"github.com/docmill/docmill/services/extractor/enginepool"
	"github.com/docmill/docmill/services/extractor/internal/llmclient"
	"github.com/docmill/docmill/services/extractor/internal/slot"
	"github.com/docmill/docmill/services/extractor/internal/transfer"
)

// Deps are the service's dependencies. The caller closes them.
type Deps struct {
	Bus       *bus.Conn
	Telemetry *telemetry.Providers
	// ObjectStore is the transport to an object store in this process, without TLS even if the bus
	// requires it; nil if files come over the network.
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
	engine  atomic.Pointer[enginepool.Pool]
	missing atomic.Pointer[[]sandbox.Protection] // required ones; the engine does not run without
	files   *transfer.Client
	llm     *llmclient.Client // nil if no language model is configured
	slots   *slot.Slots
	// pendingResults holds a token for each result that is sent while its worker reads the next document.
	pendingResults chan struct{}
	key            *contract.ClaimKey // claims are sealed to it
	ready          chan struct{}
}

// New makes the service. It opens no connection.
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
	files, err := newTransferClient(cfg, deps)
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	cfg.DrainTimeout = cmp.Or(cfg.DrainTimeout, drainTimeout)
	cfg.LayoutsTimeout = cmp.Or(cfg.LayoutsTimeout, layoutsTimeout)
	s := &Service{
		cfg: cfg, bus: deps.Bus, log: deps.Telemetry.Log, metrics: m,
		tracer: deps.Telemetry.Tracer.Tracer("docmill/extractor"),
		worker: fmt.Sprintf("%s/%d", host, os.Getpid()),
		files:  files,
		slots:  slot.New(cfg.WorkerCount()), pendingResults: make(chan struct{}, cfg.WorkerCount()),
		key:   key,
		ready: make(chan struct{}),
	}
	if m := llmclient.Config(cfg.ModelConfig); m.Enabled() {
		s.llm = llmclient.NewClient(m, time.Now)
	}
	return s, nil
}

func newTransferClient(cfg Config, deps Deps) (*transfer.Client, error) {
	if deps.ObjectStore != nil {
		return transfer.NewClientOver(deps.ObjectStore), nil
	}
	trusted, err := tlsfiles.Client(cfg.S3CAFile)
	if err != nil {
		return nil, fmt.Errorf("extractor: DOCMILL_S3_CA_FILE: %w", err)
	}
	return transfer.NewClient(transfer.Config{
		Idle: cfg.WorkerCount(), TLS: trusted, TLSRequired: deps.Bus != nil && deps.Bus.TLSRequired(),
	}), nil
}

// Ready is closed when the service works on documents.
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

// Run works until ctx ends. It finishes the documents in progress within the drain timeout, and
// releases the others.
func (s *Service) Run(ctx context.Context) error {
	engine, err := enginepool.New(ctx, s.cfg.engine(), s.log)
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
	if s.llm != nil {
		defer s.llm.Close()
	}
	s.engine.Store(engine)
	defer s.engine.Store(nil)
	stopWatch, err := s.metrics.observe(engine)
	if err != nil {
		return fmt.Errorf("extractor: %w", err)
	}
	defer func() { _ = stopWatch() }()
	if missing := sandbox.Missing(engine.Protections()); len(missing) > 0 {
		s.log.Warn("protections around child processes are missing", "protections", sandbox.Describe(missing))
	}
	var pullers map[contract.Lane]*bus.Puller
	if !lifecycle.Await(ctx, s.log, func(ctx context.Context) (err error) { pullers, err = s.pullers(ctx); return err }) {
		return nil
	}
	return s.serve(ctx, engine, pullers)
}

// serve works on documents and answers requests about pages until ctx ends and all work is finished.
func (s *Service) serve(ctx context.Context, engine *enginepool.Pool, pullers map[contract.Lane]*bus.Puller) error {
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

// awaitOperator waits until ctx ends and reads no documents. The admin port names the missing protections.
func (s *Service) awaitOperator(ctx context.Context, missing *sandbox.MissingError) {
	s.missing.Store(&missing.Protections)
	s.log.Error("no document is read", "setting", "DOCMILL_SANDBOX=require", "error", missing)
	<-ctx.Done()
}

// Note names the missing protections around child processes; it is empty if there are none.
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

// work pulls until ctx ends and returns when all work is finished.
func (s *Service) work(ctx context.Context, engine *enginepool.Pool, pullers map[contract.Lane]*bus.Puller) {
	// Work in progress outlives ctx, up to the drain timeout.
	working, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancel(nil)
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
	limit := time.AfterFunc(s.cfg.DrainTimeout, func() { cancel(errDraining) })
	defer limit.Stop()
	attempts.Wait()
	for _, puller := range pullers {
		puller.Flush()
	}
}

// workerWait is how long a message may wait for a worker: another replica may have a free one.
const workerWait = 100 * time.Millisecond

// pull takes messages of the lane and starts them, whenever a worker is free or soon will be.
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
		// The message probably comes back at once: work that yielded must wait for it.
		time.AfterFunc(workerWait, s.slots.Announce(lane))
		s.logUnfinished(d, d.Retry(0))
	}
}

// admit takes or reserves a worker. If ok is false, another lane took it first, and the message must go back.
func (s *Service) admit(ctx context.Context, c *command) (ok bool) {
	if c.hold, ok = s.slots.Try(c.lane); ok {
		return true
	}
	if c.reservation, ok = s.slots.Prefetch(c.lane); ok {
		return true
	}
	waiting, cancel := context.WithTimeout(ctx, workerWait)
	defer cancel()
	var err error
	c.hold, err = s.slots.Take(waiting, c.lane)
	return err == nil
}

// logUnfinished logs a message that was not acknowledged or returned. The claim makes its redelivery harmless.
func (s *Service) logUnfinished(d *bus.Delivery, err error) {
	if err != nil {
		s.log.Warn("command not finished", "subject", d.Subject(), "error", err)
	}
}

// Default of the memory for idle children: a share of all memory, within bounds in bytes.
const (
	idleMemoryShare = 8
	minIdleMemory   = 256 << 20
	maxIdleMemory   = 4 << 30
)

// idleBytes is the setting, or a share of all memory: a child's start takes several times as long as most documents.
func (c Config) idleBytes() int64 {
	if c.IdleMemoryMB > 0 {
		return c.IdleMemoryMB << 20
	}
	return idleMemoryWithin(memlimit.FromCgroup, memlimit.FromSystem)
}

// idleMemoryWithin is the share of the smallest limit; the lower bound if no limit is known.
func idleMemoryWithin(limits ...memlimit.Provider) int64 {
	smallest := uint64(0)
	for _, limit := range limits {
		if n, err := limit(); err == nil && n > 0 && (smallest == 0 || n < smallest) {
			smallest = n
		}
	}
	return int64(min(max(smallest/idleMemoryShare, minIdleMemory), maxIdleMemory))
}

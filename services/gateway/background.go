package gateway

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/services/gateway/internal/documents"
	"github.com/docmill/docmill/services/gateway/internal/documents/erasure"
	"github.com/docmill/docmill/services/gateway/internal/jobs/audit"
	"github.com/docmill/docmill/services/gateway/internal/jobs/claims"
	"github.com/docmill/docmill/services/gateway/internal/jobs/clockskew"
	"github.com/docmill/docmill/services/gateway/internal/jobs/completion"
	"github.com/docmill/docmill/services/gateway/internal/jobs/dispatch"
	"github.com/docmill/docmill/services/gateway/internal/jobs/filecache"
	"github.com/docmill/docmill/services/gateway/internal/jobs/janitor"
	"github.com/docmill/docmill/services/gateway/internal/jobs/learn"
	"github.com/docmill/docmill/services/gateway/internal/jobs/replicalock"
	"github.com/docmill/docmill/services/gateway/internal/jobs/schedule"
	"github.com/docmill/docmill/services/gateway/internal/jobs/wake"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// stopSlack is the time that a component may take beyond the drain timeout.
const stopSlack = 5 * time.Second

// component runs in the background.
type component struct {
	run   func(ctx context.Context, ready func()) error
	ready chan struct{}
}

func newComponent(name string, run func(ctx context.Context, ready func()) error) lifecycle.Part {
	return lifecycle.Part{Name: name, Service: &component{run: run, ready: make(chan struct{})}}
}

func (p *component) Run(ctx context.Context) error {
	return p.run(ctx, func() { close(p.ready) })
}

func (p *component) Ready() <-chan struct{} { return p.ready }

func (p *component) Check(context.Context) error { return nil }

// newJob returns a component that is ready as soon as it runs.
func newJob(name string, run func(context.Context) error) lifecycle.Part {
	return newComponent(name, func(ctx context.Context, ready func()) error {
		ready()
		return run(ctx)
	})
}

// deps is shared by the components.
type deps struct {
	store      *store.Store
	metrics    *metrics
	waiters    *wake.Waiters
	relay      *outbox.Relay
	dispatcher *dispatch.Dispatcher
	eraser     *erasure.Eraser
	replica    *replicalock.Lock
	audit      *audit.Relay
	learner    *learn.Learner
	files      *filecache.Cache
}

func (s *Service) newDeps(pool *pgxpool.Pool, st *store.Store) (*deps, error) {
	tel, conn := s.deps.Telemetry, s.deps.Bus
	m, err := newMetrics(tel.Meter.Meter("docmill/gateway"), st, s.streams.Missing)
	if err != nil {
		return nil, err
	}
	c := &deps{
		store: st, metrics: m, waiters: wake.NewWaiters(), replica: replicalock.New(st, tel.Log),
		audit:   audit.New(st.Audit, conn, tel.Log),
		learner: learn.New(s.config.learn(), st.Learning, s.deps.Blob, conn, tel.Log),
		files:   filecache.New(s.config.fileCache()),
		relay: outbox.NewRelay(pool, conn, tel.Log, contract.StreamEvents,
			outbox.Retention{MaxAge: contract.EventRetention, MaxMessages: contract.MaxEvents}),
	}
	c.dispatcher = dispatch.New(s.config.dispatch(), st.Queue, conn, tel.Propagator, tel.Log, s.ended(c))
	s.dispatcher.Store(c.dispatcher)
	c.eraser = &erasure.Eraser{
		Store: st, Blob: s.deps.Blob, Conn: conn, Propagator: tel.Propagator, Log: tel.Log,
		WriteLife: s.config.writeLife(), Erased: s.erased(c), Mark: s.config.Policy.BackupRetention > 0,
	}
	if s.config.WebhooksEnabled {
		c.eraser.Forget = s.forget
	}
	s.streams.Made = func() { c.dispatcher.Wake(); c.relay.Wake() }
	conn.OnReconnect(func() { c.dispatcher.Wake(); c.relay.Wake(); c.audit.Wake(); c.learner.Wake() })
	return c, nil
}

// ended returns what follows every committed end of a document.
func (s *Service) ended(c *deps) func(context.Context, string, contract.Code) {
	return func(ctx context.Context, documentID string, failure contract.Code) {
		c.metrics.end(ctx, failure)
		c.relay.Wake()
		s.wake(ctx, c, documentID)
	}
}

// erased returns what follows every erasure: waiting requests look again, and the document's batch may have ended.
func (s *Service) erased(c *deps) func(context.Context, string) {
	return func(ctx context.Context, documentID string) {
		c.metrics.erased.Add(ctx, 1)
		c.audit.Wake()
		c.relay.Wake()
		s.wake(ctx, c, documentID)
	}
}

// forget makes the notifier erase its copies of events about documents and batches.
func (s *Service) forget(ctx context.Context, accountID string, ids ...string) error {
	_, err := bus.Call[contract.Empty](ctx, s.deps.Bus, contract.RPCNotifierForget,
		contract.ForgetEventsRequest{AccountID: accountID, IDs: ids})
	return err
}

func (s *Service) wake(ctx context.Context, c *deps, documentID string) {
	if err := c.waiters.Broadcast(ctx, s.deps.Bus, documentID); err != nil {
		s.deps.Telemetry.Log.Debug("could not wake other replicas", "document", documentID, "error", err)
	}
}

func (s *Service) components(c *deps) ([]lifecycle.Part, error) {
	tel, conn := s.deps.Telemetry, s.deps.Bus
	server := &claims.Server{
		Config: s.config.claims(), Store: c.store, Blob: s.deps.Blob, Files: c.files, Log: tel.Log,
		Queue: c.dispatcher, Learning: s.config.Learning,
	}
	consumer := &completion.Consumer{
		Config: s.config.results(), Store: c.store, Blob: s.deps.Blob, Propagator: tel.Propagator,
		Log: tel.Log, Waiters: c.waiters, Ended: s.ended(c),
	}
	watch := &clockskew.Watch{Store: c.store.System, Horizon: s.config.horizon(), Log: tel.Log}
	docs := s.documents(c)
	front, err := s.newListener(docs, c.files)
	if err != nil {
		return nil, err
	}
	return []lifecycle.Part{
		newComponent("claims", func(ctx context.Context, ready func()) error { return s.serveClaims(ctx, server, ready) }),
		newJob("streams", s.streams.Run),
		newComponent("consumers", s.serveConsumers),
		newJob("results", func(ctx context.Context) error { return consumer.Run(ctx, conn) }),
		newJob("dispatch", c.dispatcher.Run),
		newJob("relay", c.relay.Run),
		newJob("audit", c.audit.Run),
		newJob("clockskew", watch.Run),
		newJob("janitor", s.janitor(c).Run),
		newJob("learn", s.ifLearning(c.learner.Run)),
		newJob("erasure", c.eraser.Run),
		newJob("retention", s.scheduled(c, "retention", retentionPause, c.eraser.Expire)),
		newJob("idempotency", s.scheduled(c, "idempotency", keysPause, c.store.ForgetKeys)),
		newJob("revise", s.scheduled(c, "revise", revisePause, docs.ReviseStale)),
		newJob("layouts", s.scheduled(c, "layouts", foldPause, c.store.FoldStale)),
		newJob("review", s.scheduled(c, "review", holdsPause, docs.ForgetHolds)),
		newComponent("replica", c.replica.Run),
		newComponent("wakes", func(ctx context.Context, ready func()) error { return listen(ctx, c.waiters, conn, ready) }),
		newComponent("http", func(ctx context.Context, ready func()) error { return s.serveHTTP(ctx, front, ready) }),
	}, nil
}

// janitor erases without naming a user, as the retention does.
func (s *Service) janitor(c *deps) *janitor.Janitor {
	return &janitor.Janitor{
		Config: s.config.janitor(), Store: c.store, Blob: s.deps.Blob, Log: s.deps.Telemetry.Log, Now: time.Now,
		Erase: func(ctx context.Context, accountID, documentID string) error {
			_, err := c.eraser.Erase(ctx, accountID, documentID, "")
			return err
		},
	}
}

// ifLearning returns work, or a job that does nothing if learning is off.
func (s *Service) ifLearning(work func(context.Context) error) func(context.Context) error {
	if s.config.Learning {
		return work
	}
	return func(ctx context.Context) error {
		<-ctx.Done()
		return nil
	}
}

// Pauses of scheduled jobs.
const (
	retentionPause = time.Minute
	keysPause      = 10 * time.Minute
	revisePause    = time.Minute
	holdsPause     = 10 * time.Minute
	foldPause      = time.Minute
)

func (s *Service) scheduled(
	c *deps, name string, every time.Duration, work func(context.Context) error,
) func(context.Context) error {
	return func(ctx context.Context) error {
		return schedule.Job{Name: name, Every: every, Work: work}.Run(ctx, c.store.System, s.deps.Telemetry.Log)
	}
}

func (s *Service) documents(c *deps) *documents.Documents {
	return &documents.Documents{
		Store: c.store, Blob: s.deps.Blob, Conn: s.deps.Bus, Waiters: c.waiters, Eraser: c.eraser, Replica: c.replica,
		Searches: newSearches(), Exports: newExports(),
		Propagator: s.deps.Telemetry.Propagator, Log: s.deps.Telemetry.Log, Retention: s.config.Policy.Retention,
		Working: s.streams.Admit,
		Backlog: documents.NewBacklog(s.config.limits(), c.store.Waiting, time.Now),
		Said:    c.learner.Wake,
		Queue:   c.dispatcher, Release: s.config.dispatch().Recheck,
		Accepted: func(ctx context.Context, n int) { c.metrics.accepted.Add(ctx, int64(n)) },
		BatchAccepted: func(ctx context.Context) {
			c.metrics.batches.Add(ctx, 1)
			c.relay.Wake() // it may have ended at once
		},
	}
}

// serveConsumers creates consumers for subscribers until ctx ends.
func (s *Service) serveConsumers(ctx context.Context, ready func()) error {
	stop, err := bus.ServeConsumers(s.deps.Bus)
	if err != nil {
		return err
	}
	defer stop()
	ready()
	<-ctx.Done()
	return nil
}

// listen receives wakes of other replicas.
func listen(ctx context.Context, waiters *wake.Waiters, conn *bus.Conn, ready func()) error {
	stop, err := waiters.Listen(conn)
	if err != nil {
		return err
	}
	defer stop()
	ready()
	<-ctx.Done()
	return nil
}

// serveClaims serves extractors until ctx ends and finishes the requests in progress.
func (s *Service) serveClaims(ctx context.Context, w *claims.Server, ready func()) error {
	server, err := w.Serve(context.WithoutCancel(ctx), s.deps.Bus)
	if err != nil {
		return err
	}
	ready()
	<-ctx.Done()
	stopping, cancel := context.WithTimeout(context.Background(), stopSlack)
	defer cancel()
	return server.Stop(stopping)
}

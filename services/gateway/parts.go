package gateway

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/services/gateway/internal/admission"
	"github.com/docmill/docmill/services/gateway/internal/dispatch"
	"github.com/docmill/docmill/services/gateway/internal/documents"
	"github.com/docmill/docmill/services/gateway/internal/httpapi"
	"github.com/docmill/docmill/services/gateway/internal/janitor"
	"github.com/docmill/docmill/services/gateway/internal/keycheck"
	"github.com/docmill/docmill/services/gateway/internal/register"
	"github.com/docmill/docmill/services/gateway/internal/results"
	"github.com/docmill/docmill/services/gateway/internal/store"
	"github.com/docmill/docmill/services/gateway/internal/wake"
	"github.com/docmill/docmill/services/gateway/internal/work"
)

// stopSlack is what a part gets beyond the time for draining.
const stopSlack = 5 * time.Second

// part is a piece of the gateway that runs in the background.
type part struct {
	run   func(ctx context.Context, ready func()) error
	ready chan struct{}
}

func newPart(name string, run func(ctx context.Context, ready func()) error) lifecycle.Part {
	return lifecycle.Part{Name: name, Service: &part{run: run, ready: make(chan struct{})}}
}

func (p *part) Run(ctx context.Context) error {
	return p.run(ctx, func() { close(p.ready) })
}

func (p *part) Ready() <-chan struct{} { return p.ready }

func (p *part) Check(context.Context) error { return nil }

// running makes a part of what is ready as soon as it runs.
func running(name string, run func(context.Context) error) lifecycle.Part {
	return newPart(name, func(ctx context.Context, ready func()) error {
		ready()
		return run(ctx)
	})
}

// assemble wires the parts, in the order in which they start. stop undoes what
// was begun on the way.
func (s *Service) assemble(pool *pgxpool.Pool, st *store.Store) (parts []lifecycle.Part, stop func(), err error) {
	tel, conn := s.deps.Telemetry, s.deps.Bus
	waiters := wake.NewWaiters()
	relay := outbox.NewRelay(pool, conn, tel.Log, contract.StreamEvents, contract.EventRetention)
	ended := func(ctx context.Context, documentID string) {
		relay.Wake()
		if err := waiters.Broadcast(ctx, conn, documentID); err != nil {
			tel.Log.Debug("other replicas not woken", "document", documentID, "error", err)
		}
	}
	dispatcher := dispatch.New(s.config.dispatch(), st, conn, tel.Propagator, tel.Log, ended)
	conn.OnReconnect(func() { dispatcher.Wake(); relay.Wake() })
	server := &work.Server{Config: s.config.work(), Store: st, Blob: s.deps.Blob, Log: tel.Log, Claimed: dispatcher.Wake}
	intake := &results.Intake{
		Config: s.config.results(), Store: st, Blob: s.deps.Blob, Propagator: tel.Propagator, Log: tel.Log, Ended: ended,
	}
	cleaner := &janitor.Janitor{Config: s.config.janitor(), Store: st, Blob: s.deps.Blob, Log: tel.Log, Now: time.Now}
	front, err := s.front(&documents.Documents{
		Store: st, Blob: s.deps.Blob, Conn: conn, Waiters: waiters, Propagator: tel.Propagator, Log: tel.Log,
		Backlog: documents.NewBacklog(s.config.limits(), st.Waiting, time.Now), Accepted: dispatcher.Wake,
	})
	if err != nil {
		return nil, nil, err
	}
	stop, err = waiters.Listen(conn)
	if err != nil {
		return nil, nil, err
	}
	return []lifecycle.Part{
		newPart("work", func(ctx context.Context, ready func()) error { return s.serveWork(ctx, server, ready) }),
		running("results", func(ctx context.Context) error { return intake.Run(ctx, conn) }),
		running("dispatch", dispatcher.Run),
		running("relay", relay.Run),
		running("janitor", cleaner.Run),
		newPart("http", func(ctx context.Context, ready func()) error { return s.serveHTTP(ctx, front, ready) }),
	}, stop, nil
}

func (s *Service) front(docs register.Register) (*httpapi.Server, error) {
	return httpapi.New(s.config.http(), httpapi.Deps{
		Register: docs, Bus: s.deps.Bus, Blob: s.deps.Blob,
		Verifier:  keycheck.New(s.deps.Bus, time.Now),
		Admission: admission.New(s.deps.Bus, time.Now),
		Health:    s.health, Telemetry: s.deps.Telemetry,
	})
}

// serveWork answers extractors until ctx ends, those included whose request is
// under way then.
func (s *Service) serveWork(ctx context.Context, w *work.Server, ready func()) error {
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

func (s *Service) serveHTTP(ctx context.Context, front *httpapi.Server, ready func()) error {
	ln := s.deps.Listener
	if ln == nil {
		var err error
		if ln, err = net.Listen("tcp", s.config.Listen); err != nil {
			return fmt.Errorf("HTTP port: %w", err)
		}
	}
	addr := ln.Addr().String()
	s.addr.Store(&addr)
	ready()
	if err := front.Serve(ctx, ln); err != nil && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

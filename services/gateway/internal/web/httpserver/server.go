package httpserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/google/uuid"
	"github.com/valyala/fasthttp"
)

const (
	// maxHeader bounds a request's header, in bytes; larger ones get 431.
	maxHeader = 16 << 10
	// prefetch is how much of a body the framework may read before the handler runs, in bytes (its "body
	// limit").
	prefetch = 8 << 10
	// answerBuffer holds the header and body of most records, in bytes, so that they are sent at once.
	// Every open connection has one.
	answerBuffer = 8 << 10
)

// Server answers the public port.
type Server struct {
	cfg     Config
	deps    Deps
	app     App
	fiber   *fiber.App
	metrics *metrics
	bounds  *bounds

	// base is the root of every request's context; stop ends it when the drain timeout expires.
	base context.Context
	stop context.CancelFunc
	// draining is closed when Serve's context ends: waiting requests respond with the present state.
	draining chan struct{}
}

// New builds the server. It opens no sockets.
func New(cfg Config, deps Deps, app App) (*Server, error) {
	if deps.Now == nil {
		deps.Now = time.Now
	}
	if deps.Random == nil {
		deps.Random = rand.Reader
	}
	m, err := newMetrics(deps.Telemetry)
	if err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, deps: deps, app: app, metrics: m, draining: make(chan struct{})}
	s.bounds = newBounds(cfg, m.refuse)
	if err := m.observeConnections(s.bounds.count); err != nil {
		return nil, err
	}
	s.base, s.stop = context.WithCancel(context.Background())
	s.fiber = s.newFiber()
	return s, nil
}

func (s *Server) newFiber() *fiber.App {
	app := fiber.New(fiber.Config{
		AppName:                      "docmill",
		StreamRequestBody:            true,
		DisablePreParseMultipartForm: true, // or bodies land in temporary files before the key is checked
		BodyLimit:                    prefetch,
		ReadBufferSize:               maxHeader,
		WriteBufferSize:              answerBuffer,
		ReadTimeout:                  s.cfg.HeaderTimeout,
		IdleTimeout:                  s.cfg.IdleTimeout,
		WriteTimeout:                 s.cfg.WriteTimeout,
		Concurrency:                  2*s.cfg.MaxConnections + 2*maxEnding, // the listener's bounds count
		CaseSensitive:                true,
		StrictRouting:                true,
		Immutable:                    true, // strings outlive the handler: they go into records and messages
		DisableDefaultContentType:    true,
		DisableStartupMessage:        true,
		ErrorHandler:                 s.handleError,
	})
	s.routes(app)
	server := app.Server()
	server.Handler = s.middleware(app.Handler())
	server.ErrorHandler = s.handleProtocolError
	server.ConnState = resting
	server.CloseOnShutdown = true
	server.SecureErrorLogMessage = true
	return app
}

// Serve handles requests on ln until ctx ends, lets those in progress finish within the drain timeout, and
// returns nil, or an error if connections had to be closed. It closes ln and can be called once.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	defer s.stop()
	conns := newListener(ln, s.bounds)
	served := make(chan error, 1)
	go func() { served <- s.fiber.Server().Serve(conns) }()
	select {
	case err := <-served:
		return fmt.Errorf("serve %s: %w", ln.Addr(), errors.Join(err, errors.New("listener ended")))
	case <-ctx.Done():
	}
	close(s.draining)
	return s.drain(conns, served)
}

func (s *Server) drain(conns *listener, served <-chan error) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.DrainTimeout)
	defer cancel()
	conns.hurry()
	conns.farewell(ctx)
	conns.lastCall(ctx)
	err := s.fiber.Server().ShutdownWithContext(ctx)
	if err != nil {
		s.stop()
		conns.cut()
		err = fmt.Errorf("requests were cut after %s: %w", s.cfg.DrainTimeout, err)
	}
	return errors.Join(err, <-served)
}

func (s *Server) newID() string { return NewID(s.deps.Random) }

// NewID returns a uuid of version 7, which sorts by creation time.
func NewID(random io.Reader) string {
	id, err := uuid.NewV7FromReader(random)
	if err != nil {
		// Only a test's random source can fail (crypto/rand ends the process itself).
		panic(fmt.Errorf("random bytes for an id: %w", err))
	}
	return id.String()
}

// resting is called by the framework when a connection's state changes.
func resting(nc net.Conn, state fasthttp.ConnState) {
	if c, ok := nc.(*conn); ok && state == fasthttp.StateIdle {
		c.place.rest()
	}
}

// connOf returns the listener's connection of a request.
func connOf(rctx *fasthttp.RequestCtx) *conn {
	c, _ := rctx.Conn().(*conn)
	return c
}

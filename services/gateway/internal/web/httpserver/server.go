// Package httpserver is the HTTP server of the public port, on Fiber: listener and connection limits,
// request bodies, general request checks, error responses, streams, health and telemetry. An App provides
// the content; the packages api and dashboard build its parts and do not know each other.
//
// A request passes, in this order: the middleware around Fiber (request id, panics, the rest of its body,
// metrics, HTTP validity), App.Before, the route and its method, and then its handler. Handlers return
// errors; one function converts them to the body {"error", "code"} and the status of the code.
//
// Bodies are streamed and never buffered by the framework. The middleware handles three consequences: only
// the handlers' size limits apply, the framework's read timeout does not fit, and unread bytes would be
// parsed as the next request.
package httpserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/access/clientnet"
)

const (
	// maxHeader bounds a request's header, in bytes; larger ones get 431.
	maxHeader = 16 << 10
	// prefetch is how much of a body the framework may read before the handler runs, in bytes (its "body limit").
	prefetch = 8 << 10
	// answerBuffer fits most records with header, in bytes, to send them at once. Every open connection has one.
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

func connOf(rctx *fasthttp.RequestCtx) *conn {
	c, _ := rctx.Conn().(*conn)
	return c
}

// Config of the server. DefaultConfig has values for production.
type Config struct {
	// HeaderTimeout bounds the arrival of a request's header.
	HeaderTimeout time.Duration
	// IdleTimeout ends a connection that waits for its next request.
	IdleTimeout time.Duration
	// WriteTimeout bounds the sending of an answer.
	WriteTimeout time.Duration
	// DrainTimeout limits requests in progress after Serve's context ends; then their connections are
	// closed.
	DrainTimeout time.Duration
	// Pace is the slowest that a body may arrive.
	Pace Pace
	// MaxConnections bounds open connections. Beyond it, those waiting for a request are closed, new ones
	// first; if all have a request in progress, further ones wait to be accepted.
	MaxConnections int
	// MaxConnectionsPerAddress bounds open connections per client address, except trusted proxies.
	MaxConnectionsPerAddress int
	// TrustedProxies may set X-Forwarded-For; from other peers the header is ignored.
	TrustedProxies []netip.Prefix
}

// DefaultConfig suits clients on slow lines and rejects deliberate stalling: 16 KB/s, checked every 160 KB.
func DefaultConfig() Config {
	return Config{
		HeaderTimeout:            15 * time.Second,
		IdleTimeout:              60 * time.Second,
		WriteTimeout:             60 * time.Second,
		DrainTimeout:             20 * time.Second,
		Pace:                     Pace{Bytes: 160 << 10, Within: 10 * time.Second},
		MaxConnections:           10_000,
		MaxConnectionsPerAddress: 1000,
	}
}

// Deps are the server's dependencies.
type Deps struct {
	Health    *lifecycle.Health
	Telemetry *telemetry.Providers
	Now       func() time.Time // time.Now when nil
	Random    io.Reader        // of request ids; crypto/rand when nil
}

// healthRoutes are those for load balancers and orchestrators.
func (s *Server) healthRoutes() []Route {
	checked := func(h Handler) Handler {
		return func(c *fiber.Ctx, r *Request) error {
			if err := CheckExpectation(&c.Request().Header); err != nil {
				return err
			}
			return h(c, r)
		}
	}
	return []Route{
		{fiber.MethodGet, "/healthz", checked(s.getHealth)},
		{fiber.MethodGet, "/readyz", checked(s.getReadiness)},
	}
}

func (s *Server) getHealth(c *fiber.Ctx, _ *Request) error {
	WriteJSON(c.Context(), http.StatusOK, struct {
		Status string `json:"status"`
	}{"ok"})
	return nil
}

// getReadiness reports whether this replica should get new requests.
func (s *Server) getReadiness(c *fiber.Ctx, r *Request) error {
	report := s.deps.Health.Report(r.Context)
	if !report.Ready {
		reason := "it is starting or stopping"
		if failing := report.Failing(); s.deps.Health.Serving() && len(failing) > 0 {
			reason = "failing: " + strings.Join(failing, ", ")
		}
		f := apierror.New(contract.CodeServiceUnavailable, "This instance does not accept requests: %s.", reason)
		f.RetryAfter = time.Second
		return f
	}
	WriteJSON(c.Context(), http.StatusOK, report)
	return nil
}

// clientAddress is the peer or, behind trusted proxies, the last other X-Forwarded-For address. Others are unproven.
func (s *Server) clientAddress(rctx *fasthttp.RequestCtx) netip.Addr {
	var forwarded []string
	for _, line := range rctx.Request.Header.PeekAll(fiber.HeaderXForwardedFor) {
		forwarded = append(forwarded, strings.Split(string(line), ",")...)
	}
	peer, _ := netip.AddrFromSlice(rctx.RemoteIP())
	return clientnet.Forwarded(peer.Unmap(), forwarded, s.cfg.TrustedProxies)
}

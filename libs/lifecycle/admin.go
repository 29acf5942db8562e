package lifecycle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"time"
)

// Admin is the port for operators: health, metrics, profiles. It must not be public.
type Admin struct {
	listener net.Listener
	server   *http.Server
	ready    chan struct{}
}

// Limits of the admin port. Answers have no limit, because profiles take long.
const (
	headerTimeout  = 5 * time.Second
	idleTimeout    = time.Minute
	maxHeaderBytes = 16 << 10
)

// adminReport is the body of /readyz on the admin port. The public port does not reveal the release.
type adminReport struct {
	Version string `json:"version"`
	Report
}

// liveness is the body of /healthz on the admin port.
type liveness struct {
	Status string   `json:"status"`          // "ok" or "stuck"
	Stuck  []string `json:"stuck,omitempty"` // kinds of stuck work
}

// NewAdmin listens on addr ("127.0.0.1:0" for any free port); version is the release in /readyz.
func NewAdmin(addr, version string, h *Health, metrics http.Handler) (*Admin, error) {
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("admin port %s: %w", addr, err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		if stuck := h.Stuck(); len(stuck) > 0 {
			writeJSON(w, http.StatusServiceUnavailable, liveness{Status: "stuck", Stuck: stuck})
			return
		}
		writeJSON(w, http.StatusOK, liveness{Status: "ok"})
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		report := h.Report(r.Context())
		status := http.StatusOK
		if !report.Ready {
			status = http.StatusServiceUnavailable
		}
		writeJSON(w, status, adminReport{Version: version, Report: report})
	})
	mux.Handle("GET /metrics", metrics)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return &Admin{
		listener: ln,
		server: &http.Server{
			Handler: mux, MaxHeaderBytes: maxHeaderBytes,
			ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout,
		},
		ready: make(chan struct{}),
	}, nil
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // fails if the client has disconnected
}

// Addr is the listening address.
func (a *Admin) Addr() string { return a.listener.Addr().String() }

// Run serves until ctx ends.
func (a *Admin) Run(ctx context.Context) error {
	close(a.ready)
	stopped := context.AfterFunc(ctx, func() { _ = a.server.Close() })
	defer stopped()
	if err := a.server.Serve(a.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Ready is closed when Run has begun.
func (a *Admin) Ready() <-chan struct{} { return a.ready }

// Check returns nil: the port has no dependencies.
func (a *Admin) Check(context.Context) error { return nil }

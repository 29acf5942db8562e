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

// Admin is the port for operators: health, metrics, profiles. It is never the
// public one.
type Admin struct {
	listener net.Listener
	server   *http.Server
	ready    chan struct{}
}

// What a client of the admin port may take: time for a header, time between two
// requests, and bytes of a header. An answer may take long: profiles do.
const (
	adminPatience  = 5 * time.Second
	adminIdle      = time.Minute
	maxAdminHeader = 16 << 10
)

// adminReport is the body of /readyz on the admin port. The public port does not
// say which release answers.
type adminReport struct {
	Version string `json:"version"`
	Report
}

// liveness is the body of /healthz on the admin port.
type liveness struct {
	Status string   `json:"status"`          // "ok" or "stuck"
	Stuck  []string `json:"stuck,omitempty"` // kinds of work that will never end
}

// NewAdmin listens on addr ("127.0.0.1:0" takes any free port); version is the
// release that /readyz names.
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
			Handler: mux, MaxHeaderBytes: maxAdminHeader,
			ReadHeaderTimeout: adminPatience, IdleTimeout: adminIdle,
		},
		ready: make(chan struct{}),
	}, nil
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a reader that left is no error of ours
}

// Addr is where the port listens.
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

// Ready is closed once Run has begun.
func (a *Admin) Ready() <-chan struct{} { return a.ready }

// Check accepts: the port depends on nothing.
func (a *Admin) Check(context.Context) error { return nil }

package lifecycle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"sync"
	"sync/atomic"
	"time"
)

// Health is what /healthz and /readyz answer from. Ready means started and not
// draining; dependencies are named in the body only, so that an outage that all
// replicas share does not take every one of them out of service.
type Health struct {
	serving atomic.Bool
	mu      sync.RWMutex
	checks  map[string]func(context.Context) error
	notes   map[string]func() string
}

// NewHealth begins not ready, without checks.
func NewHealth() *Health {
	return &Health{checks: map[string]func(context.Context) error{}, notes: map[string]func() string{}}
}

// Add names a dependency check.
func (h *Health) Add(name string, check func(context.Context) error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.checks[name] = check
}

// AddNote names something that the operator should know of a part, whether it is
// ready or not; "" for nothing.
func (h *Health) AddNote(name string, note func() string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.notes[name] = note
}

// SetServing switches readiness.
func (h *Health) SetServing(on bool) { h.serving.Store(on) }

// Serving tells the present readiness.
func (h *Health) Serving() bool { return h.serving.Load() }

// Report is the body of /readyz.
type Report struct {
	Ready bool `json:"ready"`
	// Parts holds "ok" or a word on what is wrong, by name.
	Parts map[string]string `json:"parts"`
	// Notes are what the operator should know, by name.
	Notes map[string]string `json:"notes,omitempty"`
}

// checkTimeout bounds all checks of one report: shorter than any probe waits,
// as a dependency that hangs must not make a service look unready.
const checkTimeout = time.Second

// Report asks every dependency, all at once, and gives them a second.
func (h *Health) Report(ctx context.Context) Report {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	h.mu.RLock()
	defer h.mu.RUnlock()
	var mu sync.Mutex
	var wg sync.WaitGroup
	r := Report{Ready: h.Serving(), Parts: map[string]string{}}
	for name, check := range h.checks {
		wg.Go(func() {
			state := "ok"
			if err := check(ctx); err != nil {
				state = "failing"
			}
			mu.Lock()
			defer mu.Unlock()
			r.Parts[name] = state
		})
	}
	wg.Wait()
	r.Notes = h.notesNow()
	return r
}

// notesNow asks for the notes; h.mu is held.
func (h *Health) notesNow() map[string]string {
	found := map[string]string{}
	for name, note := range h.notes {
		if text := note(); text != "" {
			found[name] = text
		}
	}
	return found
}

// Admin is the port for operators: health, metrics, profiles. It is never the
// public one.
type Admin struct {
	listener net.Listener
	server   *http.Server
	ready    chan struct{}
}

// NewAdmin listens on addr ("127.0.0.1:0" takes any free port).
func NewAdmin(addr string, h *Health, metrics http.Handler) (*Admin, error) {
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("admin port %s: %w", addr, err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		report := h.Report(r.Context())
		status := http.StatusOK
		if !report.Ready {
			status = http.StatusServiceUnavailable
		}
		writeJSON(w, status, report)
	})
	mux.Handle("GET /metrics", metrics)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return &Admin{
		listener: ln,
		server:   &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second},
		ready:    make(chan struct{}),
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

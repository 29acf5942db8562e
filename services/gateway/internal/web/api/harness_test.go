package api_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/api/conformance"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
	"github.com/docmill/docmill/services/gateway/internal/access/keycheck"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/jobs/filecache"
	"github.com/docmill/docmill/services/gateway/internal/web/api"
	"github.com/docmill/docmill/services/gateway/internal/web/download"
	"github.com/docmill/docmill/services/gateway/internal/web/fakeservices"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// gateway is a server on a real socket with its dependencies.
type gateway struct {
	t     testing.TB
	addr  string
	peers *fakeservices.Services
	docs  *memory
	blobs *blob.Store
	log   *lockedBuffer
	// contract checks every response against the OpenAPI document; nil in fuzz targets, which cannot
	// report.
	contract *conformance.Checker
	// metrics answers in Prometheus' format.
	metrics http.Handler
	// stop ends Serve's context; done gets its error.
	stop context.CancelFunc
	done chan error
}

func start(t testing.TB, change ...func(*config)) *gateway {
	t.Helper()
	return startWith(t, nil, change...)
}

// config is that of the server and its dependencies.
type config struct {
	httpserver.Config
	API     api.Config
	Uploads intake.Config
}

// startWith is start with more in the app, if change is not nil.
func startWith(t testing.TB, more func(*httpserver.App), change ...func(*config)) *gateway {
	t.Helper()
	cfg := config{
		Config: httpserver.DefaultConfig(), Uploads: intake.Config{MaxUploads: 32, MaxUploadsPerAccount: 8},
	}
	cfg.DrainTimeout = testkit.Patience
	for _, f := range change {
		f(&cfg)
	}
	s3 := testkit.S3(t)
	transport := &http.Transport{} // separate: the S3 server's end waits for idle connections
	t.Cleanup(transport.CloseIdleConnections)
	store, err := blob.New(blob.Config{
		Endpoint: s3.Endpoint, AccessKey: s3.AccessKey, SecretKey: s3.SecretKey, Bucket: s3.Bucket, Transport: transport,
	})
	require.NoError(t, err)
	g := &gateway{
		t: t, peers: fakeservices.Start(t), docs: newMemory(), blobs: store, log: &lockedBuffer{}, done: make(chan error, 1),
	}
	if _, fuzzing := t.(*testing.F); !fuzzing {
		g.contract = conformance.New(t)
	}
	tel, err := telemetry.New(t.Context(), telemetry.Config{Service: "gateway", LogWriter: io.Discard})
	require.NoError(t, err)
	g.metrics = tel.Metrics
	// This log redacts nothing: tests search it for keys.
	tel.Log = slog.New(slog.NewTextHandler(g.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	health := lifecycle.NewHealth()
	health.SetServing(true)
	app, stop := g.app(cfg, tel.Log)
	if more != nil {
		more(&app)
	}
	server, err := httpserver.New(cfg.Config, httpserver.Deps{Health: health, Telemetry: tel}, app)
	require.NoError(t, err)
	t.Cleanup(stop)
	g.serve(server)
	return g
}

// app is the API over the memory and the peers; stop ends its subscriptions.
func (g *gateway) app(cfg config, log *slog.Logger) (app httpserver.App, stop func()) {
	g.t.Helper()
	newID := func() string { return httpserver.NewID(rand.Reader) }
	in := intake.New(g.blobs, filecache.New(filecache.Config{}), cfg.Uploads, newID, log)
	verifier := keycheck.New(g.peers.Gateway, time.Now)
	stop, err := verifier.Listen()
	require.NoError(g.t, err)
	a := api.New(cfg.API, api.Deps{
		Documents:   g.docs,
		Submissions: submission.New(g.docs, in, newID, time.Now, log),
		Downloads:   download.New(g.docs, g.blobs, pages.New(g.docs, g.blobs, g.peers.Gateway), log),
		Bus:         g.peers.Gateway, Verifier: verifier, Admission: admission.New(g.peers.Gateway, time.Now),
	})
	return httpserver.App{Before: a.Authenticate, Routes: a.Routes()}, stop
}

func (g *gateway) serve(server *httpserver.Server) {
	g.t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(g.t, err)
	g.addr = ln.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	g.stop = cancel
	go func() { g.done <- server.Serve(ctx, ln) }()
	g.t.Cleanup(func() {
		cancel()
		select {
		case err := <-g.done:
			if err != nil {
				g.t.Error(err)
			}
		case <-time.After(testkit.Patience):
			g.t.Error("the server did not stop")
		}
	})
}

// objects lists the bucket's objects.
func (g *gateway) objects() []string {
	g.t.Helper()
	var keys []string
	err := g.blobs.Each(context.Background(), "", time.Now().Add(time.Hour), func(key string) error {
		keys = append(keys, key)
		return nil
	})
	require.NoError(g.t, err)
	return keys
}

func (g *gateway) wantNothingKept() {
	g.t.Helper()
	if keys := g.objects(); len(keys) > 0 {
		g.t.Errorf("the bucket holds %v", keys)
	}
	if docs := g.docs.accepted(); len(docs) > 0 {
		g.t.Errorf("documents were accepted: %v", docs)
	}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

package api_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/api/conformance"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
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
	// contract checks every response against the OpenAPI document; nil in fuzz targets, which cannot report.
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
		assert.NoError(g.t, testkit.Receive(g.t, g.done, "the end of the server"))
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
	assert.Empty(g.t, g.objects(), "the bucket holds")
	assert.Empty(g.t, g.docs.accepted(), "documents accepted")
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

// answer is a response that was read whole.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a answer) code(t testing.TB) string {
	t.Helper()
	var body map[string]string
	require.NoError(t, json.Unmarshal(a.body, &body), "status", a.status, "with a body that is no error", string(a.body))
	if len(body) != 2 || body["error"] == "" || body["code"] == "" {
		t.Fatalf("error body has other members than error and code: %s", a.body)
	}
	assert.Equal(t, a.header.Get("Content-Type"), "application/json", "Content-Type of an error")
	return body["code"]
}

func decode[T any](t testing.TB, a answer) (v T) {
	t.Helper()
	require.NoError(t, json.Unmarshal(a.body, &v), "status", a.status, "body", string(a.body))
	return v
}

func header(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Add(pairs[i], pairs[i+1])
	}
	return h
}

// send sends one request on a separate connection.
func (g *gateway) send(method, path string, h http.Header, body io.Reader) answer {
	g.t.Helper()
	transport := &http.Transport{DisableKeepAlives: true, ExpectContinueTimeout: testkit.Patience}
	a, err := g.try(transport, method, path, h, body)
	require.NoError(g.t, err, method, path)
	return a
}

func (g *gateway) try(transport http.RoundTripper, method, path string, h http.Header, body io.Reader) (answer, error) {
	req, err := http.NewRequest(method, "http://"+g.addr+path, body)
	if err != nil {
		return answer{}, err
	}
	maps.Copy(req.Header, h)
	// The document does not describe /docs/.
	if g.contract != nil && !strings.HasPrefix(path, "/docs/") {
		transport = g.contract.Transport(transport)
	}
	resp, err := transport.RoundTrip(req)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, resp.Header, b}, err
}

// part is one part of a form; a file when it has a file name.
type part struct{ name, fileName, content string }

func pdf(content string) part {
	return part{"file", "invoice.pdf", "%PDF-1.7\n" + content}
}

// form encodes parts; the header pairs are added to its Content-Type.
func form(parts []part, pairs ...string) (http.Header, *bytes.Buffer) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		var pw io.Writer
		if p.fileName != "" {
			pw, _ = w.CreateFormFile(p.name, p.fileName)
		} else {
			pw, _ = w.CreateFormField(p.name)
		}
		_, _ = io.WriteString(pw, p.content)
	}
	_ = w.Close()
	h := header(pairs...)
	h.Set("Content-Type", w.FormDataContentType())
	return h, &b
}

func (g *gateway) upload(key string, parts []part, pairs ...string) answer {
	g.t.Helper()
	h, b := form(parts, append([]string{"X-API-Key", key}, pairs...)...)
	return g.send(http.MethodPost, "/api/v1/extract", h, b)
}

func wantStatus(t testing.TB, a answer, status int, code contract.Code) {
	t.Helper()
	require.Equal(t, a.status, status, "status", string(a.body))
	assert.Equal(t, a.code(t), string(code), "code")
}

func wantHeader(t testing.TB, a answer, name, want string) {
	t.Helper()
	if got := a.header.Values(name); !slices.Equal(got, []string{want}) {
		t.Errorf("%s is %q, want %q", name, strings.Join(got, " | "), want)
	}
}

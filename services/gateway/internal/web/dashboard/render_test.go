package dashboard_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"html"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/oidc"
	"github.com/docmill/docmill/services/gateway/internal/web/fakeservices"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

const documentID = contract.PrefixDocument + "01970000-0000-7000-8000-000000000001"

// oneDocument is a documents service with one completed invoice.
type oneDocument struct{ dashboard.Documents }

func (oneDocument) Record(context.Context, string, string) (contract.Record, error) {
	rec := contract.Record{
		ID: documentID, Status: contract.StatusCompleted, DocumentType: "invoice", Confidence: new(float64),
		Data: json.RawMessage(`{"invoiceNumber":"R-1","total":"1.00","lineItems":[{"amount":"1.00","unitPrice":"1.00"}]}`),
		Fields: json.RawMessage(`{"invoiceNumber":{"value":"R-1","raw":"R 1","confidence":0.5,"source":"ocr","page":1,
			"box":[0,0,1,1],"checks":["sum"]},"total":{"value":"1.00","source":"human","original":{"value":"2.00"}}}`),
		Checks: json.RawMessage(`[{"name":"line_items","passed":true}]`), Missing: []string{"issueDate"},
		CreatedAt: contract.TimeOf(time.Now()),
	}
	rec.Metadata.FileName, rec.Metadata.FileSize, rec.Metadata.MIMEType = "a.pdf", 2048, "application/pdf"
	return rec, nil
}

func (d oneDocument) List(ctx context.Context, _ string, _ model.Filter, _ int, _ string) (model.Page, error) {
	rec, err := d.Record(ctx, "", "")
	return model.Page{Records: []contract.Record{rec}}, err
}

func (oneDocument) Neighbors(context.Context, string, string) (before, after string, _ error) {
	return "", "", nil
}

func (d oneDocument) Preview(ctx context.Context, _ model.Correction) (model.Preview, error) {
	rec, err := d.Record(ctx, "", "")
	return model.Preview{Data: rec.Data, Checks: rec.Checks}, err
}

func (oneDocument) Corrections(context.Context, string, string) ([]model.CorrectionEntry, error) {
	return nil, nil
}

func (oneDocument) ReviewReasons(context.Context, string, string) ([]model.ReviewReason, error) {
	return []model.ReviewReason{model.ReasonMissing, model.ReasonConfidence}, nil
}

func (oneDocument) HoldReview(context.Context, string, string, string) (string, error) {
	return "", nil
}

func (oneDocument) ListTypes(context.Context, string) ([]model.SavedType, error) {
	t, err := oneDocument{}.SavedType(context.Background(), "", "acme_payslip", 0)
	return []model.SavedType{t}, err
}

func (oneDocument) SavedType(_ context.Context, _, name string, _ int) (model.SavedType, error) {
	return model.SavedType{Name: name, Title: "Acme", Version: 2, CreatedAt: time.Now(), Schema: json.RawMessage(
		`{"type":"object","properties":{"paidOn":{"type":"string","format":"date","title":"Paid on"},` +
			`"rows":{"type":"array","items":{"type":"object","properties":{"amount":{"type":"number"}}}}}}`)}, nil
}

func (oneDocument) SavedFilters(context.Context, string, string) ([]model.SavedFilter, error) {
	return nil, nil
}

func (oneDocument) ListColumns(context.Context, string, string) ([]schema.Field, error) {
	return nil, nil
}

// browser requests pages of a running dashboard.
type browser struct {
	t       *testing.T
	address string
	session string // secret
}

func startDashboard(t *testing.T) browser {
	t.Helper()
	services := fakeservices.Start(t)
	tel, err := telemetry.New(t.Context(), telemetry.Config{Service: "gateway", LogWriter: io.Discard})
	require.NoError(t, err)
	d, err := dashboard.New(dashboard.Deps{Bus: services.Gateway, Documents: oneDocument{}, Log: tel.Log})
	require.NoError(t, err)
	cfg := httpserver.DefaultConfig()
	cfg.DrainTimeout = testkit.Patience
	health := lifecycle.NewHealth()
	health.SetServing(true)
	server, err := httpserver.New(cfg, httpserver.Deps{Health: health, Telemetry: tel},
		httpserver.App{Routes: d.Routes(), ErrorPage: d.ErrorPage})
	require.NoError(t, err)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx, ln) }()
	t.Cleanup(func() {
		cancel()
		assert.NoError(t, <-done)
	})
	return browser{t, "http://" + ln.Addr().String(), services.Auth.NewSession(contract.PlanPro)}
}

func (b browser) get(path, language string, signedIn bool) string {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, b.address+path, http.NoBody)
	require.NoError(b.t, err)
	r.Header.Set("Accept", "text/html")
	r.Header.Set("Accept-Language", language)
	if signedIn {
		r.AddCookie(&http.Cookie{Name: "docmill", Value: b.session})
	}
	resp, err := http.DefaultClient.Do(r)
	require.NoError(b.t, err)
	defer resp.Body.Close()
	var body bytes.Buffer
	_, err = body.ReadFrom(resp.Body)
	require.NoError(b.t, err)
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusNotFound {
		b.t.Fatalf("%s: %s\n%s", path, resp.Status, body.String())
	}
	return body.String()
}

// No page shows an English text that has a translation.
func TestPageTranslations(t *testing.T) {
	t.Parallel()
	b := startDashboard(t)
	pages := []struct {
		path     string
		signedIn bool
	}{
		{"/sign-in", false}, {"/welcome", false}, {"/nothing", true}, {"/documents/" + documentID, true},
		{"/documents", true}, {"/documents/columns", true}, {"/documents/filters", true}, {"/keys", true},
		{"/keys/new", true}, {"/users", true}, {"/webhooks", true}, {"/types", true}, {"/types/new", true},
		{"/types/acme_payslip", true}, {"/types/acme_payslip/delete", true},
	}
	for _, code := range []string{"de", "fr", "es"} {
		content, err := os.ReadFile("languages/" + code + ".txt")
		require.NoError(t, err)
		entries := entriesOf(code, string(content))
		for _, p := range pages {
			page := b.get(p.path, code, p.signedIn)
			if !strings.Contains(page, `<html lang="`+code+`">`) || !strings.Contains(page, "/static/texts-"+code+".") {
				t.Errorf("%s, %s: the page or its scripts have another language", code, p.path)
			}
			for _, text := range textOf(page) {
				if translated, ok := entries[text]; ok && translated != text {
					t.Errorf("%s, %s: %q, want %q", code, p.path, text, translated)
				}
			}
		}
	}
	page := b.get("/sign-in", "en", false)
	assert.True(t, strings.Contains(page, `<html lang="en">`) && !strings.Contains(page, "/static/texts-"),
		"English", page)
}

var tag = regexp.MustCompile(`<[^>]*>`)

func textOf(page string) []string {
	var all []string
	for _, found := range regexp.MustCompile(`(?:aria-label|title|alt|placeholder|data-label)="([^"]*)"`).
		FindAllStringSubmatch(page, -1) {
		all = append(all, html.UnescapeString(found[1]))
	}
	for text := range strings.SplitSeq(tag.ReplaceAllString(page, "\n"), "\n") {
		all = append(all, strings.TrimSpace(html.UnescapeString(text)))
	}
	return all
}

var update = flag.Bool("update", false, "write "+routesFile)

// routesFile lists every route, for tests in other modules.
const routesFile = "testdata/routes.txt"

func TestRoutes(t *testing.T) {
	t.Parallel()
	provider, err := oidc.New(oidc.Config{}, time.Now)
	require.NoError(t, err)
	d, err := dashboard.New(dashboard.Deps{Webhooks: true, OIDC: provider})
	require.NoError(t, err)
	var lines []string
	for _, r := range d.Routes() {
		if !strings.HasPrefix(r.Path, "/static/") {
			lines = append(lines, r.Method+" "+r.Path+"\n")
		}
		assert.True(t, r.Path != "/api" && !strings.HasPrefix(r.Path, "/api/"), r.Path, "session under /api")
	}
	slices.Sort(lines)
	got := strings.Join(lines, "")
	if *update {
		require.NoError(t, os.WriteFile(routesFile, []byte(got), 0o600))
	}
	want, err := os.ReadFile(routesFile)
	assert.NoError(t, err, routesFile, "is out of date (go test -update writes it")
	assert.Equal(t, string(want), got, routesFile, "is out of date (go test -update writes it")
}

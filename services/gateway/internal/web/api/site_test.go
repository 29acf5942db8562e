package api_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/api"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
	"github.com/docmill/docmill/services/gateway/internal/web/reference"
)

// hut is a small site.
type hut struct{}

func (hut) routes() []httpserver.Route {
	return []httpserver.Route{
		{Method: "GET", Path: "/hut", Handle: func(c *fiber.Ctx, r *httpserver.Request) error {
			return c.SendString("from " + r.Client.String())
		}},
		{Method: "POST", Path: "/hut", Handle: func(*fiber.Ctx, *httpserver.Request) error {
			return apierror.New(contract.CodeAuthInvalid, "Who are you?")
		}},
		{Method: "GET", Path: "/hut/fire", Handle: func(*fiber.Ctx, *httpserver.Request) error { panic("fire") }},
	}
}

func (hut) errorPage(rctx *fasthttp.RequestCtx, r *httpserver.Request, status int, f *apierror.Error) {
	rctx.SetStatusCode(status)
	rctx.SetContentType("text/html")
	rctx.SetBodyString("<p>" + f.Public + r.ID)
}

func TestSite(t *testing.T) {
	t.Parallel()
	g := startWith(t, func(a *httpserver.App) {
		a.Routes, a.ErrorPage = append(a.Routes, hut{}.routes()...), hut{}.errorPage
	})
	g.contract = nil // the site is no part of the API's description
	page := header("Accept", "text/html,*/*;q=0.8")
	for _, c := range []struct {
		method, path string
		status       int
		html         bool
	}{
		{"GET", "/hut", 200, false},
		{"POST", "/hut", 403, true},
		{"PUT", "/hut", 405, true},
		{"GET", "/elsewhere", 404, true},
		{"GET", "/hut/fire", 500, true},
		{"GET", "/api/v1/usage", 401, false},
		{"GET", "/apiary", 404, true},
	} {
		a := g.send(c.method, c.path, page, nil)
		if a.status != c.status || strings.HasPrefix(a.header.Get("Content-Type"), "text/html") != c.html {
			t.Errorf("%s %s: status %d, %s: %s", c.method, c.path, a.status, a.header.Get("Content-Type"), a.body)
		}
		challenge := a.header.Get("WWW-Authenticate")
		assert.Equal(t, challenge != "", strings.HasPrefix(c.path, "/api/"), c.method, c.path, "challenge", challenge)
		if plain := g.send(c.method, c.path, nil, nil); plain.status >= 400 {
			plain.code(t) // others get the API's error body
		}
	}
	assert.Equal(t, string(g.send("GET", "/hut", page, nil).body), "from 127.0.0.1", "answer")
	a := g.send("HEAD", "/hut", page, nil)
	assert.True(t, a.status == http.StatusOK && len(a.body) == 0, "HEAD", a.status, string(a.body))
}

func TestReference_200_304(t *testing.T) {
	t.Parallel()
	g := start(t)
	for _, f := range reference.Files() {
		plain := g.send("GET", f.Path, header("Accept-Encoding", "identity"), nil)
		if plain.status != 200 || len(plain.body) == 0 || plain.header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %d, %d bytes, %v", f.Path, plain.status, len(plain.body), plain.header)
		}
		wantHeader(t, plain, "Content-Type", f.MediaType)
		wantHeader(t, plain, "Cache-Control", "no-cache")
		wantHeader(t, plain, "X-Content-Type-Options", "nosniff")
		packed := g.send("GET", f.Path, header("Accept-Encoding", "br, gzip;q=0.5"), nil)
		if packed.header.Get("Content-Encoding") == "gzip" {
			r, err := gzip.NewReader(bytes.NewReader(packed.body))
			require.NoError(t, err)
			content, err := io.ReadAll(r)
			if err != nil || !bytes.Equal(content, plain.body) || packed.header.Get("ETag") == plain.header.Get("ETag") {
				t.Errorf("%s packed: %d bytes, %v, %s", f.Path, len(content), err, packed.header.Get("ETag"))
			}
			wantHeader(t, packed, "Vary", "Accept-Encoding")
		}
		for _, a := range []answer{plain, packed} {
			again := g.send("GET", f.Path, header("Accept-Encoding", a.header.Get("Content-Encoding"), "If-None-Match",
				a.header.Get("ETag")), nil)
			assert.True(t, again.status == http.StatusNotModified && len(again.body) == 0, f.Path, "again", again.status)
		}
	}
	doc := g.send("GET", "/openapi.yaml", nil, nil)
	assert.True(t, bytes.Equal(doc.body, api.OpenAPI()), "/openapi.yaml is not the document of the API")
	for _, path := range []string{"/docs/", "/docs/page.html", "/docs/../docs", "/openapi.json", "/"} {
		wantStatus(t, g.send("GET", path, nil, nil), 404, contract.CodeNotFound)
	}
	wantStatus(t, g.send("POST", "/docs/page.js", nil, nil), 405, contract.CodeMethodNotAllowed)
}

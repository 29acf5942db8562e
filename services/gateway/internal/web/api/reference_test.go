package api_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"testing"

	"github.com/docmill/docmill/api"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/reference"
)

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
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(r)
			if err != nil || !bytes.Equal(content, plain.body) || packed.header.Get("ETag") == plain.header.Get("ETag") {
				t.Errorf("%s packed: %d bytes, %v, %s", f.Path, len(content), err, packed.header.Get("ETag"))
			}
			wantHeader(t, packed, "Vary", "Accept-Encoding")
		}
		for _, a := range []answer{plain, packed} {
			again := g.send("GET", f.Path, header("Accept-Encoding", a.header.Get("Content-Encoding"), "If-None-Match",
				a.header.Get("ETag")), nil)
			if again.status != http.StatusNotModified || len(again.body) != 0 {
				t.Errorf("%s again: %d", f.Path, again.status)
			}
		}
	}
	doc := g.send("GET", "/openapi.yaml", nil, nil)
	if !bytes.Equal(doc.body, api.OpenAPI()) {
		t.Error("/openapi.yaml is not the document of the API")
	}
	for _, path := range []string{"/docs/", "/docs/page.html", "/docs/../docs", "/openapi.json", "/"} {
		wantStatus(t, g.send("GET", path, nil, nil), 404, contract.CodeNotFound)
	}
	wantStatus(t, g.send("POST", "/docs/page.js", nil, nil), 405, contract.CodeMethodNotAllowed)
}

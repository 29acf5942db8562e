package api_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

func TestFile_200(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	content := "%PDF-1.7\nthe content"
	a := g.upload(key, []part{{"file", "Ölmühle \"1\".pdf", content}}, "Prefer", "respond-async")
	rec := decode[contract.Record](t, a)
	path := "/api/v1/documents/" + rec.ID + "/file"
	a = g.send("GET", path, header("X-API-Key", key), nil)
	if a.status != 200 || string(a.body) != content {
		t.Fatalf("status %d: %q", a.status, a.body)
	}
	tag := `"` + rec.Metadata.SHA256 + `"`
	for name, want := range map[string]string{
		"Content-Type": "application/pdf", "Content-Length": strconv.Itoa(len(content)), "ETag": tag,
		"Accept-Ranges":          "bytes",
		"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox",
		"Cache-Control":       "no-store",
		"Content-Disposition": `attachment; filename="_lm_hle _1_.pdf"; filename*=UTF-8''%C3%96lm%C3%BChle%20%221%22.pdf`,
	} {
		wantHeader(t, a, name, want)
	}
	head := g.send("HEAD", path, header("X-API-Key", key, "Range", "bytes=0-1"), nil)
	if head.status != 200 || len(head.body) != 0 {
		t.Errorf("HEAD: %d %q", head.status, head.body)
	}
	wantHeader(t, head, "Content-Length", strconv.Itoa(len(content)))
	if a := g.send("GET", path, header("X-API-Key", key, "If-None-Match", tag), nil); a.status != http.StatusNotModified ||
		len(a.body) != 0 {
		t.Errorf("If-None-Match: %d %s", a.status, a.body)
	}
}

func TestFile_206_416(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	rec := g.newDocument(key) // %PDF-1.7\nx
	path := "/api/v1/documents/" + rec.ID + "/file"
	tag := `"` + rec.Metadata.SHA256 + `"`
	for _, c := range []struct {
		header, ifRange, body, contentRange string
	}{
		{"bytes=1-3", "", "PDF", "bytes 1-3/10"}, {"bytes=-1", "", "x", "bytes 9-9/10"},
		{"bytes=8-", tag, "\nx", "bytes 8-9/10"},
		{"bytes=0-99", "", "%PDF-1.7\nx", "bytes 0-9/10"}, {"bytes=1-3", `"other"`, "", ""},
		{"bytes=1-3", "W/" + tag, "", ""},
		{"bytes=1-3", "Fri, 02 Oct 2026 08:00:00 GMT", "", ""}, {"bytes=0-1,3-4", "", "", ""}, {"lines=1-2", "", "", ""},
		{"bytes=3-1", "", "", ""},
	} {
		h := header("X-API-Key", key, "Range", c.header)
		if c.ifRange != "" {
			h.Set("If-Range", c.ifRange)
		}
		a := g.send("GET", path, h, nil)
		status := http.StatusPartialContent
		if c.contentRange == "" {
			status, c.body = http.StatusOK, "%PDF-1.7\nx"
		}
		if a.status != status || string(a.body) != c.body || a.header.Get("Content-Range") != c.contentRange {
			t.Errorf("%s, %s: %d %q %s", c.header, c.ifRange, a.status, a.body, a.header.Get("Content-Range"))
		}
	}
	a := g.send("GET", path, header("X-API-Key", key, "Range", "bytes=10-"), nil)
	wantStatus(t, a, http.StatusRequestedRangeNotSatisfiable, contract.CodeInvalidRequest)
	wantHeader(t, a, "Content-Range", "bytes */10")
}

func TestFile_404_503(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	stranger, _ := g.peers.Auth.NewKey(contract.PlanFree)
	rec := g.newDocument(key)
	path := "/api/v1/documents/" + rec.ID + "/file"
	wantStatus(t, g.send("GET", path, header("X-API-Key", stranger), nil), 404, contract.CodeNotFound)
	wantStatus(t, g.send("GET", "/api/v1/documents/ext_1/file", header("X-API-Key", key), nil), 404, contract.CodeNotFound)
	wantStatus(t, g.send("GET", path+"?download=1", header("X-API-Key", key), nil), 400, contract.CodeInvalidRequest)
	require.NoError(t, g.blobs.Delete(t.Context(), g.docs.accepted()[0].Document.ObjectKey))
	a := g.send("GET", path, header("X-API-Key", key), nil)
	wantStatus(t, a, 404, contract.CodeNotFound)
	if a.header.Get("ETag") != "" || a.header.Get("Content-Disposition") != "" ||
		!strings.Contains(g.log.String(), "file is missing") {
		t.Errorf("%v", a.header)
	}
}

func TestFile_large(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	content := "%PDF-1.7\n" + strings.Repeat("0123456789abcdef", 1<<20) // more than sockets buffer
	rec := decode[contract.Record](t, g.upload(key, []part{{"file", "a.pdf", content}}, "Prefer", "respond-async"))
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet,
		"http://"+g.addr+"/api/v1/documents/"+rec.ID+"/file", nil)
	require.NoError(t, err)
	req.Header.Set("X-API-Key", key)
	transport := &http.Transport{DisableKeepAlives: true}
	resp, err := transport.RoundTrip(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	var got bytes.Buffer
	if _, err := io.Copy(&got, resp.Body); err != nil || got.String() != content {
		t.Errorf("%d bytes of %d, %v", got.Len(), len(content), err)
	}
}

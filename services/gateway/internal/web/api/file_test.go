package api_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/docmill/docmill/api"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
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
	require.True(t, a.status == 200 && string(a.body) == content, "status", a.status, string(a.body))
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
	assert.True(t, head.status == 200 && len(head.body) == 0, "HEAD", head.status, string(head.body))
	wantHeader(t, head, "Content-Length", strconv.Itoa(len(content)))
	a = g.send("GET", path, header("X-API-Key", key, "If-None-Match", tag), nil)
	assert.True(t, a.status == http.StatusNotModified && len(a.body) == 0, "If-None-Match", a.status, string(a.body))
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

// draws has pictures drawn and words read. Page 9 does not exist.
func (g *gateway) draws() {
	none := apierror.New(contract.CodeNotFound, "The document has no such page.")
	e := g.peers.StartExtractor(g.t, func(ctx context.Context, q contract.PageRequest) (contract.PageReply, error) {
		if q.Page == 9 {
			return contract.PageReply{}, none
		}
		return contract.PageReply{Width: q.Width, Height: 1}, put(ctx, q.PutURL, "a picture")
	})
	e.Read(func(ctx context.Context, q contract.PageWordsRequest) (contract.PageWordsReply, error) {
		if q.Page == 9 {
			return contract.PageWordsReply{}, none
		}
		return contract.PageWordsReply{}, put(ctx, q.PutURL, `{"page":1,"words":[]}`)
	})
}

func put(ctx context.Context, url, content string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, strings.NewReader(content))
	if err != nil {
		return err
	}
	transport := &http.Transport{DisableKeepAlives: true}
	resp, err := transport.RoundTrip(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func TestPage_200_304(t *testing.T) {
	t.Parallel()
	g := start(t)
	g.draws()
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	path := "/api/v1/documents/" + g.newDocument(key).ID + "/pages/"
	a := g.send("GET", path+"1.png", header("X-API-Key", key), nil)
	require.True(t, a.status == 200 && string(a.body) == "a picture", "status", a.status, string(a.body))
	for name, want := range map[string]string{
		"Content-Type": "image/png", "Content-Length": "9", "Cache-Control": "private, max-age=3600, immutable",
		"X-Content-Type-Options": "nosniff",
	} {
		wantHeader(t, a, name, want)
	}
	tag := a.header.Get("ETag")
	assert.Equal(t, g.send("GET", path+"1.png?width=1000", header("X-API-Key", key, "If-None-Match", tag), nil).status,
		http.StatusNotModified, "the default width, unchanged")
	for _, other := range []string{"2.png", "1.png?width=16", "1.png?width=2400"} {
		a := g.send("GET", path+other, header("X-API-Key", key, "If-None-Match", tag), nil)
		if a.status != 200 || a.header.Get("ETag") == tag {
			t.Errorf("%s: %d %s", other, a.status, a.header.Get("ETag"))
		}
	}
	a = g.send("HEAD", path+"1.png", header("X-API-Key", key), nil)
	assert.True(t, a.status == 200 && a.header.Get("Content-Length") == "9", "HEAD", a.status, a.header)
}

func TestImageWidthsDocumented(t *testing.T) {
	t.Parallel()
	widths := strings.Trim(strings.ReplaceAll(fmt.Sprint(pages.KeptWidths()), " ", ", "), "[]")
	last := strings.LastIndex(widths, ", ")
	want := widths[:last] + " or " + widths[last+2:] + " pixels wide"
	assert.True(t, bytes.Contains(api.OpenAPI(), []byte(want)), "the documentation does not have", want)
}

func TestPage_400_404_503(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	stranger, _ := g.peers.Auth.NewKey(contract.PlanFree)
	rec := g.newDocument(key)
	path := "/api/v1/documents/" + rec.ID + "/pages/"
	// no extractor
	wantStatus(t, g.send("GET", path+"1.png", header("X-API-Key", key), nil), 503, contract.CodeServiceUnavailable)
	g.draws()
	for _, q := range []string{"width=15", "width=2401", "width=", "width=x", "width=-1", "height=5"} {
		wantStatus(t, g.send("GET", path+"1.png?"+q, header("X-API-Key", key), nil), 400, contract.CodeInvalidRequest)
	}
	for _, page := range []string{"0.png", "-1.png", "01.png", "1.5.png", "x.png", "9.png", "99999999999.png", ".png", "1",
		"1.jpg", "1.png/", "", "1.PNG", "%2e%2e.png"} {
		wantStatus(t, g.send("GET", path+page, header("X-API-Key", key), nil), 404, contract.CodeNotFound)
	}
	wantStatus(t, g.send("GET", path+"1.png", header("X-API-Key", stranger), nil), 404, contract.CodeNotFound)
	wantStatus(t, g.send("GET", "/api/v1/documents/ext_1/pages/1.png", header("X-API-Key", key), nil), 404,
		contract.CodeNotFound)
	pages := 2
	g.keep(p, 1, func(r *contract.Record) { r.ID, r.Metadata.Pages = rec.ID, &pages })
	wantStatus(t, g.send("GET", path+"3.png", header("X-API-Key", key), nil), 404, contract.CodeNotFound)
	a := g.send("GET", path+"2.png", header("X-API-Key", key), nil)
	assert.Equal(t, a.status, 200, "the last page", string(a.body))
}

func TestPageWords_200_304(t *testing.T) {
	t.Parallel()
	g := start(t)
	g.draws()
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	path := "/api/v1/documents/" + g.newDocument(key).ID + "/pages/"
	a := g.send("GET", path+"1/words", header("X-API-Key", key), nil)
	require.True(t, a.status == 200 && string(a.body) == `{"page":1,"words":[]}`, "status", a.status, string(a.body))
	for name, want := range map[string]string{
		"Content-Type": "application/json", "Content-Length": "21", "X-Content-Type-Options": "nosniff",
		"Cache-Control": "private, max-age=3600, immutable",
	} {
		wantHeader(t, a, name, want)
	}
	tag := a.header.Get("ETag")
	assert.Equal(t, g.send("GET", path+"1/words", header("X-API-Key", key, "If-None-Match", tag), nil).status,
		http.StatusNotModified, "unchanged")
	assert.Equal(t, g.send("GET", path+"2/words", header("X-API-Key", key, "If-None-Match", tag), nil).status, 200,
		"another page")
}

func TestPageWords_400_404_503(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	stranger, _ := g.peers.Auth.NewKey(contract.PlanFree)
	path := "/api/v1/documents/" + g.newDocument(key).ID + "/pages/"
	// no extractor
	a := g.send("GET", path+"1/words", header("X-API-Key", key), nil)
	wantStatus(t, a, 503, contract.CodeServiceUnavailable)
	assert.NotEqual(t, a.header.Get("Retry-After"), "", "no Retry-After", a.header)
	g.draws()
	wantStatus(t, g.send("GET", path+"1/words?width=100", header("X-API-Key", key), nil), 400,
		contract.CodeInvalidRequest)
	for _, page := range []string{"0/words", "01/words", "x/words", "9/words", "1/words/", "1/Words", "/words"} {
		wantStatus(t, g.send("GET", path+page, header("X-API-Key", key), nil), 404, contract.CodeNotFound)
	}
	wantStatus(t, g.send("GET", path+"1/words", header("X-API-Key", stranger), nil), 404, contract.CodeNotFound)
}

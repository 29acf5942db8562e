package api_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// endAfter has accepted documents end a moment later.
func (g *gateway) endAfter(d time.Duration, wake bool) {
	g.docs.set(func(m *memory) {
		m.onAccept = func(a model.Acceptance) error {
			time.AfterFunc(d, func() { m.end(a.Document.ID, wake) })
			return nil
		}
	})
}

func TestExtract_200(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, who := g.peers.Auth.NewKey(contract.PlanPro)
	g.endAfter(20*time.Millisecond, true)
	a := g.upload(key, []part{{name: "document_type", content: "invoice"}, pdf("content")})
	require.Equal(t, a.status, http.StatusOK, "status", string(a.body))
	rec := decode[contract.Record](t, a)
	wantHeader(t, a, "Location", "/api/v1/documents/"+rec.ID)
	sum := sha256.Sum256([]byte(pdf("content").content))
	want := contract.Metadata{FileName: "invoice.pdf", FileSize: 16, MIMEType: "application/pdf",
		SHA256: hex.EncodeToString(sum[:])}
	if rec.Metadata.Pages = nil; rec.Metadata != want || rec.DocumentType != "invoice" ||
		rec.Status != contract.StatusCompleted {
		t.Errorf("record is %+v", rec)
	}
	doc := g.docs.accepted()[0]
	assert.True(t, doc.Principal == who && doc.Document.Lane == contract.LaneInteractive, "accepted was", doc)
	if keys := g.objects(); len(keys) != 1 || keys[0] != doc.Document.ObjectKey || !strings.HasPrefix(keys[0], "docs/") {
		t.Errorf("the bucket holds %v", keys)
	}
	assert.Equal(t, g.docs.waiters(), 0, "waiters are left")
}

// A picture needs recognition: it must not wait in front of text.
func TestExtract_200_imageSlowLane(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	g.endAfter(time.Millisecond, true)
	gif := "GIF89a\x01\x00\x01\x00\x00\x00\x00;"
	a := g.upload(key, []part{{name: "file", fileName: "receipt.gif", content: gif}})
	require.Equal(t, a.status, http.StatusOK, "status", string(a.body))
	assert.Equal(t, g.docs.accepted()[0].Document.Lane, contract.LaneSlow, "lane")
}

// A request looks by itself when the wake is lost.
func TestExtract_200_wakeLost(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	g.endAfter(10*time.Millisecond, false)
	a := g.upload(key, []part{pdf("x")})
	require.Equal(t, a.status, http.StatusOK, "status", string(a.body))
}

func TestExtract_202(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	for prefer, applied := range map[string]string{
		"respond-async":         "respond-async",
		"wait=0":                "wait=0",
		"Wait=0; foo=bar, a=b":  "wait=0",
		"respond-async, wait=0": "respond-async, wait=0",
	} {
		a := g.upload(key, []part{pdf("x")}, "Prefer", prefer)
		require.Equal(t, a.status, http.StatusAccepted, prefer, "status", string(a.body))
		rec := decode[contract.Record](t, a)
		assert.True(t, rec.Status == contract.StatusQueued && rec.DocumentType == "auto", "record is", string(a.body))
		wantHeader(t, a, "Location", "/api/v1/documents/"+rec.ID)
		wantHeader(t, a, "Retry-After", "1")
		wantHeader(t, a, "Preference-Applied", applied)
	}
}

// An accepted document's id reaches the client after any later error.
func TestExtract_202_recordUnreadable(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	g.docs.set(func(m *memory) { m.recordFn = func() error { return apierror.Unavailable(nil, time.Second) } })
	a := g.upload(key, []part{pdf("x")}, "Prefer", "respond-async")
	require.Equal(t, a.status, http.StatusAccepted, "status", string(a.body))
	assert.Equal(t, decode[contract.Record](t, a).ID, g.docs.accepted()[0].Document.ID, "record is", string(a.body))
}

func TestExtract_400(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	tests := map[string]struct {
		parts   []part
		code    contract.Code
		mention string
	}{
		"no file":      {[]part{{name: "document_type", content: "invoice"}}, contract.CodeInvalidRequest, `"file"`},
		"two files":    {[]part{pdf("a"), pdf("b")}, contract.CodeInvalidRequest, "more than one"},
		"unknown part": {[]part{pdf("a"), {name: "scheme", content: "{}"}}, contract.CodeInvalidRequest, `"scheme"`},
		"bad schema": {[]part{pdf("a"), {name: "schema", content: `{"properties":{"a":{"type":"text"}}}`}},
			contract.CodeInvalidSchema, "/properties/a/type"},
		"schema of no JSON": {[]part{pdf("a"), {name: "schema", content: "x"}}, contract.CodeInvalidSchema, "JSON"},
		"unknown type": {[]part{pdf("a"), {name: "document_type", content: "novel"}},
			contract.CodeInvalidDocumentType, "purchase_order"},
		"two types": {[]part{{name: "document_type", content: "auto"}, {name: "document_type", content: "auto"},
			pdf("a")}, contract.CodeInvalidRequest, "document_type"},
		"empty file": {[]part{{"file", "a.pdf", ""}}, contract.CodeEmptyFile, "empty"},
		"long document_type": {[]part{{name: "document_type", content: strings.Repeat("x", 1<<20)}, pdf("a")},
			contract.CodeInvalidDocumentType, "xxx"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			a := g.upload(key, tt.parts)
			wantStatus(t, a, http.StatusBadRequest, tt.code)
			assert.Contains(t, string(a.body), strings.ReplaceAll(tt.mention, `"`, `\"`), "does not mention", tt.mention)
		})
	}
	t.Run("malformed", func(t *testing.T) {
		h := header("X-API-Key", key, "Content-Type", "multipart/form-data; boundary=b")
		for _, body := range []string{
			"", "no multipart", "--b\r\n\r\n", "--b\r\nContent-Disposition: form-data; name=file\r\n\r\n%PDF-1.7",
			"--b\r\nContent-Disposition: attachment\r\n\r\nx\r\n--b--\r\n", "--b--\r\n",
			"--b\r\nContent-Disposition: form-data; name=file\r\nX: " + strings.Repeat("x", 20<<10) +
				"\r\n\r\n%PDF-1.7\r\n--b--\r\n",
			"--b\r\nContent-Disposition: form-data; name=file\r\nX: " + strings.Repeat("x", 9<<10) +
				"\r\n\r\n%PDF-1.7\r\n--b--\r\n",
			"--b\r\nContent-Disposition: form-data; name=file\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0=\r\n--b--\r\n",
		} {
			wantStatus(t, g.send("POST", "/api/v1/extract", h, strings.NewReader(body)), 400, contract.CodeInvalidRequest)
		}
	})
	t.Run("no boundary", func(t *testing.T) {
		h := header("X-API-Key", key, "Content-Type", "multipart/form-data")
		wantStatus(t, g.send("POST", "/api/v1/extract", h, strings.NewReader("x")), 400, contract.CodeInvalidRequest)
	})
	t.Run("unknown query parameter", func(t *testing.T) {
		h, b := form([]part{pdf("a")}, "X-API-Key", key)
		a := g.send("POST", "/api/v1/extract?wiat=3", h, b)
		wantStatus(t, a, 400, contract.CodeInvalidRequest)
		assert.Contains(t, string(a.body), "wiat")
	})
	g.wantNothingKept()
}

func TestExtract_413(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	limit := 5 << 20
	over := pdf(strings.Repeat("x", limit))
	exact := part{"file", "a.pdf", over.content[:limit]}
	a := g.upload(key, []part{over})
	wantStatus(t, a, http.StatusRequestEntityTooLarge, contract.CodeFileTooLarge)
	assert.True(t, strings.Contains(string(a.body), "Free") && strings.Contains(string(a.body), "5 MB"),
		string(a.body), "does not name plan and limit")
	wantStatus(t, g.upload(key, []part{{"file", "a.pdf", exact.content + "x"}}), 413, contract.CodeFileTooLarge)
	g.wantNothingKept()
	a = g.upload(key, []part{exact}, "Prefer", "respond-async")
	assert.Equal(t, a.status, http.StatusAccepted, "a file of exactly the limit: status", string(a.body))
}

func TestExtract_415(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	a := g.upload(key, []part{{"file", "invoice.pdf", "\x7fELF\x02\x01\x01\x00\x00\x00\x00"}})
	wantStatus(t, a, http.StatusUnsupportedMediaType, contract.CodeUnsupportedFormat)
	assert.Contains(t, string(a.body), "PDF")
	a = g.upload(key, []part{{"file", "IMG_0815.jpg", "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"}})
	wantStatus(t, a, http.StatusUnsupportedMediaType, contract.CodeUnsupportedFormat)
	assert.Contains(t, string(a.body), "Settings → Camera → Formats → Most Compatible")
	h := header("X-API-Key", key, "Content-Type", "application/pdf")
	wantStatus(t, g.send("POST", "/api/v1/extract", h, strings.NewReader("%PDF-1.7")), 415,
		contract.CodeUnsupportedMediaType)
	h, b := form([]part{pdf("x")}, "X-API-Key", key, "Content-Encoding", "gzip")
	wantStatus(t, g.send("POST", "/api/v1/extract", h, b), 415, contract.CodeUnsupportedMediaType)
	g.wantNothingKept()
}

func TestExtract_429(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	g.docs.set(func(m *memory) {
		m.onAccept = func(model.Acceptance) error {
			return &apierror.Error{Code: contract.CodeQuotaExceeded, Public: "The month is full until 2026-12-01.",
				RetryAfter: time.Hour}
		}
	})
	a := g.upload(key, []part{pdf("x")})
	wantStatus(t, a, http.StatusTooManyRequests, contract.CodeQuotaExceeded)
	assert.Equal(t, a.header.Get("Retry-After"), "", "Retry-After")
	assert.Contains(t, a.header.Get("RateLimit"), `"month";r=0;`, "RateLimit")
	g.wantNothingKept()
}

func TestExtract_503(t *testing.T) {
	t.Parallel()
	g := start(t, func(c *config) { c.Uploads.MaxUploads = 2; c.Uploads.MaxUploadsPerAccount = 1 })
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	t.Run("queue full", func(t *testing.T) {
		g.docs.set(func(m *memory) { m.admitErr = apierror.Unavailable(nil, 1500*time.Millisecond) })
		defer g.docs.set(func(m *memory) { m.admitErr = nil })
		a := g.upload(key, []part{pdf("x")})
		wantStatus(t, a, http.StatusServiceUnavailable, contract.CodeServiceUnavailable)
		wantHeader(t, a, "Retry-After", "2")
	})
	t.Run("uploads of the account", func(t *testing.T) {
		under := make(chan struct{})
		finish := make(chan struct{})
		g.docs.set(func(m *memory) {
			m.onAccept = func(model.Acceptance) error { return nil }
		})
		slow := g.slowUpload(key, under, finish)
		<-under
		a := g.upload(key, []part{pdf("x")})
		wantStatus(t, a, http.StatusServiceUnavailable, contract.CodeServiceUnavailable)
		wantHeader(t, a, "Retry-After", "2")
		close(finish)
		a = <-slow
		assert.Equal(t, a.status, http.StatusAccepted, "the upload under way ended with", string(a.body))
		a = g.upload(key, []part{pdf("x")}, "Prefer", "respond-async")
		assert.Equal(t, a.status, http.StatusAccepted, "afterwards: status", string(a.body))
	})
}

// rerun asks for a document to be read again; pairs are headers.
func (g *gateway) rerun(key, id, body string, pairs ...string) answer {
	g.t.Helper()
	h := header(append([]string{"X-API-Key", key, "Prefer", "respond-async"}, pairs...)...)
	if body == "" {
		return g.send(http.MethodPost, "/api/v1/documents/"+id+"/rerun", h, nil)
	}
	h.Set("Content-Type", "application/json")
	return g.send(http.MethodPost, "/api/v1/documents/"+id+"/rerun", h, strings.NewReader(body))
}

func TestRerun_202(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	old := g.newDocument(key)
	a := g.rerun(key, old.ID, "")
	require.Equal(t, a.status, http.StatusAccepted, "status", string(a.body))
	rec := decode[contract.Record](t, a)
	if rec.ID == old.ID || rec.Metadata.SHA256 != old.Metadata.SHA256 || rec.Metadata.RerunOf == nil ||
		*rec.Metadata.RerunOf != old.ID || a.header.Get("Location") != "/api/v1/documents/"+rec.ID {
		t.Errorf("%+v", rec)
	}
	assert.NotEqual(t, g.docs.files[rec.ID].ObjectKey, g.docs.files[old.ID].ObjectKey, "both documents have one file")
	assert.Equal(t, decode[contract.Record](t, g.rerun(key, old.ID, `{"document_type":"receipt"}`)).DocumentType,
		"receipt", "read as")
}

func TestRerun_idempotency(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	old := g.newDocument(key)
	first := decode[contract.Record](t, g.rerun(key, old.ID, "", "Idempotency-Key", "k"))
	again := g.rerun(key, old.ID, "", "Idempotency-Key", "k")
	got := decode[contract.Record](t, again)
	assert.True(t, got.ID == first.ID && again.header.Get("Idempotency-Replayed") == "true", got, again.header)
	wantStatus(t, g.rerun(key, old.ID, `{"document_type":"receipt"}`, "Idempotency-Key", "k"), 422,
		contract.CodeIdempotencyKeyReused)
}

func TestRerun_400_404_413_415_429(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, p := g.peers.Auth.NewKey(contract.PlanFree)
	stranger, _ := g.peers.Auth.NewKey(contract.PlanFree)
	old := g.newDocument(key)
	for _, body := range []string{`[]`, `{"type":"receipt"}`, `{`} {
		wantStatus(t, g.rerun(key, old.ID, body), 400, contract.CodeInvalidRequest)
	}
	for _, body := range []string{`{"document_type":"letter"}`, `{"document_type":1}`} {
		wantStatus(t, g.rerun(key, old.ID, body), 400, contract.CodeInvalidDocumentType)
	}
	query := g.send("POST", "/api/v1/documents/"+old.ID+"/rerun?x=1", header("X-API-Key", key), nil)
	wantStatus(t, query, 400, contract.CodeInvalidRequest)
	wantStatus(t, g.rerun(stranger, old.ID, ""), 404, contract.CodeNotFound)
	wantStatus(t, g.rerun(key, "ext_1", ""), 404, contract.CodeNotFound)
	gone := g.keep(p, 7, nil)
	g.docs.set(func(m *memory) { m.files[gone.ID] = model.File{DocumentID: gone.ID, ObjectKey: "docs/erased"} })
	wantStatus(t, g.rerun(key, gone.ID, ""), 404, contract.CodeNotFound)
	h := header("X-API-Key", key, "Content-Type", "text/plain")
	wantStatus(t, g.send("POST", "/api/v1/documents/"+old.ID+"/rerun", h, strings.NewReader("{}")), 415,
		contract.CodeUnsupportedMediaType)
	g.docs.set(func(m *memory) { m.room = 0 })
	objects := len(g.objects())
	wantStatus(t, g.rerun(key, old.ID, ""), 429, contract.CodeQuotaExceeded)
	assert.Equal(t, len(g.objects()), objects, "files, before the refusal")
	g.docs.set(func(m *memory) {
		f := m.files[old.ID]
		f.Size = 1 << 40
		m.files[old.ID] = f
	})
	wantStatus(t, g.rerun(key, old.ID, ""), 413, contract.CodeFileTooLarge)
}

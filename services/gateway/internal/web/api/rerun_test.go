package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

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
	if a.status != http.StatusAccepted {
		t.Fatalf("status %d: %s", a.status, a.body)
	}
	rec := decode[contract.Record](t, a)
	if rec.ID == old.ID || rec.Metadata.SHA256 != old.Metadata.SHA256 || rec.Metadata.RerunOf == nil ||
		*rec.Metadata.RerunOf != old.ID || a.header.Get("Location") != "/api/v1/documents/"+rec.ID {
		t.Errorf("%+v", rec)
	}
	if g.docs.files[rec.ID].ObjectKey == g.docs.files[old.ID].ObjectKey {
		t.Error("both documents have one file")
	}
	if rec := decode[contract.Record](t, g.rerun(key, old.ID, `{"document_type":"receipt"}`)); rec.DocumentType != "receipt" {
		t.Errorf("read as %s", rec.DocumentType)
	}
}

func TestRerun_idempotency(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	old := g.newDocument(key)
	first := decode[contract.Record](t, g.rerun(key, old.ID, "", "Idempotency-Key", "k"))
	again := g.rerun(key, old.ID, "", "Idempotency-Key", "k")
	if got := decode[contract.Record](t, again); got.ID != first.ID || again.header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%+v, %v", got, again.header)
	}
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
	if n := len(g.objects()); n != objects {
		t.Errorf("%d files, %d before the refusal", n, objects)
	}
	g.docs.set(func(m *memory) {
		f := m.files[old.ID]
		f.Size = 1 << 40
		m.files[old.ID] = f
	})
	wantStatus(t, g.rerun(key, old.ID, ""), 413, contract.CodeFileTooLarge)
}

package api_test

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

func batchPart(i int) part {
	return part{"files", fmt.Sprintf("%d.pdf", i), fmt.Sprintf("%%PDF-1.7\n%d", i)}
}

func batchParts(n int) (parts []part) {
	for i := range n {
		parts = append(parts, batchPart(i))
	}
	return parts
}

func (g *gateway) submit(key string, parts []part, pairs ...string) answer {
	g.t.Helper()
	h, b := form(parts, append(pairs, "X-API-Key", key)...)
	return g.send(http.MethodPost, "/api/v1/batch", h, b)
}

func monthLeft(a answer) string {
	_, rest, _ := strings.Cut(a.header.Get("RateLimit"), `"month";r=`)
	left, _, _ := strings.Cut(rest, ";")
	return left
}

func TestBatch_202(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, who := g.peers.Auth.NewKey(contract.PlanFree)
	gif := "GIF89a\x01\x00\x01\x00\x00\x00\x00;"
	a := g.submit(key, []part{
		batchPart(0), {"files", "empty.pdf", ""}, {"file", "photo.gif", gif}, {name: "document_type", content: "receipt"},
		{"files", "virus.exe", "MZ\x90\x00\x03"},
		{"files", "big.pdf", "%PDF-1.7\n" + strings.Repeat("x", 5<<20)}, batchPart(5),
	})
	require.Equal(t, a.status, http.StatusAccepted, "status", string(a.body))
	b := decode[contract.Batch](t, a)
	wantHeader(t, a, "Location", "/api/v1/batch/"+b.ID)
	wantHeader(t, a, "Retry-After", "1")
	if _, err := contract.ParseID(contract.PrefixBatch, b.ID); err != nil ||
		b.Status != contract.StatusQueued || b.Total != 6 ||
		b.Counts != (contract.BatchCounts{Queued: 3, Rejected: 3}) || monthLeft(a) != "94" {
		t.Errorf("%v, RateLimit %s: %s", err, a.header.Get("RateLimit"), a.body)
	}
	docs := g.docs.accepted()
	want := []contract.BatchEntry{
		{FileName: "0.pdf", ID: docs[0].Document.ID, Status: contract.StatusQueued},
		{FileName: "empty.pdf", Status: contract.StatusRejected, Code: contract.CodeEmptyFile},
		{FileName: "photo.gif", ID: docs[1].Document.ID, Status: contract.StatusQueued},
		{FileName: "virus.exe", Status: contract.StatusRejected, Code: contract.CodeUnsupportedFormat},
		{FileName: "big.pdf", Status: contract.StatusRejected, Code: contract.CodeFileTooLarge},
		{FileName: "5.pdf", ID: docs[2].Document.ID, Status: contract.StatusQueued},
	}
	for i, e := range b.Results {
		assert.Equal(t, e.Error != "", e.Code != "", "entry", e)
		e.Error = ""
		want[i].Index = i
		assert.Equal(t, e, want[i], "entry", i)
	}
	keys := g.objects()
	assert.Equal(t, len(keys), 3, "the bucket holds", keys)
	lanes := []contract.Lane{contract.LaneBatch, contract.LaneSlow, contract.LaneBatch}
	for i, d := range docs {
		if d.Document.Lane != lanes[i] || d.Document.DocumentType != "receipt" || d.Principal != who ||
			d.Document.Schema != nil {
			t.Errorf("document %d is %+v", i, d.Document)
		}
	}
}

// Files that are all refused are still a batch, which has ended.
func TestBatch_202_allRefused(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	g.docs.set(func(m *memory) { m.room = 0 })
	a := g.submit(key, []part{{"files", "a.pdf", ""}, {"files", "b.exe", "MZ\x90\x00"}})
	if b := decode[contract.Batch](t, a); a.status != 202 || b.Status != contract.StatusCompleted ||
		b.Counts.Rejected != 2 ||
		a.header.Get("Retry-After") != "" || monthLeft(a) != "97" {
		t.Errorf("%d %v %s", a.status, a.header, a.body)
	}
	g.wantNothingKept()
}

// The month accepts the first files; the others are not kept.
func TestBatch_202_monthEnds(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	g.docs.set(func(m *memory) { m.room = 2 })
	a := g.submit(key, batchParts(5))
	if b := decode[contract.Batch](t, a); a.status != 202 || b.Counts != (contract.BatchCounts{Queued: 2, Rejected: 3}) ||
		b.Results[4].Code != contract.CodeQuotaExceeded || b.Results[4].ID != "" || monthLeft(a) != "0" {
		t.Errorf("%d %v %s", a.status, a.header, a.body)
	}
	docs := g.docs.accepted()
	want := []string{docs[0].Document.ObjectKey, docs[1].Document.ObjectKey}
	assert.EqualSlices(t, g.objects(), slices.Sorted(slices.Values(want)), "the bucket holds")
}

func TestBatch_429(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	g.docs.set(func(m *memory) { m.room = 0 })
	a := g.submit(key, append(batchParts(3), part{"files", "a.pdf", ""}))
	wantStatus(t, a, http.StatusTooManyRequests, contract.CodeQuotaExceeded)
	assert.True(t, monthLeft(a) == "0" && a.header.Get("Retry-After") == "", "headers are", a.header)
	g.wantNothingKept()
}

func TestBatch_400_415(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	for name, tt := range map[string]struct {
		parts   []part
		code    contract.Code
		mention string
	}{
		"no file":           {[]part{{name: "document_type", content: "auto"}}, contract.CodeInvalidRequest, `"files"`},
		"a hundred and one": {batchParts(101), contract.CodeInvalidRequest, "100"},
		"schema": {append(batchParts(2), part{name: "schema", content: wantedSchema}),
			contract.CodeInvalidRequest, `"schema"`},
		"unknown type": {append(batchParts(2), part{name: "document_type", content: "novel"}),
			contract.CodeInvalidDocumentType, "novel"},
		"two types": {[]part{{name: "document_type", content: "auto"}, batchPart(0),
			{name: "document_type", content: "auto"}}, contract.CodeInvalidRequest, "document_type"},
	} {
		a := g.submit(key, tt.parts)
		wantStatus(t, a, http.StatusBadRequest, tt.code)
		assert.Contains(t, string(a.body), strings.ReplaceAll(tt.mention, `"`, `\"`), name, "does not mention", tt.mention)
	}
	h, b := form(batchParts(3), "X-API-Key", key)
	cut := strings.NewReader(b.String()[:b.Len()-10])
	wantStatus(t, g.send("POST", "/api/v1/batch", h, cut), 400, contract.CodeInvalidRequest)
	wantStatus(t, g.send("POST", "/api/v1/batch", h, nil), 400, contract.CodeInvalidRequest)
	wantStatus(t, g.send("POST", "/api/v1/batch?wait=1", h, strings.NewReader(b.String())), 400,
		contract.CodeInvalidRequest)
	h.Set("Content-Type", "application/zip")
	wantStatus(t, g.send("POST", "/api/v1/batch", h, b), 415, contract.CodeUnsupportedMediaType)
	g.wantNothingKept()
}

func TestBatch_413(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	head := "POST /api/v1/batch HTTP/1.1\r\nHost: x\r\nX-API-Key: " + key +
		"\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 600000000\r\n\r\n" + strings.Repeat("x", 9<<10)
	all := answers(t, head, g.raw(head))
	assert.True(t, len(all) == 1 && all[0].status == 413 && all[0].code(t) == string(contract.CodeFileTooLarge), all)
}

func TestBatch_503(t *testing.T) {
	t.Parallel()
	g := start(t, func(c *config) { c.Uploads.MaxUploadsPerAccount = 1 })
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	g.docs.set(func(m *memory) { m.admitErr = apierror.Unavailable(nil, 1500*time.Millisecond) })
	a := g.submit(key, batchParts(2))
	wantStatus(t, a, http.StatusServiceUnavailable, contract.CodeServiceUnavailable)
	wantHeader(t, a, "Retry-After", "2")
	g.docs.set(func(m *memory) { m.admitErr = nil })

	under, finish := make(chan struct{}), make(chan struct{})
	slow := g.slowUpload(key, under, finish)
	<-under
	wantStatus(t, g.submit(key, batchParts(2)), http.StatusServiceUnavailable, contract.CodeServiceUnavailable)
	close(finish)
	<-slow

	// When it is not known whether the batch was accepted its files stay.
	before := len(g.objects())
	g.docs.set(func(m *memory) {
		m.onAccept = func(model.Acceptance) error { return apierror.Unavailable(nil, time.Second) }
	})
	wantStatus(t, g.submit(key, batchParts(2)), http.StatusServiceUnavailable, contract.CodeServiceUnavailable)
	assert.Equal(t, len(g.objects()), before+2, "files kept")
}

// A batch that is being received when the server stops is finished.
func TestServe_batchesDuringStop(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	h, whole := form(batchParts(20), "X-API-Key", key)
	r, w := io.Pipe()
	got := make(chan answer, 1)
	go func() { got <- g.send("POST", "/api/v1/batch", h, r) }()
	head, tail := whole.String()[:whole.Len()/2], whole.String()[whole.Len()/2:]
	_, _ = io.WriteString(w, head)
	for len(g.objects()) == 0 {
		time.Sleep(time.Millisecond)
	}
	g.stop()
	_, _ = io.WriteString(w, tail)
	_ = w.Close()
	a := <-got
	assert.True(t, a.status == 202 && decode[contract.Batch](t, a).Total == 20, "status", a.status, string(a.body))
	assert.NoError(t, g.wantStopped())
}

// A hundred files in one call cost the buffers of one.
func TestBatch_smallMemory(t *testing.T) {
	const files, size = 100, 1 << 20
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	marks := make([]part, files)
	for i := range marks {
		marks[i] = part{"files", fmt.Sprintf("%d.pdf", i), "|"}
	}
	h, b := form(marks, "X-API-Key", key)
	var body []io.Reader
	for i, text := range strings.Split(b.String(), "|") {
		if i > 0 {
			body = append(body, endless(size-9))
		}
		body = append(body, strings.NewReader(text))
	}
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	done, peak := make(chan struct{}), make(chan uint64)
	go func() { peak <- heapPeak(done) }()
	a := g.send("POST", "/api/v1/batch", h, io.MultiReader(body...))
	close(done)
	if got := decode[contract.Batch](t, a); a.status != 202 || got.Counts.Queued != files {
		t.Fatalf("status %d: %.300s", a.status, a.body)
	}
	grown := int64(<-peak) - int64(before.HeapInuse)
	t.Logf("%d files of %d MB in one call: heap grew by %d MB at most", files, size>>20, grown>>20)
	assert.True(t, grown <= 40<<20, "the heap grew by", grown>>20, "MB")
}

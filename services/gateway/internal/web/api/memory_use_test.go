package api_test

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

// Large uploads at once cost buffers, not files.
func TestLargeUploads_smallMemory(t *testing.T) {
	const uploads, size = 20, 10 << 20
	g := start(t, func(c *config) { c.Uploads.MaxUploadsPerAccount = uploads })
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	done := make(chan struct{})
	peak := make(chan uint64)
	go func() { peak <- heapPeak(done) }()
	var wg sync.WaitGroup
	for range uploads {
		wg.Go(func() {
			body, contentType, _ := streamed(endless(size-9), size)
			h := header("X-API-Key", key, "Content-Type", contentType, "Prefer", "respond-async")
			a, err := g.try(&http.Transport{DisableKeepAlives: true}, "POST", "/api/v1/extract", h, body)
			if err != nil || a.status != 202 {
				t.Errorf("status %d: %s %v", a.status, a.body, err)
			}
		})
	}
	wg.Wait()
	close(done)
	grown := int64(<-peak) - int64(before.HeapInuse)
	t.Logf("%d uploads of %d MB at once: heap grew by %d MB at most", uploads, size>>20, grown>>20)
	if grown > 300<<20 { // the object store's own part buffers, 5 MB each, live in this process too
		t.Errorf("the heap grew by %d MB", grown>>20)
	}
}

func heapPeak(done <-chan struct{}) (peak uint64) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return peak
		case <-tick.C:
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapInuse)
		}
	}
}

// Two clients that alternate never see each other's strings.
func TestStringIsolation(t *testing.T) {
	t.Parallel()
	g := start(t)
	const rounds = 60
	var wg sync.WaitGroup
	for client := range 2 {
		key, who := g.peers.Auth.NewKey(contract.PlanPro)
		transport := &http.Transport{MaxConnsPerHost: 1}
		t.Cleanup(transport.CloseIdleConnections)
		wg.Go(func() {
			for i := range rounds {
				name := fmt.Sprintf("client-%d-%d.pdf", client, i)
				id := fmt.Sprintf("%d-%d-%s", client, i, strings.Repeat("abcdefgh"[client:client+1], 20))
				h, b := form([]part{{"file", name, "%PDF-1.7\n" + name},
					{name: "document_type", content: []string{"invoice", "receipt"}[client]}},
					"X-API-Key", key, "X-Request-Id", id, "Prefer", "respond-async")
				a, err := g.try(transport, "POST", "/api/v1/extract", h, b)
				if err != nil || a.status != 202 || a.header.Get("X-Request-Id") != id {
					t.Errorf("%v %d %s %s", err, a.status, a.header.Get("X-Request-Id"), a.body)
					return
				}
				if rec := decode[contract.Record](t, a); rec.Metadata.FileName != name {
					t.Errorf("%s became %s", name, rec.Metadata.FileName)
				}
			}
			_ = who
		})
	}
	wg.Wait()
	seen := map[string]bool{}
	types := map[string]string{}
	for _, a := range g.docs.accepted() {
		seen[a.Document.FileName] = true
		if owner, ok := types[a.Document.DocumentType]; ok && owner != a.Principal.AccountID {
			t.Errorf("%s belongs to two accounts", a.Document.DocumentType)
		}
		types[a.Document.DocumentType] = a.Principal.AccountID
	}
	if len(seen) != 2*rounds {
		t.Errorf("%d names, want %d", len(seen), 2*rounds)
	}
}

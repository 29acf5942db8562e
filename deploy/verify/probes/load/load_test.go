package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// A service that refuses each third upload and never ends each fifth document.
func TestDocumentTracking(t *testing.T) {
	var uploads atomic.Int64
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v1/extract", func(w http.ResponseWriter, r *http.Request) {
		n := uploads.Add(1)
		if r.Header.Get("X-API-Key") != "key" || r.Header.Get("Idempotency-Key") == "" {
			t.Error("an upload without its headers")
		}
		if n%3 == 0 {
			http.Error(w, "away", http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusAccepted)
		_ = json.NewEncoder(w).Encode(map[string]string{"id": strconv.FormatInt(n, 10)})
	})
	mux.HandleFunc("GET /api/v1/documents/{id}", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.PathValue("id"))
		status := "completed"
		if n%5 == 0 {
			status = "queued"
		}
		_ = json.NewEncoder(w).Encode(map[string]string{"status": status})
	})
	mux.HandleFunc("GET /api/v1/documents/{id}/file", func(w http.ResponseWriter, r *http.Request) {
		switch n, _ := strconv.Atoi(r.PathValue("id")); {
		case n%7 == 0:
			http.NotFound(w, r)
		case n%4 == 0:
			_, _ = w.Write([]byte("%P")) // broken off
		default:
			_, _ = w.Write([]byte("%PDF\n%and more"))
		}
	})
	server := httptest.NewServer(mux)
	defer server.Close()

	load := Load{URL: server.URL, Keys: []string{"key"}, Document: []byte("%PDF"), Files: true,
		Workers: 3, Pause: 10 * time.Millisecond}
	got := load.Run(t.Context(), 300*time.Millisecond, time.Millisecond)
	refused := int(uploads.Load()) / 3
	if got.Requests != int(uploads.Load()) || got.Errors != refused || got.Codes["503"] != refused {
		t.Errorf("%d uploads, %d refused: %+v", uploads.Load(), refused, got)
	}
	if got.Accepted != got.Requests-refused || got.Missing == 0 || got.Missing != got.Ended["queued"] {
		t.Errorf("accepted and missing: %+v", got)
	}
	if got.Ended["completed"]+got.Missing != got.Accepted {
		t.Errorf("not every accepted document was asked for: %+v", got)
	}
	lost := 0
	for n := 1; n <= got.Requests; n++ {
		if n%3 != 0 && (n%7 == 0 || n%4 == 0) {
			lost++
		}
	}
	if got.Files != got.Accepted || got.Lost != lost {
		t.Errorf("of %d files %d are lost, want %d of %d", got.Files, got.Lost, lost, got.Accepted)
	}
}

func TestErrorCountsWithoutAddress(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	load := Load{URL: server.URL, Keys: []string{"key"}, Document: []byte("%PDF"), Workers: 1}
	got := load.Run(t.Context(), 100*time.Millisecond, 0)
	if got.Errors == 0 || len(got.Broken) != 1 {
		t.Fatalf("%+v", got)
	}
	for text := range got.Broken {
		if strings.Contains(text, "/api/v1") {
			t.Errorf("%q names the address", text)
		}
	}
}

func TestNearestRankPercentile(t *testing.T) {
	times := []time.Duration{1, 2, 3, 4}
	for percent, want := range map[int]time.Duration{1: 1, 50: 2, 75: 3, 99: 4} {
		if got := percentile(times, percent); got != want {
			t.Errorf("percentile %d is %d, want %d", percent, got, want)
		}
	}
}

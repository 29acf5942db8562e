package client_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/docmill/docmill/client"
)

// batches is a server that keeps batches by key, charges for files, and completes documents at the second look.
type batches struct {
	t    *testing.T
	mu   sync.Mutex
	left int // documents that the month still takes
	made map[string]*client.Batch
	byID map[string]*client.Batch
}

func newBatches(t *testing.T, left int) (*batches, *wire) {
	b := &batches{t: t, left: left, made: map[string]*client.Batch{}, byID: map[string]*client.Batch{}}
	return b, newWire(t, b.answer)
}

func (b *batches) answer(_ int, w http.ResponseWriter, r request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	last := r.Path[strings.LastIndex(r.Path, "/")+1:]
	switch {
	case last == "usage":
		reply(w, map[string]any{"maxFileSize": 6 << 20})
	case last == "batch":
		b.take(w, r)
	case strings.HasPrefix(last, "batch_"):
		batch := b.byID[last]
		for i := range batch.Results {
			if e := &batch.Results[i]; e.Status == client.StatusQueued {
				e.Status = client.StatusCompleted
			}
		}
		batch.Status = client.StatusCompleted
		reply(w, batch)
	default:
		reply(w, completed(last))
	}
}

func (b *batches) take(w http.ResponseWriter, r request) {
	key := r.Header.Get("Idempotency-Key")
	if made := b.made[key]; made != nil {
		w.Header().Set("Idempotency-Replayed", "true")
		reply(w, made)
		return
	}
	if b.left == 0 {
		refuse(w, 429, client.CodeQuotaExceeded)
		return
	}
	batch := &client.Batch{ID: fmt.Sprint("batch_", len(b.made)), Status: client.StatusQueued}
	for _, p := range parts(b.t, r) {
		if p[0] != "files" {
			continue
		}
		entry := client.BatchEntry{Index: len(batch.Results), FileName: p[1], ID: "ext_" + batch.ID + "_" + p[1],
			Status: client.StatusQueued}
		if b.left--; b.left < 0 {
			b.left = 0
			entry.ID, entry.Status, entry.Code = "", client.StatusRejected, client.CodeQuotaExceeded
		}
		batch.Results = append(batch.Results, entry)
	}
	b.made[key], b.byID[batch.ID] = batch, batch
	w.WriteHeader(http.StatusAccepted)
	_ = json.NewEncoder(w).Encode(batch)
}

func (b *batches) keys() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var keys []string
	for k := range b.made {
		keys = append(keys, k)
	}
	return keys
}

func (b *batches) setLeft(n int) (before int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	before, b.left = b.left, n
	return before
}

func folder(t *testing.T, files int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range files {
		put(t, dir, fmt.Sprintf("%02d/%04d.txt", i%3, i), fmt.Sprintf("document %d", i))
	}
	return dir
}

func put(t *testing.T, dir, path, content string) {
	t.Helper()
	path = filepath.Join(dir, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestBatchFolder(t *testing.T) {
	t.Parallel()
	far, wire := newBatches(t, 10_000)
	dir := folder(t, 250)
	put(t, dir, ".hidden/a.txt", "not for sending")
	put(t, dir, "large.pdf", strings.Repeat("a", 7<<20))
	put(t, dir, "alone.pdf", strings.Repeat("a", 5<<20))
	var progress []client.Progress
	results, err := wire.client(t).BatchFolder(t.Context(), dir, client.FolderOptions{
		DocumentType: client.TypeInvoice, Progress: func(p client.Progress) { progress = append(progress, p) },
	})
	if err != nil || len(results) != 252 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	for i, r := range results {
		switch {
		case i > 0 && results[i-1].Path >= r.Path:
			t.Errorf("%s stands before %s", results[i-1].Path, r.Path)
		case r.Path == "large.pdf" && r.Status == client.StatusRejected && r.Code == client.CodeFileTooLarge:
		case r.Path != "large.pdf" && r.Status == client.StatusCompleted && strings.HasSuffix(r.ID, filepath.Base(r.Path)):
		default:
			t.Errorf("%+v", r)
		}
	}
	last := progress[len(progress)-1]
	if len(progress) != 1+2*251 || last.Ended != 252 || last.Total != 252 {
		t.Errorf("%d, last %+v", len(progress), last)
	}

	// Again, as after a crash: nothing is charged.
	left := far.setLeft(0)
	again, err := wire.client(t).BatchFolder(t.Context(), dir,
		client.FolderOptions{DocumentType: client.TypeInvoice, Concurrency: 1})
	if err != nil || !slices.Equal(again, results) || left != 10_000-251 {
		t.Errorf("%v, left %d", err, left)
	}
	// Another run is another matter.
	if _, err = wire.client(t).BatchFolder(t.Context(), dir,
		client.FolderOptions{DocumentType: client.TypeInvoice, Run: "2"}); !errors.Is(err, client.CodeQuotaExceeded) {
		t.Errorf("%v", err)
	}
}

// A change in a folder affects only the batches around it.
func TestBatchKeysAfterFolderChange(t *testing.T) {
	t.Parallel()
	far, wire := newBatches(t, 10_000)
	dir := folder(t, 1500)
	c := wire.client(t)
	if _, err := c.BatchFolder(t.Context(), dir, client.FolderOptions{}); err != nil {
		t.Fatal(err)
	}
	before, left := far.keys(), far.setLeft(10_000)
	put(t, dir, "00/0000a.txt", "came later")
	if _, err := c.BatchFolder(t.Context(), dir, client.FolderOptions{}); err != nil {
		t.Fatal(err)
	}
	charged := 10_000 - far.setLeft(0)
	if left != 8_500 || charged > 400 || len(before) < 15 || len(before) > 60 {
		t.Errorf("left %d, then charged %d; %d batches", left, charged, len(before))
	}
}

// A month that ends in the middle, and a greater plan the day after.
func TestResendAfterQuotaExceeded(t *testing.T) {
	t.Parallel()
	far, wire := newBatches(t, 130)
	dir := folder(t, 250)
	c := wire.client(t)
	results, err := c.BatchFolder(t.Context(), dir, client.FolderOptions{Concurrency: 1})
	if !errors.Is(err, client.CodeQuotaExceeded) || count(results, client.StatusCompleted) != 130 {
		t.Fatalf("%v, %d completed", err, count(results, client.StatusCompleted))
	}
	far.setLeft(1_000)
	results, err = c.BatchFolder(t.Context(), dir, client.FolderOptions{Concurrency: 1})
	if err != nil || count(results, client.StatusCompleted) != 250 {
		t.Errorf("%v, %d completed", err, count(results, client.StatusCompleted))
	}
	if left := far.setLeft(0); left != 1_000-120 {
		t.Errorf("left %d: documents were charged twice", left)
	}
	results, err = c.BatchFolder(t.Context(), dir, client.FolderOptions{})
	if err != nil || count(results, client.StatusCompleted) != 250 {
		t.Errorf("%v, %d completed", err, count(results, client.StatusCompleted))
	}
}

func count(results []client.FileResult, s client.Status) (n int) {
	for _, r := range results {
		if r.Status == s {
			n++
		}
	}
	return n
}

func TestBatchBounds(t *testing.T) {
	t.Parallel()
	_, wire := newBatches(t, 1)
	c := wire.client(t)
	for _, n := range []int{0, 101} {
		if _, err := c.Batch(t.Context(), make([]client.Source, n), client.BatchOptions{}); err == nil {
			t.Errorf("%d files", n)
		}
	}
	if _, err := c.BatchFolder(t.Context(), filepath.Join(t.TempDir(), "none"), client.FolderOptions{}); !errors.Is(err,
		os.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if results, err := c.BatchFolder(t.Context(), t.TempDir(), client.FolderOptions{}); err != nil || len(results) != 0 {
		t.Errorf("%v, %v", results, err)
	}
}

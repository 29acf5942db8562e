//go:build unix

package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/libs/contract"
)

// instant extracts without any time.
type instant struct{}

func (instant) Workers() int { return 1 }

func (instant) Close() {}

func (instant) Extract(context.Context, input.Document) contract.Record { return completed(1) }

func put(t *testing.T, path, text string, at time.Time) {
	t.Helper()
	if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chtimes(path, at, at)); err != nil {
		t.Fatal(err)
	}
}

// Files are handed out while a scan is under way, here one that waits for a result that
// nobody writes, and the next follows once it is over.
func TestFilesAreHandedOutDuringAScan(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	old := time.Now().Add(-time.Hour)
	put(t, at("a.txt"), "a", old)
	put(t, at("b.txt"), "b", old)
	if err := syscall.Mkfifo(at("b.txt.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := newPlaces(folder, "")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan string, 3)
	c := Command{Folder: folder, Settle: time.Millisecond, Rescan: time.Millisecond, Poll: true}
	w := newWatcher(c, p, instant{}, t.Output(), t.Output(), func(path string) { ended <- filepath.Base(path) })
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		defer close(over)
		w.run(ctx)
	}()
	select {
	case path := <-ended:
		if path != "a.txt" {
			t.Errorf("%s was extracted, want a.txt", path)
		}
	case <-time.After(10 * time.Second):
		t.Error("nothing was extracted during the scan")
	}
	result, err := os.OpenFile(at("b.txt.json"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	put(t, at("c.txt"), "c", old)
	if err := errors.Join(os.Remove(at("b.txt.json")), result.Close()); err != nil { // which is no result
		t.Fatal(err)
	}
	for left := map[string]bool{"b.txt": true, "c.txt": true}; len(left) > 0; {
		select {
		case path := <-ended:
			delete(left, path)
		case <-time.After(10 * time.Second):
			t.Fatalf("%v were not extracted", left)
		}
	}
	cancel()
	<-over
}

// The result of a file is read again only where it or the file has changed.
func TestResultsAreReadOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	p, err := newPlaces(folder, "")
	if err != nil {
		t.Fatal(err)
	}
	s := newScanner(p, false, func(string) {}, t.Errorf)
	finds := func() (found int) {
		t.Helper()
		go func() { s.wanted <- folder }()
		for f := range s.finds {
			if f.info == nil {
				return found
			}
			found++
		}
		return found
	}
	go s.run(t.Context())
	now := time.Now()
	const right, wrong = `{"metadata":{"fileSize":1}}`, `{"metadata":{"fileSize":9}}`
	for _, step := range []struct {
		name, file, result string
		age, resultAge     time.Duration
		want               int
	}{
		{"done", "a", right, 2 * time.Hour, time.Hour, 0},
		{"unchanged, as far as times and sizes tell", "a", wrong, 2 * time.Hour, time.Hour, 0},
		{"another result", "a", wrong, 2 * time.Hour, time.Minute, 1},
		{"the right one again", "a", right, 2 * time.Hour, time.Second, 0},
		{"a longer file", "ab", right, 2 * time.Hour, time.Second, 1},
		{"a file that is newer", "a", right, 0, time.Second, 1},
	} {
		put(t, path, step.file, now.Add(-step.age))
		put(t, path+".json", step.result, now.Add(-step.resultAge))
		if got := finds(); got != step.want {
			t.Errorf("%s: %d files to be done, want %d", step.name, got, step.want)
		}
	}
	if err := errors.Join(os.Remove(path), os.Remove(path+".json")); err != nil {
		t.Fatal(err)
	}
	if got := finds(); got != 0 || len(s.known) != 0 {
		t.Errorf("%d found, %d known, of none", got, len(s.known))
	}
}

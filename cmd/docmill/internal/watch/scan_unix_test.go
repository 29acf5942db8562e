package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// instant extracts without any time.
type instant struct{}

func (instant) Workers() int { return 1 }

func (instant) Close() {}

func (instant) Extract(context.Context, input.Document) contract.Record { return completed(1) }

func put(t *testing.T, path, text string, at time.Time) {
	t.Helper()
	require.NoError(t, errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chtimes(path, at, at)))
}

// A scan takes minutes on a network file system. Found files are extracted during it, and the next scan
// follows after its end.
func TestExtractDuringScan(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	old := time.Now().Add(-time.Hour)
	require.NoError(t, os.Mkdir(at("sub"), 0o700))
	put(t, at("a.txt"), "a", old)
	put(t, at("sub/b.txt"), "b", old)
	p, err := newPlaces(folder, "")
	require.NoError(t, err)
	ended := make(chan string, 3)
	c := Command{Folder: folder, Settle: time.Millisecond, Rescan: time.Millisecond, Poll: true}
	w := newWatcher(c, p, instant{}, t.Output(), t.Output(), func(path string) { ended <- filepath.Base(path) })
	released := make(chan struct{})
	w.scanner.listen = func(path string) {
		if path == at("sub") {
			<-released
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		defer close(over)
		w.run(ctx)
	}()
	select {
	case path := <-ended:
		assert.Equal(t, path, "a.txt", "extracted")
	case <-time.After(testkit.Patience):
		t.Error("nothing was extracted during the scan")
	}
	close(released)
	put(t, at("c.txt"), "c", old)
	for left := map[string]bool{"b.txt": true, "c.txt": true}; len(left) > 0; {
		select {
		case path := <-ended:
			delete(left, path)
		case <-time.After(testkit.Patience):
			t.Fatalf("%v were not extracted", left)
		}
	}
	cancel()
	<-over
}

// The result of a file is read again only if it or the file has changed.
func TestResultCaching(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	p, err := newPlaces(folder, "")
	require.NoError(t, err)
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
		assert.Equal(t, finds(), step.want, step.name, "files to be done")
	}
	require.NoError(t, errors.Join(os.Remove(path), os.Remove(path+".json")))
	if got := finds(); got != 0 || len(s.known) != 0 {
		t.Errorf("%d found, %d known, of none", got, len(s.known))
	}
}

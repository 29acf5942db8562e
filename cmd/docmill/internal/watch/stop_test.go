package watch

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

// gate extracts a document when permitted.
type gate struct {
	begun, open chan struct{}
	answer      func(n int) contract.Record
	asked       int
}

func (g *gate) Workers() int { return 1 }

func (g *gate) Close() {}

func (g *gate) Extract(ctx context.Context, _ input.Document) contract.Record {
	g.begun <- struct{}{}
	<-g.open
	if ctx.Err() != nil {
		return contract.Record{Status: contract.StatusFailed, Failure: &contract.Failure{Code: contract.CodeInternalError}}
	}
	g.asked++
	return g.answer(g.asked)
}

func completed(int) contract.Record {
	return contract.Record{Status: contract.StatusCompleted, Data: json.RawMessage(`{}`), Confidence: new(0.9)}
}

func gated(t *testing.T, answer func(int) contract.Record) (*watcher, *gate, string) {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	require.NoError(t, os.WriteFile(path, []byte("a"), 0o600))
	g := &gate{begun: make(chan struct{}), open: make(chan struct{}), answer: answer}
	p, err := newPlaces(folder, "")
	require.NoError(t, err)
	c := Command{Folder: folder, Settle: time.Millisecond, Rescan: 10 * time.Millisecond}
	return newWatcher(c, p, g, io.Discard, io.Discard, func(string) {}), g, path
}

// A signal ends the watch after the current file; others wait for the next start.
func TestStopAfterCurrentFile(t *testing.T) {
	t.Parallel()
	w, g, path := gated(t, completed)
	second := filepath.Join(filepath.Dir(path), "b.txt")
	require.NoError(t, os.WriteFile(second, []byte("b"), 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w.run(ctx)
	}()
	<-g.begun
	cancel()
	g.open <- struct{}{}
	<-ended
	_, first := os.Stat(path + ".json")
	_, other := os.Stat(second + ".json")
	assert.NotEqual(t, (first == nil), (other == nil), "not exactly one file was finished", first, other)
}

// A file that changes while it is read is read again, and one that the service
// refuses for now is tried again.
func TestRetryableErrors(t *testing.T) {
	t.Parallel()
	w, g, path := gated(t, func(n int) contract.Record {
		if n == 2 {
			return contract.Record{Status: contract.StatusFailed, Failure: &contract.Failure{Code: contract.CodeQuotaExceeded}}
		}
		return completed(n)
	})
	done := make(chan string, 1)
	w.ended = func(path string) { done <- path }
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w.run(ctx)
	}()
	<-g.begun
	require.NoError(t, os.WriteFile(path, []byte("another"), 0o600))
	g.open <- struct{}{}
	for range 2 {
		<-g.begun
		_, err := os.Stat(path + ".json")
		assert.Error(t, err, "there is a result of a file that was changed or refused")
		g.open <- struct{}{}
	}
	<-done
	cancel()
	<-ended
	assert.Equal(t, g.asked, 3, "asked")
}

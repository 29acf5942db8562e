package watch_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/extract"
	"github.com/docmill/docmill/cmd/docmill/internal/watch"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/extractor/child"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

func TestMain(m *testing.M) {
	child.Serve()
	os.Exit(m.Run())
}

// watched is a folder that is watched.
type watched struct {
	t      *testing.T
	folder string
	cancel context.CancelFunc
	result chan error
	ended  chan string
	out    *lockedBuffer
	warn   *lockedBuffer
}

func start(t *testing.T, folder string, change func(*watch.Command)) *watched {
	t.Helper()
	c := watch.Command{
		Folder: folder, Settle: 20 * time.Millisecond, Rescan: time.Hour,
		Source: extract.Source{DocumentType: "auto", Timeout: testkit.Patience, Workers: 2,
			Options: extract.Options{OCRLanguages: "eng", Sandbox: enginepool.SandboxPrefer}},
	}
	if change != nil {
		change(&c)
	}
	ctx, cancel := context.WithCancel(t.Context())
	w := &watched{t: t, folder: folder, cancel: cancel, result: make(chan error, 1), ended: make(chan string, 2000), out: &lockedBuffer{}, warn: &lockedBuffer{}}
	go func() {
		w.result <- c.Watch(ctx, w.out, w.warn, func(path string) {
			below, _ := filepath.Rel(folder, path)
			w.ended <- below
		})
	}()
	t.Cleanup(w.stop)
	return w
}

func (w *watched) stop() {
	w.t.Helper()
	if w.cancel == nil {
		return
	}
	w.cancel()
	w.cancel = nil
	assert.NoError(w.t, <-w.result)
}

// next waits for the end of a file.
func (w *watched) next() string {
	w.t.Helper()
	select {
	case path := <-w.ended:
		return path
	case err := <-w.result:
		w.t.Fatalf("it ended: %v", err)
	case <-time.After(testkit.Patience):
		w.t.Fatalf("nothing was extracted; %s", w.warn)
	}
	return ""
}

func (w *watched) want(path string) {
	w.t.Helper()
	assert.Equal(w.t, w.next(), path, "ended")
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)))
}

func record(t *testing.T, path string) (r contract.Record) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, &r)
	}
	assert.NoError(t, err)
	return r
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func TestNewFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	write(t, at("there.txt"), "Total 1.00")
	w := start(t, folder, nil)
	w.want("there.txt")
	write(t, at("new.txt"), "Total 2.00")
	w.want("new.txt")
	write(t, at("sub/deep/in.txt"), "Total 3.00")
	w.want("sub/deep/in.txt")
	// A file that is moved there under its name when it is complete.
	write(t, at(".part"), "Total 4.00")
	require.NoError(t, os.Rename(at(".part"), at("moved.txt")))
	w.want("moved.txt")
	for _, ignored := range []string{".hidden.txt", "x.json", ".git/x.txt", "x.bin"} {
		write(t, at(ignored), "\x00\x01")
	}
	write(t, at("last.txt"), "Total 5.00")
	w.want("last.txt")
	w.stop()
	for _, name := range []string{"there.txt", "new.txt", "sub/deep/in.txt", "moved.txt", "last.txt"} {
		r := record(t, at(name+".json"))
		assert.True(t, r.Status == contract.StatusCompleted && r.Metadata.FileName == filepath.Base(name), name, r)
	}
	// Finished files are not extracted again.
	w = start(t, folder, nil)
	write(t, at("later.txt"), "Total 6.00")
	w.want("later.txt")
	w.stop()
	if len(w.ended) > 0 {
		t.Errorf("%s was extracted again", <-w.ended)
	}
}

func TestChangedFiles(t *testing.T) {
	t.Parallel()
	folder, out := t.TempDir(), filepath.Join(t.TempDir(), "results")
	path, result := filepath.Join(folder, "a.txt"), filepath.Join(out, "a.txt.json")
	write(t, path, "Total 1.00")
	w := start(t, folder, func(c *watch.Command) { c.OutDir = out })
	w.want("a.txt")
	first := record(t, result).Metadata.SHA256
	write(t, path, "Total 2.00")
	w.want("a.txt")
	second := record(t, result).Metadata.SHA256
	// Another file of the same size, older than the result.
	other := filepath.Join(folder, ".other")
	write(t, other, "Total 3.00")
	old := time.Now().Add(-time.Hour)
	require.NoError(t, errors.Join(os.Chtimes(other, old, old), os.Rename(other, path)))
	w.want("a.txt")
	assert.True(t, first != second && second != record(t, result).Metadata.SHA256, "the result stays as it was")
	assert.False(t, exists(path+".json"), "there is a result beside the file, too")
}

// A file that is still being written is left alone.
func TestIncompleteFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	w := start(t, folder, func(c *watch.Command) { c.Settle = time.Hour })
	old := time.Now().Add(-2 * time.Hour)
	write(t, at("half.txt"), "Total")
	// A file whose last change is long ago is complete.
	write(t, at(".whole.txt"), "Total 1.00")
	require.NoError(t, errors.Join(os.Chtimes(at(".whole.txt"), old, old), os.Rename(at(".whole.txt"), at("whole.txt"))))
	w.want("whole.txt")
	assert.False(t, exists(at("half.txt.json")), "half a file was extracted")
	write(t, at("half.txt"), "Total 2.00")
	require.NoError(t, os.Chtimes(at("half.txt"), old, old))
	w.want("half.txt")
	r := record(t, at("half.txt.json"))
	assert.Equal(t, r.Metadata.FileSize, 10, r.Metadata)
}

// A failed document has an error file until it is replaced.
func TestFailures(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "a.pdf")
	write(t, path, "%PDF-1.7\nbroken")
	w := start(t, folder, nil)
	w.want("a.pdf")
	r := record(t, path+".error.json")
	assert.True(t, r.Failure != nil && r.Failure.Code == contract.CodeCorruptFile && !exists(path+".json"), r.Failure)
	w.stop()
	w = start(t, folder, nil) // and is not tried again
	write(t, filepath.Join(folder, "b.txt"), "Total 1.00")
	w.want("b.txt")
	write(t, path, "Total 2.00, of no PDF")
	w.want("a.pdf")
	assert.True(t, !exists(path+".error.json") && record(t, path+".json").Status == contract.StatusCompleted,
		"the error stays")
}

// A link may lead to a file outside the folder, whose content must not appear in it.
// Opening a FIFO must not block the watch.
func TestLinksAndFIFOs(t *testing.T) {
	t.Parallel()
	folder, outside := t.TempDir(), filepath.Join(t.TempDir(), "outside.txt")
	at := func(name string) string { return filepath.Join(folder, name) }
	write(t, outside, "Total 1.00")
	write(t, at("b.txt"), "Total 2.00")
	for _, err := range []error{
		os.Symlink(outside, at("a.txt")), os.Symlink(filepath.Dir(outside), at("folder")),
		syscall.Mkfifo(at("b.txt.json"), 0o600), syscall.Mkfifo(at("c.txt"), 0o600),
	} {
		require.NoError(t, err)
	}
	w := start(t, folder, func(c *watch.Command) { c.Rescan = 10 * time.Millisecond })
	w.want("b.txt")
	require.NoError(t, os.Symlink(outside, at("d.txt")))
	write(t, at("e\x1b[31m.txt"), "%PDF-1.7\nbroken")
	w.want("e\x1b[31m.txt")
	w.stop()
	for _, name := range []string{"a.txt", "c.txt", "d.txt", "folder/outside.txt"} {
		assert.False(t, exists(at(name+".json")), name, "was extracted")
	}
	assert.Equal(t, record(t, at("b.txt.json")).Status, contract.StatusCompleted,
		"a FIFO stayed in the place of a result")
	assert.NotContains(t, w.out.String(), "\x1b", "the terminal gets", w.out)
}

func TestWithoutNotifications(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	w := start(t, folder, func(c *watch.Command) { c.Poll, c.Rescan = true, 10*time.Millisecond })
	write(t, filepath.Join(folder, "sub/a.txt"), "Total 1.00")
	w.want("sub/a.txt")
	write(t, filepath.Join(folder, "sub/a.txt"), "Total 10.00")
	w.want("sub/a.txt")
}

func TestFileBurst(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	w := start(t, folder, nil)
	const files = 1000
	for i := range files {
		write(t, filepath.Join(folder, fmt.Sprintf("%d/%d.txt", i%10, i)), fmt.Sprintf("Total %d.00", i))
	}
	ended := map[string]int{}
	for range files {
		ended[w.next()]++
	}
	w.stop()
	if len(ended) != files || len(w.ended) > 0 {
		t.Errorf("%d files ended, %d once more", len(ended), len(w.ended))
	}
	assert.Equal(t, w.warn.String(), "")
}

func TestInvalidFolders(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a.txt")
	write(t, file, "x")
	for _, folder := range []string{file, file + "/x", "nope"} {
		err := watch.Command{Folder: folder}.Watch(t.Context(), os.Stdout, os.Stderr, nil)
		assert.True(t, err != nil && !strings.Contains(err.Error(), "stat "), folder, err)
	}
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/extract"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/extractor/child"
)

func TestMain(m *testing.M) {
	child.Serve()
	os.Exit(m.Run())
}

// folder holds good files, one of them in a subfolder, and bad ones.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	good := pdfgen.New()
	good.AddPage(595, 842).Text(50, 50, 12, "Invoice number 4711")
	for name, data := range map[string][]byte{
		"good.pdf":      good.Bytes(),
		"damaged.pdf":   []byte("%PDF-1.7\nnothing"),
		"unknown.bin":   []byte("\x7fELF\x02\x01\x01\x00"),
		"sub/plain.txt": []byte("Total 1.00"),
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, data, 0o600))
	}
	return dir
}

func TestReport(t *testing.T) {
	t.Parallel()
	var out, seen strings.Builder
	dir := folder(t)
	require.NoError(t, os.Symlink("../good.pdf", filepath.Join(dir, "sub", "link.pdf")))
	require.NoError(t, os.Symlink("..", filepath.Join(dir, "sub", "loop")))
	c := command{Folder: dir, Options: extract.Options{OCRLanguages: "eng"}, Workers: 1, Timeout: testkit.Patience,
		List: true}
	require.NoError(t, c.report(t.Context(), &out, newProgress(&seen, false)), out.String())
	text := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{
		"files 5", "opened 3", "failed 2", "CORRUPT_FILE 1", "UNSUPPORTED_FORMAT 1", "crashed 0", "timed out 0", "good.pdf",
		"MiB in a process",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	for i, want := range []string{"1/5  failed    CORRUPT_FILE", "2/5  opened", "3/5  opened", "4/5  opened",
		"5/5  failed    UNSUPPORTED_FORMAT"} {
		shown := strings.Split(seen.String(), "\n")
		assert.True(t, len(shown) == 6 && strings.HasPrefix(shown[i], want), "shown while files end", shown)
	}
	assert.NotContains(t, text, "at most 0 MiB", "no memory was seen")
}

func TestReportTimedOutFile(t *testing.T) {
	t.Parallel()
	var out, seen strings.Builder
	c := command{Folder: folder(t), Options: extract.Options{OCRLanguages: "eng"}, Workers: 1,
		Timeout: time.Nanosecond}
	require.ErrorIs(t, c.report(t.Context(), &out, newProgress(&seen, true)), errNotRobust, out.String())
	if s := seen.String(); strings.Count(s, "\r\x1b[K") != 5 || strings.Contains(s, "\n") ||
		!strings.HasSuffix(s, "\r\x1b[K") {
		t.Errorf("a terminal is shown %q", s)
	}
}

func TestReportWithoutFiles(t *testing.T) {
	t.Parallel()
	c := command{Folder: t.TempDir(), Options: extract.Options{OCRLanguages: "eng"}, Timeout: time.Minute}
	assert.Error(t, c.report(t.Context(), &strings.Builder{}, newProgress(&strings.Builder{}, false)))
}

package pdfium_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/read/pdf/pdfium"
	"github.com/docmill/docmill/libs/require"
)

// copied copies the compiled code that all tests share into a cache directory.
func copied(t *testing.T) (cacheDir string) {
	t.Helper()
	if _, err := library(); err != nil {
		t.Fatal(err)
	}
	cacheDir = t.TempDir()
	ready := pdfium.ReadyDir(cacheDir)
	require.NoError(t, os.CopyFS(ready, os.DirFS(pdfium.ReadyDir(pdfium.UserCacheDir()))))
	require.NoError(t, os.Chmod(ready, 0o700))
	return cacheDir
}

// What others could have written is not taken.
func TestCompiledCodeOwnership(t *testing.T) {
	t.Parallel()
	dir := copied(t)
	if !pdfium.Prepared(dir) || pdfium.Prepared("") || pdfium.Prepared(t.TempDir()) {
		t.Error("compiled code is not seen, or is where there is none")
	}
	require.NoError(t, os.Chmod(pdfium.ReadyDir(dir), 0o777))
	if pdfium.Prepared(dir) {
		t.Error("code that everybody may write is taken")
	}
	if l, err := pdfium.OpenReady(t.Context(), dir); err == nil {
		t.Error("it is opened", l.Close(t.Context()))
	}
}

// Code that is missing, as it is for another processor, is not mistaken for the
// empty functions that stand for it.
func TestCompiledCodeMissing(t *testing.T) {
	t.Parallel()
	dir := copied(t)
	l, err := pdfium.OpenReady(t.Context(), dir)
	require.NoError(t, err)
	if err := l.Close(t.Context()); err != nil {
		t.Error(err)
	}
	// The name of the code is that of another processor.
	const size = 1 << 20 // bytes, at least
	err = filepath.WalkDir(pdfium.ReadyDir(dir), func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		if info, err := entry.Info(); err != nil || info.Size() < size {
			return err
		}
		return os.Rename(path, filepath.Join(filepath.Dir(path), strings.Repeat("0", len(filepath.Base(path)))))
	})
	require.NoError(t, err)
	for range 2 { // what the first try leaves is not taken either
		if l, err := pdfium.OpenReady(t.Context(), dir); err == nil {
			t.Fatal("it is opened", l.Close(t.Context()))
		}
	}
}

package input_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// tree is a folder with files, links to a file and to a parent folder, and an empty folder.
func tree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, folder := range []string{"sub", "empty"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, folder), 0o700))
	}
	for _, file := range []string{"a.txt", "sub/b.txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte("x"), 0o600))
	}
	for link, to := range map[string]string{"sub/link.txt": "../a.txt", "sub/loop": ".."} {
		require.NoError(t, os.Symlink(to, filepath.Join(dir, link)))
	}
	return dir
}

func TestBelowSymlinks(t *testing.T) {
	t.Parallel()
	dir := tree(t)
	got, err := input.Below(dir)
	want := []string{filepath.Join(dir, "a.txt"), filepath.Join(dir, "sub/b.txt"), filepath.Join(dir, "sub/link.txt")}
	require.NoError(t, err)
	assert.EqualSlices(t, got, want)
	_, err = input.Below(filepath.Join(dir, "empty"))
	assert.True(t, err != nil && strings.HasSuffix(err.Error(), "empty holds no files"), err)
}

func TestExpandErrors(t *testing.T) {
	t.Parallel()
	dir := tree(t)
	in := func(name string) string { return filepath.Join(dir, name) }
	files, wrong := input.Expand([]string{in("nope.pdf"), in("a.txt"), in("empty"), in("sub"), in("a.txt/x"), os.DevNull})
	assert.EqualSlices(t, files, []string{in("a.txt"), in("sub/b.txt"), in("sub/link.txt")})
	var said []string
	for _, err := range wrong {
		said = append(said, strings.ReplaceAll(err.Error(), dir+"/", ""))
	}
	want := []string{
		"no such file or folder: nope.pdf", "empty holds no files", "a part of a.txt/x is a file, not a folder",
		"/dev/null is not a regular file",
	}
	assert.EqualSlices(t, said, want)
}

func TestExplainContext(t *testing.T) {
	t.Parallel()
	_, err := os.Open("/nope/x")
	got := input.Explain(fmt.Errorf("schema: %w", err))
	assert.True(t, got.Error() == "schema: no such file or folder: /nope/x" && errors.Is(got, fs.ErrNotExist), got)
	other := errors.New("other")
	assert.ErrorIs(t, input.Explain(other), other, "another error is changed")
}

func TestReadableXML(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "invoice.xml")
	for root, want := range map[string]bool{
		`<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>`: true, "<svg/>": false,
	} {
		xml := `<?xml version="1.0"?><!-- ` + strings.Repeat("licence ", 2000) + "-->" + root
		require.NoError(t, os.WriteFile(path, []byte(xml), 0o600))
		got, err := input.Readable(path, false)
		assert.True(t, err == nil && got == want, root, got, err)
	}
}

package instance

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/clock"
)

// Build builds docmill into dir.
func (b *Binary) Build(dir string) error {
	b.Path = filepath.Join(dir, "docmill")
	return build(dir, nil, "./cmd/docmill")
}

// BuildWithClock is Build of a docmill that reads the clock in its environment (package clock).
func (b *Binary) BuildWithClock(dir string) error {
	b.Path = filepath.Join(dir, "docmill")
	return build(dir, clock.BuildFlags, "./cmd/docmill")
}

// NewBinary builds docmill for one test or benchmark.
func NewBinary(t testing.TB) (b Binary) {
	t.Helper()
	require.NoError(t, b.Build(t.TempDir()))
	return b
}

// flagsFor returns the flags of go build for executables in a folder. It may write needed files there.
type flagsFor func(folder string) ([]string, error)

// build builds commands into dir by a shared folder of the working tree, because linking takes longer than most tests.
func build(dir string, flags flagsFor, folders ...string) (err error) {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	shared, unlock, err := sharedFolder(root)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	args := []string{"build", "-tags", "grpcnotrace"} // as releases are built
	if flags != nil {
		shared = filepath.Join(shared, "flags")
		if err := os.MkdirAll(shared, 0o700); err != nil {
			return err
		}
		more, err := flags(shared)
		if err != nil {
			return err
		}
		args = append(args, more...)
	}
	cmd := exec.Command("go", append(append(args, "-o", shared+"/"), folders...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // as releases are built
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build %v: %w\n%s", folders, err, out)
	}
	for _, folder := range folders {
		name := filepath.Base(folder)
		if err := place(filepath.Join(shared, name), filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// sharedFolder returns the working tree's folder of executables in the cache, locked until unlock or exit.
func sharedFolder(root string) (dir string, unlock func() error, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", nil, err
	}
	tree := sha256.Sum256([]byte(root))
	dir = filepath.Join(cache, "docmill", "tests", hex.EncodeToString(tree[:8]))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, err
	}
	unlock, err = lockFile(filepath.Join(dir, "lock"))
	return dir, unlock, err
}

// place links an executable for one package, so that a later build, which replaces files, does not change it.
func place(built, path string) error {
	if err := os.Link(built, path); err == nil || errors.Is(err, os.ErrExist) {
		return nil
	}
	in, err := os.Open(built) // the cache may lie on another file system
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o700) //nolint:gosec // an executable
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// moduleRoot finds the folder with go.work.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir != filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			return dir, nil
		}
		dir = filepath.Dir(dir)
	}
	return "", errors.New("no go.work above the tests")
}

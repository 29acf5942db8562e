// Package testkit provides a PostgreSQL database, a NATS server and an S3 bucket for each test.
//
// The PostgreSQL cluster and the S3 server, which start slowly, start at first use and are shared by the tests of a
// binary. They end with the binary, even after a panic, a timeout or a kill. Packages that call [Run] from TestMain
// leave no files; those of others are removed by the next test binary on the machine that uses this package.
//
// If a part cannot start, the test fails; no test is skipped.
package testkit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/embedded/internal/dirlock"
)

// Patience bounds every wait of a test. It is many times what the event takes on a busy machine, so
// that a test fails only if the event never happens.
const Patience = 3 * time.Minute

const (
	dirPattern = "docmill-testkit-*"
	// staleAge is the age from which a directory is removed: a younger one may not be locked yet.
	staleAge = time.Minute
)

// shared are the test binary's parts, in a package variable because package testing has no other place for them.
var shared = newParts() //nolint:gochecknoglobals // see above

// Run runs the tests and then stops the shared parts, for TestMain:
//
//	func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }
//
// It returns the exit code.
func Run(m *testing.M) int {
	code := m.Run()
	if err := shared.close(); err != nil {
		fmt.Fprintln(os.Stderr, "testkit:", err)
		return max(code, 1)
	}
	return code
}

// parts are started at most once; the error of a start fails every test that needs the part.
type parts struct {
	dir       func() (string, error)
	databases func() (*databases, error)
	objects   func() (*objectStore, error)

	mu      sync.Mutex
	closers []func() error
}

func newParts() *parts {
	p := &parts{}
	p.dir = sync.OnceValues(p.makeDir)
	p.databases = sync.OnceValues(p.startDatabases)
	p.objects = sync.OnceValues(p.startObjectStore)
	return p
}

// onClose registers a function that ends a part; they are called in reverse order.
func (p *parts) onClose(f func() error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closers = append(p.closers, f)
}

func (p *parts) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var err error
	for i := len(p.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, p.closers[i]())
	}
	p.closers = nil
	return err
}

// makeDir creates and locks the directory of the parts.
func (p *parts) makeDir() (string, error) {
	sweep(os.TempDir())
	dir, err := os.MkdirTemp("", dirPattern)
	if err != nil {
		return "", fmt.Errorf("directory for shared parts: %w", err)
	}
	lock, err := dirlock.Acquire(dir)
	if err != nil {
		return "", fmt.Errorf("directory for shared parts: %w", err)
	}
	p.onClose(func() error { return errors.Join(os.RemoveAll(dir), lock.Close()) })
	// PostgreSQL may run as another account, which must be able to enter.
	if err := os.Chmod(dir, 0o711); err != nil {
		return "", fmt.Errorf("directory for shared parts: %w", err)
	}
	return dir, nil
}

// sweep removes the directories of test binaries that have ended. Errors are left to the next sweep.
func sweep(tempDir string) {
	dirs, err := filepath.Glob(filepath.Join(tempDir, dirPattern))
	if err != nil {
		return
	}
	for _, dir := range dirs {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || !ownedByUs(info) || time.Since(info.ModTime()) < staleAge {
			continue
		}
		lock, err := dirlock.Acquire(dir)
		if err != nil {
			continue // its binary is still running
		}
		_ = os.RemoveAll(dir)
		_ = lock.Close()
	}
}

func ownedByUs(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

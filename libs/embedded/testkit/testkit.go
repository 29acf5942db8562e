// Package testkit gives tests the real parts: a PostgreSQL database, a NATS
// server and an S3 bucket, each fresh for one test.
//
// What is slow to start, the PostgreSQL cluster and the S3 server, starts at
// first use and is shared by the tests of one test binary. It ends with the
// binary in any case, a panic, a timeout and a kill included; packages that
// call [Run] from TestMain also leave no files behind. The files of others are
// removed by the next test binary on the machine that uses this package.
//
// A part that cannot start fails the test and says why; nothing is skipped.
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

// Patience is how long a test waits for what must happen before it gives up:
// many times what it takes on a machine that is busy with other things, so that
// only something that never happens fails a test. It bounds waits; nothing
// passes or fails by how long it took.
const Patience = 3 * time.Minute

const (
	dirPattern = "docmill-testkit-*"
	// staleAge keeps a sweep away from a directory that its owner has made
	// but not locked yet.
	staleAge = time.Minute
)

// shared is the one thing here that outlives a test. It is a package variable
// because a test binary is the scope it belongs to, and package testing offers
// no other place for what the tests of a binary have in common.
var shared = newParts() //nolint:gochecknoglobals // see above

// Run runs the tests and then stops what they shared, for use in TestMain:
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

// parts are started at most once; a failure to start is remembered and fails
// every test that needs the part.
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

// onClose registers what ends a part; parts end in reverse order.
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

// makeDir makes and locks the directory of this binary's parts.
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
	// Where PostgreSQL has to run under an account of its own, that account
	// must be able to enter.
	if err := os.Chmod(dir, 0o711); err != nil {
		return "", fmt.Errorf("directory for shared parts: %w", err)
	}
	return dir, nil
}

// sweep removes the directories of test binaries that have ended without
// doing so. What cannot be removed now is left to the next sweep.
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

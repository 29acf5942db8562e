// Package dirlock keeps a second process away from a data directory.
//
// Every embedded server owns one directory and would corrupt it if two of them
// wrote there. The lock is an flock(2) on a file inside the directory: the
// kernel drops it when its holder dies, so a killed process leaves nothing
// that has to be cleaned up.
package dirlock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

const fileName = "lock"

// ErrHeld reports that another process holds the directory.
var ErrHeld = errors.New("directory is in use by another process")

// Lock is a held directory. Release it with Close.
type Lock struct {
	file *os.File
	once sync.Once
	err  error
}

// Acquire creates dir (mode 0700) where it is missing and locks it without
// waiting. It returns an error wrapping ErrHeld when somebody else, in this
// process or another, holds it.
func Acquire(dir string) (*Lock, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("create %s: %w", dir, err)
	}
	f, err := os.OpenFile(filepath.Join(dir, fileName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock file: %w", err)
	}
	if err := flock(f, syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		closeErr := f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = ErrHeld
		}
		return nil, errors.Join(fmt.Errorf("lock %s: %w", dir, err), closeErr)
	}
	return &Lock{file: f}, nil
}

// Close unlocks the directory; calling it again returns the first outcome.
// The lock file stays: removing it would let two processes hold locks on two
// files of one name.
func (l *Lock) Close() error {
	l.once.Do(func() {
		// Closing alone is not enough: a child that is being forked at this
		// very moment holds the file as well until its exec.
		l.err = errors.Join(flock(l.file, syscall.LOCK_UN), l.file.Close())
		if l.err != nil {
			l.err = fmt.Errorf("release directory lock: %w", l.err)
		}
	})
	return l.err
}

func flock(f *os.File, how int) error {
	for {
		err := syscall.Flock(int(f.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// Package dirlock locks a data directory for one process.
//
// Two servers that write to one directory would corrupt it. The lock is an flock(2) on a file in the directory, which
// the kernel releases when the process ends, even if it was killed.
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

// ErrHeld is returned if the directory is locked.
var ErrHeld = errors.New("directory is in use by another process")

// Lock is a locked directory. Close unlocks it.
type Lock struct {
	file *os.File
	once sync.Once
	err  error
}

// Acquire creates dir (mode 0700) if it is missing and locks it without waiting. It returns an error
// that wraps ErrHeld if this or another process has locked it.
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

// Close unlocks the directory. Further calls return the first result. The lock file stays: if it were removed, two
// processes could lock two files of the same name.
func (l *Lock) Close() error {
	l.once.Do(func() {
		// Closing is not enough: a child that is just being forked has the file open until its exec.
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

package up

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// dataDir is the folder of one instance, locked against others.
type dataDir struct {
	path string
	lock *os.File
}

func openDataDir(path string) (*dataDir, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("data directory %s: %w", path, err)
	}
	if err := os.MkdirAll(abs, 0o700); err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(abs, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = fmt.Errorf("data directory %s is in use by another docmill; set DOCMILL_DATA_DIR to run a second one", abs)
		}
		return nil, errors.Join(err, lock.Close())
	}
	return &dataDir{path: abs, lock: lock}, nil
}

func (d *dataDir) join(elem ...string) string {
	return filepath.Join(append([]string{d.path}, elem...)...)
}

// close unlocks the folder; the kernel drops the lock with the file.
func (d *dataDir) close() error { return d.lock.Close() }

package pgd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
)

const (
	orphanPoll = 5 * time.Millisecond
	// fastGrace is how long an orphan may take to stop with a checkpoint.
	fastGrace = 20 * time.Second
)

// stopOrphans stops a killed process's server in dataDir, which the caller has locked: a second one would not start.
func stopOrphans(ctx context.Context, dataDir string, log *slog.Logger) error {
	began := time.Now()
	for sent := syscall.Signal(0); ; {
		left, err := servers(dataDir)
		if err != nil || len(left) == 0 {
			return err
		}
		if next := escalate(time.Since(began)); next != sent {
			sent = next
			log.Warn("stopping a postgres without a parent process",
				slog.Any("pids", left), slog.String("signal", sent.String()))
			if err := signalOrphans(dataDir, left, sent); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for the postgres (pids %v) that works in %s: %w", left, dataDir, ctx.Err())
		case <-time.After(orphanPoll):
		}
	}
}

// escalate returns the signal after a wait: fast shutdown, immediate shutdown, kill. None loses commits.
func escalate(waited time.Duration) syscall.Signal {
	switch {
	case waited < fastGrace:
		return syscall.SIGINT
	case waited < fastGrace+killGrace:
		return syscall.SIGQUIT
	default:
		return syscall.SIGKILL
	}
}

// signalOrphans signals the postmaster, or else the children, but not with SIGINT, which only cancels queries.
func signalOrphans(dataDir string, pids []int, sig syscall.Signal) error {
	if postmaster := readPidFile(dataDir).pid; slices.Contains(pids, postmaster) {
		pids = []int{postmaster}
	} else if sig == syscall.SIGINT {
		return nil // they notice that the postmaster has ended
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, sig); err != nil && !errors.Is(err, syscall.ESRCH) {
			return fmt.Errorf("stop the postgres (pid %d) that works in %s: %w", pid, dataDir, err)
		}
	}
	return nil
}

// servers returns the postgres processes that run in dataDir: a process id in postmaster.pid may be reused.
func servers(dataDir string) ([]int, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, fmt.Errorf("find running servers: %w", err)
	}
	var pids []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		dir, err := os.Readlink(filepath.Join("/proc", e.Name(), "cwd"))
		if err != nil || dir != dataDir {
			continue // processes of other users cannot be read
		}
		comm, err := os.ReadFile(filepath.Join("/proc", e.Name(), "comm"))
		if err == nil && string(comm) == "postgres\n" {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

// removeStalePidFile removes a killed server's pid file: if its id is in use again, the next server does not start.
func removeStalePidFile(dataDir string) error {
	err := os.Remove(filepath.Join(dataDir, pidFileName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the stale pid file: %w", err)
	}
	return nil
}

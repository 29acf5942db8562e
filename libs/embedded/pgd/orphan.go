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
	// fastGrace is how long an orphan may take for its shutdown with a
	// checkpoint before it is told to do without.
	fastGrace = 20 * time.Second
)

// stopOrphans ends a server that a killed process left behind on dataDir. The
// caller holds the directory's lock, so whatever server works there is nobody's
// any more. Usually the kernel has already told it to stop, and this only waits
// for the end; started over it, a second server would refuse to run.
func stopOrphans(ctx context.Context, dataDir string, log *slog.Logger) error {
	began := time.Now()
	for sent := syscall.Signal(0); ; {
		left, err := servers(dataDir)
		if err != nil || len(left) == 0 {
			return err
		}
		if next := escalate(time.Since(began)); next != sent {
			sent = next
			log.Warn("stopping the postgres that an ended process left behind",
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

// escalate is the signal to use so long after the first: fast shutdown,
// immediate shutdown, kill. None of them loses what was committed.
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

// signalOrphans signals the postmaster, which passes it on in the right order.
// Its children are signalled only where no postmaster is left, and never with
// SIGINT, which to them is the end of a query.
func signalOrphans(dataDir string, pids []int, sig syscall.Signal) error {
	if postmaster := readPidFile(dataDir).pid; slices.Contains(pids, postmaster) {
		pids = []int{postmaster}
	} else if sig == syscall.SIGINT {
		return nil // they notice by themselves that the postmaster is gone
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, sig); err != nil && !errors.Is(err, syscall.ESRCH) {
			return fmt.Errorf("stop the postgres (pid %d) that works in %s: %w", pid, dataDir, err)
		}
	}
	return nil
}

// servers lists the postgres processes whose working directory is dataDir, as
// that of every server process is. A pid alone proves nothing: after a restart
// of the machine the one in postmaster.pid may be anybody's.
func servers(dataDir string) ([]int, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, fmt.Errorf("look for running servers: %w", err)
	}
	var pids []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		dir, err := os.Readlink(filepath.Join("/proc", e.Name(), "cwd"))
		if err != nil || dir != dataDir {
			continue // other users' processes are unreadable, and none of ours
		}
		comm, err := os.ReadFile(filepath.Join("/proc", e.Name(), "comm"))
		if err == nil && string(comm) == "postgres\n" {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

// removeStalePidFile removes what a killed server left. No server works in
// dataDir now, yet the next one would refuse to start if the number in the
// file happened to belong to another process by now, as it soon does in a
// container.
func removeStalePidFile(dataDir string) error {
	err := os.Remove(filepath.Join(dataDir, pidFileName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the stale pid file: %w", err)
	}
	return nil
}

package sandbox

import (
	"errors"
	"fmt"
	"os"

	"github.com/landlock-lsm/go-landlock/landlock"
	landlocksys "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// raiseWalls puts up, in the child, every wall that the system offers. The
// order matters: each may forbid what the ones before it need.
func raiseWalls(s settings) []Wall {
	return []Wall{
		wallOf(WallLimits, setLimits(s.Limits)),
		// The others need it, and set it on every thread of the process.
		wallOf(WallNoNewPrivileges, unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)),
		wallOf(WallFiles, restrictFiles(s.ReadOnly)),
		wallOf(WallSystemCalls, filterSystemCalls()),
	}
}

const (
	// maxOpenFiles leaves room for the runtime and a few pipes.
	maxOpenFiles = 256
	// reservedBytes is what a child may reserve beyond the memory it may use:
	// RLIMIT_DATA counts writable address space, touched or not, and runtimes
	// reserve much of it. The parent watches the memory that is really used;
	// this limit stops what grows faster than the parent looks.
	reservedBytes = 4 << 30
)

func setLimits(l limits) error {
	var errs []error
	for _, limit := range []struct {
		name     string
		resource int
		value    uint64
	}{
		{"core", unix.RLIMIT_CORE, 0},
		{"file size", unix.RLIMIT_FSIZE, 0},
		{"open files", unix.RLIMIT_NOFILE, maxOpenFiles},
		{"processor time", unix.RLIMIT_CPU, uint64(l.CPUSeconds)},
		{"data", unix.RLIMIT_DATA, uint64(l.MemoryBytes) + reservedBytes},
	} {
		// The hard limit as well: Go ignores the signals of the soft ones.
		if err := unix.Setrlimit(limit.resource, &unix.Rlimit{Cur: limit.value, Max: limit.value}); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", limit.name, err))
		}
	}
	return errors.Join(errs...)
}

// restrictFiles leaves nothing to open but the paths (files, or directories
// with all that is under them) for reading and executing, and /dev/null. Paths
// that do not exist are passed over. It also forbids TCP and, where the kernel
// can, signals to and abstract sockets of processes outside.
func restrictFiles(readOnly []string) error {
	rules := []landlock.Rule{landlock.RWFiles("/dev/null").IgnoreIfMissing()}
	for _, path := range readOnly {
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			return err
		case info.IsDir():
			rules = append(rules, landlock.RODirs(path))
		default:
			rules = append(rules, landlock.ROFiles(path))
		}
	}
	// Best effort says nothing where landlock is missing altogether.
	if _, err := landlocksys.LandlockGetABIVersion(); err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	return landlock.V6.BestEffort().Restrict(rules...)
}

package sandbox

import (
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unsafe"

	"github.com/landlock-lsm/go-landlock/landlock"
	landlocksys "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
	"kernel.org/pub/linux/libs/security/libcap/psx"
)

// applyProtections applies every available protection in order: each may forbid what the previous ones need.
func applyProtections(s settings) []Protection {
	// The runtime detects process descriptors at first use, with calls that are denied later.
	_, _ = os.FindProcess(os.Getpid())
	return []Protection{
		protectionOf(ProtectionLimits, setLimits(s.Limits)),
		protectionOf(ProtectionNoNewPrivileges, dropPrivileges()),
		protectionOf(ProtectionFiles, restrictFiles(s.ReadOnly, s.Programs)),
		protectionOf(ProtectionSystemCalls, filterSystemCalls()),
	}
}

const (
	// maxOpenFiles leaves room for the runtime and a few pipes.
	maxOpenFiles = 256
	// reservedBytes is what a child may reserve in addition to the memory that it may use: RLIMIT_DATA counts
	// all writable address space, of which runtimes reserve much. The parent watches the memory in use; this
	// limit stops what grows faster than the parent checks.
	reservedBytes = 4 << 30
)

func setLimits(l limits) error {
	errs := []error{
		lower("core", unix.RLIMIT_CORE, 0),
		lower("file size", unix.RLIMIT_FSIZE, 0),
		lower("message queues", unix.RLIMIT_MSGQUEUE, 0),
		lower("open files", unix.RLIMIT_NOFILE, maxOpenFiles),
		lower("processor time", unix.RLIMIT_CPU, uint64(l.CPUSeconds)),
		lower("data", unix.RLIMIT_DATA, uint64(l.MemoryBytes)+reservedBytes),
	}
	if l.OwnUser {
		// Otherwise the system counts all processes with this user id, and the parent counts (see usage).
		errs = append(errs, lower("processes", unix.RLIMIT_NPROC, uint64(l.Tasks)))
	}
	return errors.Join(errs...)
}

// lower sets the soft and the hard limit, because Go ignores soft limits' signals. It keeps a lower limit.
func lower(name string, resource int, value uint64) error {
	var now unix.Rlimit
	if err := unix.Getrlimit(resource, &now); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	value = min(value, now.Max)
	if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: value, Max: value}); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// dropPrivileges drops all capabilities and prevents new ones. Descendants stay below the child and end with it.
func dropPrivileges() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("keep orphans: %w", err)
	}
	if _, _, errno := psx.Syscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0); errno != 0 {
		return fmt.Errorf("no new privileges: %w", errno)
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3} // of the thread that calls
	var none [2]unix.CapUserData
	_, _, errno := psx.Syscall3(unix.SYS_CAPSET, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&none[0])), 0)
	if errno != 0 {
		return fmt.Errorf("drop capabilities: %w", errno)
	}
	return nil
}

// Rights of landlock.
const (
	mayRead    = landlocksys.AccessFSReadFile
	mayList    = landlocksys.AccessFSReadFile | landlocksys.AccessFSReadDir
	mayExecute = landlocksys.AccessFSReadFile | landlocksys.AccessFSExecute
)

// restrictFiles restricts files to the paths (files, or directories with their content) for reading, the
// programs for reading and executing, and /dev/null. It ignores paths that do not exist. It also forbids
// TCP and, if the kernel supports it, signals to other processes and their abstract sockets.
func restrictFiles(readOnly, programs []string) error {
	rules := []landlock.Rule{landlock.RWFiles("/dev/null").IgnoreIfMissing()}
	for _, path := range readOnly {
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			return err
		case info.IsDir():
			rules = append(rules, landlock.PathAccess(mayList, path))
		default:
			rules = append(rules, landlock.PathAccess(mayRead, path))
		}
	}
	if len(programs) > 0 {
		programs = append([]string{executable}, programs...) // see Confine
	}
	for _, program := range programs {
		rules = append(rules, landlock.PathAccess(mayExecute, program).IgnoreIfMissing())
		if loader := loaderOf(program); loader != "" {
			rules = append(rules, landlock.PathAccess(mayExecute, loader).IgnoreIfMissing())
		}
	}
	// BestEffort returns no error if there is no landlock.
	if _, err := landlocksys.LandlockGetABIVersion(); err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	return landlock.V6.BestEffort().Restrict(rules...)
}

// loaderOf returns the loader of a dynamically linked program, or "".
func loaderOf(program string) string {
	file, err := elf.Open(program)
	if err != nil {
		return ""
	}
	defer file.Close()
	for _, p := range file.Progs {
		if p.Type != elf.PT_INTERP || p.Filesz > unix.PathMax {
			continue
		}
		name, err := io.ReadAll(p.Open())
		if err != nil {
			return ""
		}
		return strings.TrimRight(string(name), "\x00")
	}
	return ""
}

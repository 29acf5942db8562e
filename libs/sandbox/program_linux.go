package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// protectionsExpected means that no child starts without the indispensable protections.
const protectionsExpected = true

// confine starts this executable, which sets the limits and executes the program: fork and exec allow no other way.
func confine(cmd *exec.Cmd, l ProgramLimits) {
	// Numbers always encode.
	encoded, _ := json.Marshal(l)
	cmd.Args = append([]string{os.Args[0], programMarker, string(encoded), cmd.Path}, cmd.Args...)
	cmd.Path = executable
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// becomeProgram gets limits, path and arguments of a program. It returns only if it fails.
func becomeProgram(args []string) error {
	if len(args) < 3 {
		return errors.New("missing program")
	}
	var l ProgramLimits
	if err := json.Unmarshal([]byte(args[0]), &l); err != nil {
		return fmt.Errorf("program's limits: %w", err)
	}
	path, err := unix.BytePtrFromString(args[1])
	if err != nil {
		return err
	}
	argv, err := syscall.SlicePtrFromStrings(args[2:])
	if err != nil {
		return err
	}
	envv, err := syscall.SlicePtrFromStrings(os.Environ())
	if err != nil {
		return err
	}
	// The filter belongs to this thread, in which the program continues.
	runtime.LockOSThread()
	err = errors.Join(
		lower("core", unix.RLIMIT_CORE, 0),
		lower("file size", unix.RLIMIT_FSIZE, 0),
		lower("open files", unix.RLIMIT_NOFILE, uint64(l.OpenFiles)),
		lower("processor time", unix.RLIMIT_CPU, uint64(l.CPUTime/time.Second)),
		filterNewTasks(),
	)
	if err != nil {
		return err
	}
	// This process has reserved more than that, so the exec must follow directly.
	if err := lower("address space", unix.RLIMIT_AS, uint64(l.AddressSpace)); err != nil {
		return err
	}
	_, _, errno := syscall.RawSyscall(syscall.SYS_EXECVE,
		uintptr(unsafe.Pointer(path)), uintptr(unsafe.Pointer(&argv[0])), uintptr(unsafe.Pointer(&envv[0])))
	return fmt.Errorf("%s: %w", args[1], errno)
}

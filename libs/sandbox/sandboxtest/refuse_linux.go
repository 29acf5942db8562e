// Package sandboxtest denies a process the system features that sandbox uses, for tests. It is for Linux on
// amd64 and arm64.
package sandboxtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// System is a simulated system.
type System string

// Systems, as values of the variable that Run sets.
const (
	// WithoutNamespaces refuses new namespaces as the default profiles of the
	// container engines do.
	WithoutNamespaces System = "no namespaces"
	// WithoutFilters refuses filters of system calls.
	WithoutFilters System = "no filters"
)

const variable = "SANDBOX_TEST_SYSTEM"

// Here returns the simulated system, or "" for the real one.
func Here() System { return System(os.Getenv(variable)) }

// Pretend makes this process and its children run on the system that Run selected; elsewhere it does
// nothing. Call it first in TestMain, after serving children.
func Pretend() {
	if err := pretend(Here()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Run runs the matching tests of this binary in a process on the system, and returns their output.
func Run(t *testing.T, s System, tests string) (output string, err error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.run", tests)
	cmd.Env = append(os.Environ(), variable+"="+string(s))
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// namespaces are the clone flags that create namespaces.
const namespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWPID |
	unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

func pretend(s System) error {
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	unless := func(test uint16, k uint32) unix.SockFilter { // skips the next unless it holds
		return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, Jf: 1, K: k}
	}
	answer := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }
	refuse, allow := answer(unix.SECCOMP_RET_ERRNO|uint32(unix.EPERM)), answer(unix.SECCOMP_RET_ALLOW)
	const call, flags = 0, 16 // offsets in struct seccomp_data
	var program []unix.SockFilter
	switch s {
	case WithoutNamespaces:
		program = []unix.SockFilter{
			load(call), unless(unix.BPF_JEQ, unix.SYS_UNSHARE), refuse,
			unless(unix.BPF_JEQ, unix.SYS_CLONE3), answer(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)),
			{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: 1, K: unix.SYS_CLONE}, allow,
			load(flags), unless(unix.BPF_JSET, namespaces), refuse, allow,
		}
	case WithoutFilters:
		program = []unix.SockFilter{load(call), unless(unix.BPF_JEQ, unix.SYS_SECCOMP), refuse, allow}
	case "":
		return nil
	default:
		return errors.New("no such system: " + string(s))
	}
	return install(program)
}

func install(program []unix.SockFilter) error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	prog := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return errno
	}
	return nil
}

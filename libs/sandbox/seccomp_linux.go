package sandbox

import (
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// deniedCalls are the system calls that fail with EPERM: what reaches other
// processes, the network, or parts of the kernel that have often been the way
// out of a container. A denied call fails; it does not end the child.
func deniedCalls() []uint32 {
	return []uint32{
		unix.SYS_SOCKET,
		unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
		unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_FSOPEN, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_FSMOUNT,
		unix.SYS_SETNS, unix.SYS_UNSHARE,
		unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_IO_URING_SETUP,
		unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
		unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
		unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_QUOTACTL, unix.SYS_ACCT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_REBOOT,
		unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
	}
}

// Offsets in struct seccomp_data (linux/seccomp.h), little endian.
const (
	offsetCall = 0
	offsetArch = 4
	offsetArg0 = 16
)

// newNamespaces are the flags by which clone makes namespaces.
const newNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWPID |
	unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// x32Bit marks calls of amd64's x32 ABI, which would go by other numbers.
const x32Bit = 0x40000000

// filterSystemCalls installs the filter on every thread.
func filterSystemCalls() error {
	arch, ok := map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]
	if !ok {
		return fmt.Errorf("no filter for %s", runtime.GOARCH)
	}
	program := callFilter(arch, deniedCalls())
	prog := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no new privileges: %w", err)
	}
	thread, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	if thread != 0 {
		return fmt.Errorf("seccomp: thread %d could not be filtered", thread)
	}
	return nil
}

// callFilter is the BPF program: another architecture's calls and denied ones
// fail with EPERM, clone fails if it asks for a namespace, and clone3, whose
// flags a filter cannot see, is "not implemented", so that callers use clone.
func callFilter(arch uint32, denied []uint32) []unix.SockFilter {
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	// jump skips the next instruction unless the test holds.
	jump := func(test uint16, k uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, Jf: 1, K: k}
	}
	answer := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }
	refuse := answer(unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM))
	allow := answer(unix.SECCOMP_RET_ALLOW)

	program := []unix.SockFilter{
		load(offsetArch),
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: 1, K: arch},
		refuse,
		load(offsetCall),
		jump(unix.BPF_JGE, x32Bit), refuse,
		jump(unix.BPF_JEQ, unix.SYS_CLONE3), answer(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)),
	}
	for _, call := range denied {
		program = append(program, jump(unix.BPF_JEQ, call), refuse)
	}
	return append(program,
		jump(unix.BPF_JEQ, unix.SYS_CLONE),
		unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JA, K: 1},
		allow, // every other call
		load(offsetArg0),
		jump(unix.BPF_JSET, newNamespaces), refuse,
		allow,
	)
}

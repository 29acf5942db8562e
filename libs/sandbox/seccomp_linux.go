package sandbox

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// deniedCalls fail with EPERM: access to processes, the network, kernel parts used for escapes, uncounted memory.
func deniedCalls() []uint32 {
	return append([]uint32{
		// Network, and sockets between processes.
		unix.SYS_SOCKET, unix.SYS_SOCKETPAIR,
		// Other processes: their memory, descriptors, priorities, groups.
		unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE,
		unix.SYS_PROCESS_MRELEASE,
		unix.SYS_KCMP, unix.SYS_PIDFD_GETFD, unix.SYS_PIDFD_OPEN, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
		unix.SYS_GET_ROBUST_LIST,
		unix.SYS_TKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO,
		unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET, unix.SYS_SCHED_SETATTR, unix.SYS_SCHED_SETPARAM,
		unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETAFFINITY,
		// The parent kills the process group, so no process may leave it.
		unix.SYS_SETSID, unix.SYS_SETPGID,
		// Memory that outlives its mapping, so that the parent cannot measure it.
		unix.SYS_MEMFD_CREATE, unix.SYS_MEMFD_SECRET, unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_SEMGET,
		unix.SYS_MSGGET, unix.SYS_MQ_OPEN,
		// Changes to files, if landlock is missing or does not cover them.
		unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
		unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR,
		unix.SYS_FREMOVEXATTR,
		unix.SYS_TRUNCATE, unix.SYS_FTRUNCATE, unix.SYS_FALLOCATE, unix.SYS_FLOCK,
		unix.SYS_MKDIRAT, unix.SYS_MKNODAT, unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2, unix.SYS_LINKAT, unix.SYS_SYMLINKAT,
		unix.SYS_UNLINKAT,
		// System state.
		unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT,
		unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSPICK, unix.SYS_FSMOUNT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT,
		unix.SYS_MOUNT_SETATTR,
		unix.SYS_SETNS, unix.SYS_UNSHARE,
		unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_FANOTIFY_INIT,
		unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
		unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
		unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
		unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_ACCT,
		unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_REBOOT, unix.SYS_SYSLOG, unix.SYS_VHANGUP,
		unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX, unix.SYS_SETHOSTNAME,
		unix.SYS_SETDOMAINNAME,
	}, olderCalls()...)
}

// newestCall is the last known call (mseal, Linux 6.10; 424 and later are shared). Newer ones are "not implemented".
const newestCall = unix.SYS_MSEAL

// Offsets in struct seccomp_data (linux/seccomp.h), little endian.
const (
	offsetCall = 0
	offsetArch = 4
	offsetArgs = 16 // 8 bytes each
)

// newNamespaces are the clone flags that create namespaces.
const newNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWPID |
	unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// startsProgram are package os's flags, which block the parent until the program runs. CLONE_PIDFD is optional.
const startsProgram = unix.CLONE_VFORK | unix.CLONE_VM | uint32(unix.SIGCHLD)

// x32Bit marks calls of amd64's x32 ABI, which have other numbers.
const x32Bit = 0x40000000

// Results of the filter.
const (
	allowCall  = unix.SECCOMP_RET_ALLOW
	refuseCall = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	unknown    = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
)

// filterSystemCalls installs the filter of a child on every thread.
func filterSystemCalls() error {
	f := newFilter()
	for _, call := range deniedCalls() {
		f.deny(call)
	}
	own := uint32(os.Getpid())
	f.on(unix.SYS_CLONE,
		load(arg(0)),
		test(unix.BPF_JSET, newNamespaces), answer(refuseCall),
		test(unix.BPF_JSET, unix.CLONE_THREAD), answer(allowCall),
		unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: ^uint32(unix.CLONE_PIDFD)},
		test(unix.BPF_JEQ, startsProgram), answer(allowCall),
		answer(refuseCall))
	// Shared memory can be invisible in the statistics of its process.
	f.on(unix.SYS_MMAP, load(arg(3)), test(unix.BPF_JSET, unix.MAP_SHARED), answer(refuseCall), answer(allowCall))
	f.only(unix.SYS_KILL, 0, own)
	f.only(unix.SYS_TGKILL, 0, own)
	f.only(unix.SYS_PRLIMIT64, 0, 0) // a process may lower its own limits
	// A child must end with its parent.
	f.on(unix.SYS_PRCTL,
		load(arg(0)), unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.PR_SET_PDEATHSIG, Jt: 1},
		answer(allowCall),
		load(arg(1)), test(unix.BPF_JEQ, uint32(unix.SIGKILL)), answer(allowCall),
		answer(refuseCall))
	return f.install(unix.SECCOMP_FILTER_FLAG_TSYNC)
}

// filterNewTasks prevents this thread and the program that it executes from creating processes and threads.
func filterNewTasks() error {
	f := newFilter()
	f.deny(unix.SYS_CLONE)
	for _, call := range forks() {
		f.deny(call)
	}
	return f.install(0)
}

// filter is a BPF program under construction: each block handles one call.
type filter struct{ program []unix.SockFilter }

// newFilter begins with rules: other architectures fail; unknown calls and clone3 (hidden flags) are "not implemented".
func newFilter() *filter {
	f := &filter{program: []unix.SockFilter{
		load(offsetArch),
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: 1, K: nativeArch()},
		answer(refuseCall),
		load(offsetCall),
		test(unix.BPF_JGE, x32Bit), answer(refuseCall),
		test(unix.BPF_JGT, newestCall), answer(unknown),
	}}
	f.on(unix.SYS_CLONE3, answer(unknown))
	return f
}

// on adds the block for a call. The block must end with a result on every path.
func (f *filter) on(call uint32, block ...unix.SockFilter) {
	f.program = append(f.program, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: call,
		Jf: uint8(len(block))})
	f.program = append(f.program, block...)
}

func (f *filter) deny(call uint32) { f.on(call, answer(refuseCall)) }

// only allows a call if the lower 32 bits of an argument have that value.
func (f *filter) only(call uint32, argument int, value uint32) {
	f.on(call, load(arg(argument)), test(unix.BPF_JEQ, value), answer(allowCall), answer(refuseCall))
}

func (f *filter) install(flags uintptr) error {
	if nativeArch() == 0 {
		return fmt.Errorf("no filter for %s", runtime.GOARCH)
	}
	program := append(f.program, answer(allowCall))
	prog := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no new privileges: %w", err)
	}
	thread, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	if thread != 0 {
		return fmt.Errorf("seccomp: thread %d could not be filtered", thread)
	}
	return nil
}

// nativeArch is the kernel's name of the architecture, or 0 for unsupported ones.
func nativeArch() uint32 {
	switch runtime.GOARCH {
	case "amd64":
		return unix.AUDIT_ARCH_X86_64
	case "arm64":
		return unix.AUDIT_ARCH_AARCH64
	}
	return 0
}

// arg is the offset of the lower half of an argument.
func arg(n int) uint32 { return uint32(offsetArgs + 8*n) }

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

// test skips the next instruction unless the condition holds.
func test(condition uint16, k uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | condition | unix.BPF_K, Jf: 1, K: k}
}

func answer(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }

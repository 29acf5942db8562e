package sandbox

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// executable is the running program, even if its file was replaced.
const executable = "/proc/self/exe"

// isolation is a set of namespaces for a child.
type isolation struct {
	flags uintptr
	names []string // of the protections it applies
}

// isolations returns the possible isolations, the best first. An ordinary user needs a user namespace for any
// other; if these are forbidden, root does not need one.
//
// Programs built with cgo have no PID namespace: landlock then finds the program's threads in /proc, which
// shows the processes of the system, not of the namespace. Release builds have no cgo.
func isolations() []isolation {
	var others uintptr = syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS
	names := []string{ProtectionNetworkNamespace}
	if !builtWithCgo {
		others |= syscall.CLONE_NEWPID
		names = append(names, ProtectionPIDNamespace)
	}
	return []isolation{
		{syscall.CLONE_NEWUSER | others, append([]string{ProtectionUserNamespace}, names...)},
		{others, names},
		{0, nil},
	}
}

// nobody is the user id of a child in its user namespace: it is not root, so that it has no capabilities.
const nobody = 65534

// apply starts cmd with the namespaces in a separate process group. It is killed when the starting thread ends.
func (i isolation) apply(cmd *exec.Cmd) {
	attr := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL, Cloneflags: i.flags}
	if i.flags&syscall.CLONE_NEWUSER != 0 {
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: os.Getuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: os.Getgid(), Size: 1}}
	}
	cmd.SysProcAttr = attr
}

// keepDescriptors makes all non-standard descriptors close on exec, because the parent may have left others open.
func keepDescriptors() error {
	err := unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC)
	if !errors.Is(err, unix.ENOSYS) && !errors.Is(err, unix.EINVAL) {
		return err
	}
	entries, err := os.ReadDir("/proc/self/fd") // kernels before 5.11
	if err != nil {
		return err
	}
	for _, e := range entries {
		var fd int
		if _, err := fmt.Sscan(e.Name(), &fd); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
	return nil
}

// takeStreams moves the connection off the standard streams, which any code may use: stdin is empty, stdout is stderr.
func takeStreams() (in, out *os.File, err error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	defer null.Close()
	fdIn, err := unix.FcntlInt(0, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, nil, err
	}
	fdOut, err := unix.FcntlInt(1, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, nil, err
	}
	if err := unix.Dup3(int(null.Fd()), 0, 0); err != nil {
		return nil, nil, err
	}
	if err := unix.Dup3(2, 1, 0); err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(fdIn), "jobs"), os.NewFile(uintptr(fdOut), "answers"), nil
}

// widen sets a pipe to portionBytes, unless the system forbids it (/proc/sys/fs/pipe-user-pages-soft).
func widen(pipe *os.File) {
	raw, err := pipe.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, portionBytes) })
}

// awaitExit waits for the end without reaping, so ids are not reused. It returns false if it does not know.
func awaitExit(pid int) bool {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return err == nil
		}
	}
}

// hasExited reports whether a process that was not reaped has ended.
func hasExited(pid int) bool {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, pid, &info, unix.WEXITED|unix.WNOWAIT|unix.WNOHANG, nil)
	return err == nil && info.Signo != 0
}

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

// executable is the running program itself, even when its file was replaced.
const executable = "/proc/self/exe"

// isolation is one way to start a child: the namespaces it gets.
type isolation struct {
	flags uintptr
	names []string // of the protections it applies
}

// isolations lists the ways, the best first. An ordinary user needs the user
// namespace to get any other; where those are forbidden, root can do without.
//
// A program built with cgo does without the PID namespace: landlock then has to
// find the program's threads in /proc, which shows the system's processes, not
// the namespace's. Release builds are made without cgo.
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

// nobody is who a child is inside its user namespace: not root, so that it
// loses all capabilities.
const nobody = 65534

// apply makes cmd start that way, in a process group of its own, to be killed
// when the starting thread ends.
func (i isolation) apply(cmd *exec.Cmd) {
	attr := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL, Cloneflags: i.flags}
	if i.flags&syscall.CLONE_NEWUSER != 0 {
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: os.Getuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: os.Getgid(), Size: 1}}
	}
	cmd.SysProcAttr = attr
}

// keepDescriptors makes every descriptor of this process but the standard ones
// close on exec. Go opens none otherwise; the process that started this one may
// have left some.
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

// takeStreams moves the connection to the parent away from the standard
// streams, which anything may write to: standard input becomes empty, standard
// output goes where standard error goes.
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

// widen makes a pipe take a portion at once. Where the system does not allow so much
// (/proc/sys/fs/pipe-user-pages-soft) it stays as it is and is written to more often.
func widen(pipe *os.File) {
	raw, err := pipe.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, portionBytes) })
}

// awaitExit returns once the process has ended, and leaves it to be reaped: its
// number, and so that of its group, cannot be given to another until then. It
// is false where it cannot tell.
func awaitExit(pid int) bool {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return err == nil
		}
	}
}

// hasExited reports whether a process that is not reaped has ended.
func hasExited(pid int) bool {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, pid, &info, unix.WEXITED|unix.WNOWAIT|unix.WNOHANG, nil)
	return err == nil && info.Signo != 0
}

package ocr

import (
	"errors"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// confine puts the child into a process group, which is killed when the context or this process ends.
func confine(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// niceness of recognition, which takes a second or more; interactive work takes a tenth of that.
const niceness = 10

// limit sets the child's resource limits. A page of 40 megapixels needs less than half of each.
func limit(pid int) error {
	if err := unix.Setpriority(unix.PRIO_PROCESS, pid, niceness); err != nil && !errors.Is(err, unix.ESRCH) {
		return err
	}
	for resource, value := range map[int]uint64{
		unix.RLIMIT_AS:     2 << 30,
		unix.RLIMIT_CPU:    120, // seconds
		unix.RLIMIT_FSIZE:  0,   // no files at all
		unix.RLIMIT_CORE:   0,
		unix.RLIMIT_NOFILE: 64,
	} {
		err := unix.Prlimit(pid, resource, &unix.Rlimit{Cur: value, Max: value}, nil)
		// A child that has ended needs no limit.
		if err != nil && !errors.Is(err, unix.ESRCH) {
			return err
		}
	}
	return nil
}

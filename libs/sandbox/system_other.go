//go:build !linux

package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// protectionsExpected: no child starts without the indispensable protections.
const protectionsExpected = false

var errUnsupported = errors.New("this system does not offer it")

const executable = "" // os.Executable returns it

type isolation struct{ names []string }

func isolations() []isolation { return []isolation{{}} }

func (isolation) apply(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func applyProtections(settings) []Protection {
	return []Protection{
		protectionOf(ProtectionLimits, errUnsupported), protectionOf(ProtectionNoNewPrivileges, errUnsupported),
		protectionOf(ProtectionFiles, errUnsupported), protectionOf(ProtectionSystemCalls, errUnsupported),
	}
}

func keepDescriptors() error { return nil }

// takeStreams moves the connection to the parent away from the standard streams.
func takeStreams() (in, out *os.File, err error) {
	fdIn, err := unix.FcntlInt(0, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, nil, err
	}
	fdOut, err := unix.FcntlInt(1, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, nil, err
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	defer null.Close()
	err = errors.Join(unix.Dup2(int(null.Fd()), 0), unix.Dup2(2, 1))
	return os.NewFile(uintptr(fdIn), "jobs"), os.NewFile(uintptr(fdOut), "answers"), err
}

type usage struct {
	memory int64
	cpu    time.Duration
	tasks  int
}

func treeUsage(int) usage { return usage{} }

func memoryOf(int) int64 { return 0 }

func cpuOf(int) time.Duration { return 0 }

func confine(*exec.Cmd, ProgramLimits) {}

func becomeProgram([]string) error { return errUnsupported }

func descendants(int) []int { return nil }

func awaitExit(int) bool { return false }

func hasExited(int) bool { return false }

func widen(*os.File) {}

package sandbox

import (
	"os/exec"
	"time"
)

// programMarker is the first argument of a process that becomes another program.
const programMarker = "sandbox-program"

// ProgramLimits bound a program that a child starts.
type ProgramLimits struct {
	AddressSpace int64         // bytes
	CPUTime      time.Duration // whole seconds
	OpenFiles    int
}

// Confine changes a command of a child, which starts a program of Config.Programs, so that the program
// cannot create processes, threads and files, and stays within the limits. It may be called only in a
// child, and for a command without SysProcAttr. It does nothing on systems other than Linux.
//
// The protections of the child apply to the program as well.
func Confine(cmd *exec.Cmd, l ProgramLimits) { confine(cmd, l) }

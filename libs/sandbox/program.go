package sandbox

import (
	"os/exec"
	"time"
)

// programMarker is the first argument of a process that is to become a program.
const programMarker = "sandbox-program"

// ProgramLimits bound a program that a child starts.
type ProgramLimits struct {
	AddressSpace int64         // bytes
	CPUTime      time.Duration // whole seconds
	OpenFiles    int
}

// Confine changes a command that a child is about to start, a program of
// Config.Programs, so that the program can make no process and no thread, write
// no file and stays within the limits. It may be called only in a child, and on a
// command without SysProcAttr. Elsewhere than on Linux it does nothing.
//
// What a child may do a program may do as well, at most: see the protections.
func Confine(cmd *exec.Cmd, l ProgramLimits) { confine(cmd, l) }

package instance

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// busyTicks is the processor time, in clock ticks (10 ms), after which a worker process counts as busy.
const busyTicks = 10

// KillBusyChild kills the busy worker process, like an out-of-memory killer.
func (i *Instance) KillBusyChild() {
	i.t.Helper()
	before := i.childTicks()
	for deadline := time.Now().Add(testkit.Patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		for pid, ticks := range i.childTicks() {
			if old, known := before[pid]; known && ticks-old >= busyTicks {
				require.NoError(i.t, syscall.Kill(pid, syscall.SIGKILL))
				return
			} else if !known {
				before[pid] = ticks
			}
		}
	}
	i.t.Fatal("no worker process is at work")
}

// workerArgument marks a worker process: docmill started again with it.
const workerArgument = "sandbox-child"

// childTicks returns ready workers' processor time (proc(5): stat, fields 4, 14 and 15), not of starting ones.
func (i *Instance) childTicks() map[int]int {
	i.t.Helper()
	dirs, err := filepath.Glob("/proc/[0-9]*")
	require.NoError(i.t, err)
	own := filters(fmt.Sprintf("/proc/%d/status", i.PID()))
	ticks := map[int]int{}
	for _, dir := range dirs {
		stat, err := os.ReadFile(filepath.Join(dir, "stat"))
		if err != nil {
			continue // it ended meanwhile
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		if len(fields) < 13 || fields[1] != strconv.Itoa(i.PID()) {
			continue
		}
		command, err := os.ReadFile(filepath.Join(dir, "cmdline"))
		pid, pidErr := strconv.Atoi(filepath.Base(dir))
		if err != nil || pidErr != nil || !strings.Contains(string(command), workerArgument) {
			continue
		}
		if filters(filepath.Join(dir, "status")) <= own {
			continue // the filter of system calls is the last thing it puts up
		}
		ticks[pid] = parseNumber(fields[11]) + parseNumber(fields[12])
	}
	return ticks
}

// filters returns the number of a process's system call filters (proc(5): status, Seccomp_filters).
func filters(status string) int {
	text, err := os.ReadFile(status)
	if err != nil {
		return 0 // it ended meanwhile
	}
	_, rest, _ := strings.Cut(string(text), "\nSeccomp_filters:")
	line, _, _ := strings.Cut(rest, "\n")
	return parseNumber(strings.TrimSpace(line))
}

func parseNumber(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

package instance

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// busyTicks is the processor time, in clock ticks (10 ms), after which a worker
// process counts as at work on something.
const busyTicks = 10

// KillBusyChild kills the worker process that is at work, as an out-of-memory
// killer would.
func (i *Instance) KillBusyChild() {
	i.t.Helper()
	before := i.childTicks()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		for pid, ticks := range i.childTicks() {
			if old, known := before[pid]; known && ticks-old >= busyTicks {
				if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
					i.t.Fatal(err)
				}
				return
			} else if !known {
				before[pid] = ticks
			}
		}
	}
	i.t.Fatal("no worker process is at work")
}

// childTicks is the processor time of each worker process: the children that
// run docmill's own binary (proc(5): stat, fields 4, 14 and 15).
func (i *Instance) childTicks() map[int]int {
	i.t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		i.t.Fatal(err)
	}
	ticks := map[int]int{}
	for _, path := range stats {
		b, err := os.ReadFile(path)
		if err != nil {
			continue // it ended meanwhile
		}
		_, rest, ok := strings.Cut(string(b), ") ")
		fields := strings.Fields(rest)
		if !ok || len(fields) < 13 || fields[1] != strconv.Itoa(i.PID()) || !strings.HasPrefix(string(b[strings.IndexByte(string(b), '('):]), "(docmill") {
			continue
		}
		var pid int
		if _, err := fmt.Sscan(string(b), &pid); err != nil {
			continue
		}
		user, _ := strconv.Atoi(fields[11])
		system, _ := strconv.Atoi(fields[12])
		ticks[pid] = user + system
	}
	return ticks
}

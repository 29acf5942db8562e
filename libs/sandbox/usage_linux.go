package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// usage is what a process and its descendants use.
type usage struct {
	memory int64         // bytes that are theirs alone: resident, not backed by files
	cpu    time.Duration // of all that ever ran
}

// tick is the unit of processor time in /proc: USER_HZ is 100 on every
// architecture that Go knows.
const tick = 10 * time.Millisecond

// treeUsage adds up what pid and its descendants use. Processes that end
// meanwhile count as nothing.
func treeUsage(pid int) usage {
	var sum usage
	for _, p := range append(descendants(pid), pid) {
		sum.memory += memoryOf(p)
		sum.cpu += cpuOf(p)
	}
	return sum
}

// memoryOf reads proc_pid_statm(5): size, resident and shared pages.
func memoryOf(pid int) int64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	f := bytes.Fields(b)
	if err != nil || len(f) < 3 {
		return 0
	}
	return max(0, number(f[1])-number(f[2])) * int64(os.Getpagesize())
}

// cpuOf reads utime, stime, cutime and cstime of proc_pid_stat(5): fields 14 to
// 17, counted after the name, which may hold anything.
func cpuOf(pid int) time.Duration {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	if err != nil || len(f) < 15 {
		return 0
	}
	var ticks int64
	for _, v := range f[11:15] {
		ticks += number(v)
	}
	return time.Duration(ticks) * tick
}

// descendants lists the processes below pid. A kernel without
// CONFIG_PROC_CHILDREN names none.
func descendants(pid int) []int {
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return nil
	}
	var found []int
	for _, list := range lists {
		b, err := os.ReadFile(list)
		if err != nil {
			continue
		}
		for _, v := range bytes.Fields(b) {
			child := int(number(v))
			found = append(append(found, child), descendants(child)...)
		}
	}
	return found
}

func number(b []byte) int64 {
	n, err := strconv.ParseInt(string(b), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

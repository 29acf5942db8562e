package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// usage is that of a process with its descendants.
type usage struct {
	memory int64         // bytes that are theirs alone: resident, not backed by files
	cpu    time.Duration // of all that ever ran
	tasks  int           // processes and threads
}

// tick is the unit of processor time in /proc: USER_HZ is 100 on every architecture of Go.
const tick = 10 * time.Millisecond

// treeUsage adds up the usage of pid and its descendants. Processes that end during the call do not count.
func treeUsage(pid int) usage {
	var sum usage
	for _, p := range append(descendants(pid), pid) {
		s := readStatus(p)
		sum.memory += s.memory
		sum.tasks += s.tasks
		sum.cpu += cpuOf(p)
	}
	return sum
}

// memoryOf returns a process's memory: see readStatus.
func memoryOf(pid int) int64 { return readStatus(pid).memory }

// status holds values of proc_pid_status(5).
type status struct {
	memory int64 // bytes
	tasks  int   // threads
}

// readStatus counts resident pages without file backing (including shared memory), swapped pages and page tables.
func readStatus(pid int) status {
	b, err := readProc(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return status{}
	}
	var s status
	for line := range bytes.Lines(b) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch string(name) {
		case "RssAnon", "RssShmem", "VmSwap", "VmPTE":
			s.memory += parseNumber(bytes.TrimSuffix(bytes.TrimSpace(value), []byte(" kB"))) << 10
		case "Threads":
			s.tasks = int(parseNumber(bytes.TrimSpace(value)))
		}
	}
	return s
}

// cpuOf reads utime, stime, cutime and cstime of proc_pid_stat(5): fields 14 to 17, after the name.
func cpuOf(pid int) time.Duration {
	b, err := readProc(fmt.Sprintf("/proc/%d/stat", pid))
	f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	if err != nil || len(f) < 15 {
		return 0
	}
	var ticks int64
	for _, v := range f[11:15] {
		ticks += parseNumber(v)
	}
	return time.Duration(ticks) * tick
}

// descendants lists the processes below pid. Without CONFIG_PROC_CHILDREN it returns none.
func descendants(pid int) []int {
	tasks := fmt.Sprintf("/proc/%d/task/", pid)
	threads, err := names(tasks)
	if err != nil {
		return nil
	}
	var found []int
	for _, thread := range threads {
		b, err := readProc(tasks + thread + "/children")
		if err != nil {
			continue // it ended meanwhile
		}
		for _, v := range bytes.Fields(b) {
			child := int(parseNumber(v))
			found = append(append(found, child), descendants(child)...)
		}
	}
	return found
}

// names lists a folder unsorted, without reading the entries' metadata.
func names(folder string) ([]string, error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// readProc is os.ReadFile with half the system calls: files of /proc have no size and need no poller.
func readProc(name string) ([]byte, error) {
	fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = syscall.Close(fd) }() // nothing was written
	b := make([]byte, 0, 2<<10)              // most have less
	for {
		if len(b) == cap(b) {
			b = slices.Grow(b, len(b))
		}
		n, err := syscall.Read(fd, b[len(b):cap(b)])
		if err != nil || n == 0 {
			return b, err
		}
		b = b[:len(b)+n]
	}
}

func parseNumber(b []byte) int64 {
	n, err := strconv.ParseInt(string(b), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

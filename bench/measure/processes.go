package measure

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/require"
)

// Usage is the processor time of an installation in one process.
type Usage struct {
	Services time.Duration // all five, NATS and the object store
	Children time.Duration // extraction processes, including ended ones
	Postgres time.Duration // the server, its backends and autovacuum workers
}

// Minus returns the difference to an earlier usage.
func (u Usage) Minus(v Usage) Usage {
	return Usage{u.Services - v.Services, u.Children - v.Children, u.Postgres - v.Postgres}
}

// Plus returns the sum.
func (u Usage) Plus(v Usage) Usage {
	return Usage{u.Services + v.Services, u.Children + v.Children, u.Postgres + v.Postgres}
}

// Around returns the usage outside the extraction processes.
func (u Usage) Around() time.Duration { return u.Services + u.Postgres }

// Milliseconds returns a duration in milliseconds.
func Milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

type process struct {
	name       string
	parent     int
	own, ended time.Duration // ended: of its children that have ended
}

// tick is the unit of processor time in /proc. USER_HZ is 100 on every architecture that Go supports.
const tick = 10 * time.Millisecond

// UsageOf returns the usage of a process and its descendants since their start.
func UsageOf(t testing.TB, root int) Usage {
	t.Helper()
	all := processes(t)
	u := Usage{Services: all[root].own, Children: all[root].ended}
	for pid, p := range all {
		switch {
		case pid == root || !below(all, pid, root):
		case p.name == "postgres":
			u.Postgres += p.own + p.ended
		default:
			u.Children += p.own + p.ended
		}
	}
	return u
}

func below(all map[int]process, pid, root int) bool {
	for pid > 1 && pid != root {
		pid = all[pid].parent
	}
	return pid == root
}

// processes reads proc_pid_stat(5): parent (field 4) and utime, stime, cutime and cstime (14 to 17).
func processes(t testing.TB) map[int]process {
	t.Helper()
	paths, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	all := map[int]process{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // the process has ended
		}
		before, after, _ := strings.Cut(string(text), ") ")
		pid, name, _ := strings.Cut(before, " (")
		f := strings.Fields(after)
		if len(f) < 15 {
			t.Fatal(fmt.Errorf("%s: %d fields", path, len(f)))
		}
		all[number(pid)] = process{
			name: name, parent: number(f[1]),
			own:   time.Duration(number(f[11])+number(f[12])) * tick,
			ended: time.Duration(number(f[13])+number(f[14])) * tick,
		}
	}
	return all
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// MemoryMiB returns a line of proc_pid_status(5) that counts kB, such as VmRSS, or 0 if the process has ended.
func MemoryMiB(pid int, line string) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "\n"+line+":")
	rest, _, _ = strings.Cut(rest, " kB")
	return float64(number(strings.TrimSpace(rest))) / 1024
}

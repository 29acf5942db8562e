package pipeline

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// usage is the processor time of an installation in one process, by what it went
// into.
type usage struct {
	services time.Duration // all five, NATS and the object store
	children time.Duration // that read documents, those that ended included
	postgres time.Duration
}

func (u usage) minus(v usage) usage {
	return usage{u.services - v.services, u.children - v.children, u.postgres - v.postgres}
}

// process is a line of /proc/PID/stat.
type process struct {
	name       string
	parent     int
	own, ended time.Duration // ended: of its children that have ended
}

// tick is the unit of processor time in /proc: USER_HZ is 100 on every architecture
// that Go knows.
const tick = 10 * time.Millisecond

// usageOf adds up what the process and those below it have used.
func usageOf(b *testing.B, root int) usage {
	b.Helper()
	all := processes(b)
	u := usage{services: all[root].own, children: all[root].ended}
	for pid, p := range all {
		switch {
		case pid == root || !below(all, pid, root):
		case p.name == "postgres":
			u.postgres += p.own + p.ended
		default:
			u.children += p.own + p.ended
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

// processes reads proc_pid_stat(5): the name in parentheses, then parent (field
// 4) and utime, stime, cutime and cstime (14 to 17).
func processes(b *testing.B) map[int]process {
	b.Helper()
	paths, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		b.Fatal(err)
	}
	all := map[int]process{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it ended meanwhile
		}
		before, after, _ := strings.Cut(string(text), ") ")
		pid, name, _ := strings.Cut(before, " (")
		f := strings.Fields(after)
		if len(f) < 15 {
			b.Fatal(fmt.Errorf("%s: %d fields", path, len(f)))
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

package sandbox

import (
	"bufio"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tree starts a shell that starts a shell that waits for a third process, and
// returns the ids of those below the first, which itself is the last one.
func tree(tb testing.TB) (below []int, top int) {
	tb.Helper()
	cmd := exec.Command("sh", "-c", `sh -c 'sleep 600 & echo $$ $!; wait' & wait`)
	out, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		for _, pid := range append(below, cmd.Process.Pid) {
			if p, err := os.FindProcess(pid); err == nil {
				_ = p.Kill() // it may have ended
			}
		}
		_ = cmd.Wait() // it was killed
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		tb.Fatal(err)
	}
	for _, word := range strings.Fields(line) {
		pid, err := strconv.Atoi(word)
		if err != nil {
			tb.Fatal(err)
		}
		below = append(below, pid)
	}
	return below, cmd.Process.Pid
}

func TestDescendantsOfAllGenerations(t *testing.T) {
	t.Parallel()
	want, top := tree(t)
	got := descendants(top)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	u := treeUsage(top)
	if u.tasks != 3 || u.memory <= 0 {
		t.Errorf("%+v, want 3 tasks that use memory", u)
	}
}

func TestAProcessThatIsGoneUsesNothing(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("true")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if u := treeUsage(cmd.Process.Pid); u != (usage{}) {
		t.Errorf("%+v", u)
	}
}

// BenchmarkTreeUsage is what is done for each worker 20 times a second.
func BenchmarkTreeUsage(b *testing.B) {
	_, top := tree(b)
	own := os.Getpid() // has threads, as workers do
	b.ReportAllocs()
	for b.Loop() {
		treeUsage(top)
		descendants(own)
	}
}

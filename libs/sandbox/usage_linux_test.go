package sandbox

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// tree starts three nested processes and returns the ids of those below the first, and its id.
func tree(tb testing.TB) (below []int, top int) {
	tb.Helper()
	cmd := exec.Command("sh", "-c", `sh -c 'sleep 600 & echo $$ $!; wait' & wait`)
	out, err := cmd.StdoutPipe()
	require.NoError(tb, err)
	require.NoError(tb, cmd.Start())
	tb.Cleanup(func() {
		for _, pid := range append(below, cmd.Process.Pid) {
			if p, err := os.FindProcess(pid); err == nil {
				_ = p.Kill() // it may have ended
			}
		}
		_ = cmd.Wait() // it was killed
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(tb, err)
	for _, word := range strings.Fields(line) {
		pid, err := strconv.Atoi(word)
		require.NoError(tb, err)
		below = append(below, pid)
	}
	return below, cmd.Process.Pid
}

func TestDescendants(t *testing.T) {
	t.Parallel()
	want, top := tree(t)
	got := descendants(top)
	slices.Sort(got)
	slices.Sort(want)
	assert.EqualSlices(t, got, want)
	u := treeUsage(top)
	assert.True(t, u.tasks == 3 && u.memory > 0, u, "want 3 tasks that use memory")
}

func TestUsageOfEndedProcess(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("true")
	require.NoError(t, cmd.Run())
	assert.Equal(t, treeUsage(cmd.Process.Pid), usage{})
}

// Files of /proc may be longer than one read.
func TestReadProcComplete(t *testing.T) {
	t.Parallel()
	for _, length := range []int{10, 2046, 2047, 2048, 100_000} {
		cmd := exec.Command("sleep", "600")
		cmd.Env = []string{"A=" + strings.Repeat("x", length)}
		require.NoError(t, cmd.Start())
		path := fmt.Sprintf("/proc/%d/environ", cmd.Process.Pid)
		got, err := readProc(path)
		// Start may return before the new program has its environment.
		for began := time.Now(); err == nil && len(got) == 0 && time.Since(began) < time.Minute; got, err = readProc(path) {
			runtime.Gosched()
		}
		want := cmd.Env[0] + "\x00"
		assert.True(t, err == nil && string(got) == want, len(got), "bytes, want", len(want), err)
		_ = cmd.Process.Kill() // it sleeps
		_ = cmd.Wait()         // it was killed
	}
	_, err := readProc("/proc/none")
	assert.Error(t, err, "read a file that is not there")
}

// Memory is resident memory without file-backed pages, in bytes.
func TestOwnProcessStatus(t *testing.T) {
	t.Parallel()
	held := make([]byte, 64<<20)
	for i := 0; i < len(held); i += 4096 {
		held[i] = 1 // resident
	}
	s := readStatus(os.Getpid())
	threads, err := os.ReadDir("/proc/self/task")
	require.NoError(t, err)
	if s.memory < int64(len(held)) || s.memory > 1<<32 || s.tasks == 0 || s.tasks > len(threads)+8 {
		t.Errorf("%+v beside %d threads and %d bytes", s, len(threads), len(held))
	}
	runtime.KeepAlive(held)
}

// BenchmarkTreeUsage measures the check that runs 20 times a second per worker.
func BenchmarkTreeUsage(b *testing.B) {
	_, top := tree(b)
	own := os.Getpid() // has threads, as workers do
	b.ReportAllocs()
	for b.Loop() {
		treeUsage(top)
		descendants(own)
	}
}

// BenchmarkMemoryOf measures the check after each job of a worker.
func BenchmarkMemoryOf(b *testing.B) {
	_, top := tree(b)
	b.ReportAllocs()
	for b.Loop() {
		memoryOf(top)
	}
}

// Files of /proc that are longer than one read arrive in pieces.

package sandbox_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// processes with an argument that is exactly arg, zombies left out.
func processes(arg string) []string {
	var found []string
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err == nil && bytes.Contains(b, []byte("\x00"+arg+"\x00")) {
			found = append(found, filepath.Dir(f))
		}
	}
	return found
}

func childrenOf(pid int) []int {
	var found []int
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, l := range lists {
		b, _ := os.ReadFile(l)
		for _, f := range strings.Fields(string(b)) {
			if n, err := strconv.Atoi(f); err == nil {
				found = append(found, n)
			}
		}
	}
	return found
}

func inheritable(t *testing.T, f *os.File) {
	t.Helper()
	_, err := unix.FcntlInt(f.Fd(), unix.F_SETFD, 0)
	require.NoError(t, err)
}

// gone reports whether the process has ended, reaped or not.
func gone(pid int) bool {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || bytes.Contains(b, []byte(") Z "))
}

// holder runs this test binary as a process that holds a pool of one child.
func holder(t *testing.T) (cmd *exec.Cmd, child int) {
	t.Helper()
	cmd = exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), asPool+"=1")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.True(t, err == nil && line == "ready\n", "pool's process says", line, err)
	children := childrenOf(cmd.Process.Pid)
	require.Equal(t, len(children), 1, "it has children", children)
	return cmd, children[0]
}

func TestParentKilled(t *testing.T) {
	t.Parallel()
	cmd, child := holder(t)
	// Stopped, it cannot end by itself when its connection closes.
	require.NoError(t, syscall.Kill(child, syscall.SIGSTOP))
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	testkit.Await(t, "the child is gone", func() bool { return gone(child) })
}

// TestKilledFromOutside simulates the system's out-of-memory killer.
func TestKilledFromOutside(t *testing.T) {
	pool := newPool(t, nil)
	for _, busy := range []bool{false, true} {
		_ = recall(t, pool, "a", "")
		children := childrenOf(os.Getpid())
		require.Equal(t, len(children), 1, "children", children)
		kill := func() {
			assert.NoError(t, syscall.Kill(children[0], syscall.SIGKILL))
		}
		if !busy {
			kill()
			testkit.Await(t, "the child is reaped", func() bool { return len(childrenOf(os.Getpid())) == 0 })
			continue // the next round's job needs another child
		}
		started := make(chan struct{})
		go func() { <-started; kill() }()
		_, err := pool.DoFor(t.Context(), "a", header(t, order{Do: "hang"}), signalling{started}, 1)
		_ = mustCrash(t, err, "signal: killed")
	}
	mustEcho(t, pool)
}

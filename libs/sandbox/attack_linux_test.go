package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/libs/sandbox/sandboxtest"
)

// attack tries what a compromised child would, and reports the result.
func attack(what string) string {
	what, arg, _ := strings.Cut(what, " ")
	if err := attempt(what, arg); err != nil {
		return err.Error()
	}
	return "allowed"
}

func attempt(what, arg string) error {
	pid, _ := strconv.Atoi(arg)
	switch what {
	case "read":
		_, err := os.ReadFile(arg)
		return err
	case "write":
		return os.WriteFile(arg, []byte("x"), 0o600)
	case "chmod":
		return os.Chmod(arg, 0o777)
	case "tcp", "udp", "unix":
		conn, err := net.Dial(what, arg)
		if err == nil {
			err = conn.Close()
		}
		return err
	case "listen":
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err == nil {
			err = ln.Close()
		}
		return err
	case "socketpair":
		_, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		return err
	case "run":
		return exec.Command(arg).Run()
	case "signal":
		return unix.Kill(pid, 0)
	case "signal-thread":
		return unix.Tgkill(pid, pid, 0)
	case "open-process":
		_, err := unix.PidfdOpen(pid, 0)
		return err
	case "trace":
		return syscall.PtraceAttach(pid)
	case "limit":
		return unix.Prlimit(pid, unix.RLIMIT_CORE, nil, &unix.Rlimit{})
	}
	return attemptCall(what)
}

func attemptCall(what string) error {
	var errno syscall.Errno
	switch what {
	case "fork":
		errno = fork(uintptr(unix.SIGCHLD))
	case "fork-namespace":
		errno = fork(uintptr(unix.SIGCHLD | unix.CLONE_NEWUSER))
	case "unshare":
		return unix.Unshare(unix.CLONE_NEWUSER)
	case "shared-memory":
		_, err := unix.Mmap(-1, 0, 1<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_ANONYMOUS)
		return err
	case "memfd":
		_, err := unix.MemfdCreate("x", 0)
		return err
	case "sysv":
		_, err := unix.SysvShmGet(unix.IPC_PRIVATE, 1<<20, unix.IPC_CREAT|0o600)
		return err
	case "session":
		_, err := unix.Setsid()
		return err
	case "group":
		return unix.Setpgid(0, 0)
	case "priority":
		return unix.Setpriority(unix.PRIO_USER, 0, 10)
	case "outlive":
		return unix.Prctl(unix.PR_SET_PDEATHSIG, 0, 0, 0, 0)
	case "ring":
		var params [120]byte
		_, _, errno = unix.Syscall(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params[0])), 0)
	case "newer":
		_, _, errno = unix.Syscall(unix.SYS_SETXATTRAT, 0, 0, 0)
		if errno != unix.ENOSYS {
			return nil
		}
	case "raise-limit":
		return unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 4096, Max: 4096})
	default:
		return nil // "allowed" fails the test
	}
	if errno != 0 {
		return errno
	}
	return nil
}

// fork creates a process that ends at once.
func fork(flags uintptr) syscall.Errno {
	pid, _, errno := syscall.RawSyscall6(syscall.SYS_CLONE, flags, 0, 0, 0, 0, 0)
	if pid == 0 && errno == 0 {
		for {
			_, _, _ = syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 0, 0, 0)
		}
	}
	return errno
}

// bomb takes threads or processes until it is stopped.
func bomb(what string) error {
	const most = 3000
	for range most {
		if what == "threads" {
			go func() {
				runtime.LockOSThread()
				_ = unix.Nanosleep(&unix.Timespec{Sec: 3600}, nil)
			}()
		} else if err := exec.Command("/bin/sleep", what).Start(); err != nil {
			time.Sleep(time.Millisecond) // no descriptors are left, or no processes
		}
	}
	time.Sleep(time.Hour)
	return nil
}

// program has the shell do something, confined.
func program(ctx context.Context, script string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", script)
	sandbox.Confine(cmd, sandbox.ProgramLimits{AddressSpace: 1 << 30, CPUTime: 10 * time.Second, OpenFiles: 32})
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return out, nil
}

func attacking(t *testing.T, pool *sandbox.Pool, what string) string {
	t.Helper()
	got, err := do(t, pool, order{Do: "attack", Arg: what}, "")
	if err != nil {
		return errors.Join(errors.New(what), err).Error()
	}
	return string(got)
}

// All attacks from inside fail, with and without namespaces.
func TestSandboxedAttacks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	readable, secret := filepath.Join(dir, "readable"), filepath.Join(dir, "secret")
	for _, f := range []string{readable, secret} {
		require.NoError(t, os.WriteFile(f, []byte("x"), 0o600))
	}
	tcp := listener(t, "tcp", "127.0.0.1:0")
	abstract := listener(t, "unix", "@docmill-sandbox-"+strconv.Itoa(os.Getpid()))
	self := strconv.Itoa(os.Getpid())
	pool := newPool(t, func(c *sandbox.Config) {
		programs(c)
		c.ReadOnly = append(c.ReadOnly, readable, "/no/such/path")
	})
	for _, what := range []string{
		"read " + secret, "read /etc/passwd", "read /proc/" + self + "/environ", "read /proc/" + self + "/mem",
		"write " + secret, "write " + filepath.Join(dir, "new"), "write " + readable, "chmod " + readable,
		"tcp " + tcp, "udp " + tcp, "unix " + abstract, "listen", "socketpair",
		"run /bin/true", "signal " + self, "signal -1", "signal-thread " + self, "open-process " + self, "trace " + self,
		"limit " + self,
		"fork", "fork-namespace", "unshare", "shared-memory", "memfd", "sysv", "session", "group", "priority", "outlive",
		"ring", "newer", "raise-limit",
	} {
		assert.NotEqual(t, attacking(t, pool, what), "allowed", what, "was allowed")
	}
	assert.Equal(t, attacking(t, pool, "read "+readable), "allowed", "what may be read")
	mustEcho(t, pool)
}

// listener never answers; it returns its address.
func listener(t *testing.T, network, address string) string {
	t.Helper()
	ln, err := net.Listen(network, address)
	require.NoError(t, err)
	t.Cleanup(func() { _ = ln.Close() })
	return ln.Addr().String()
}

// Thread and fork bombs are stopped, and nothing of them remains.
func TestSandboxedBombs(t *testing.T) {
	t.Parallel()
	pool := newPool(t, programs)
	_, err := do(t, pool, order{Do: "bomb", Arg: "threads"}, "")
	_ = mustCrash(t, err, "processes and threads")
	mark := fmt.Sprintf("3601.%d", os.Getpid())
	_, err = do(t, pool, order{Do: "bomb", Arg: mark}, "")
	_ = mustCrash(t, err, "processes and threads")
	testkit.Await(t, "all processes are gone", func() bool { return len(processes(mark)) == 0 })
	mustEcho(t, pool)
}

func TestSandboxedMemoryLimit(t *testing.T) {
	t.Parallel()
	pool := newPool(t, func(c *sandbox.Config) { c.MemoryBytes = 128 << 20 })
	_, err := do(t, pool, order{Do: "hoard"}, "")
	_ = mustCrash(t, err, "used more than 128 MiB of memory")
	mustEcho(t, pool)
}

// A child's program works, but can create no process.
func TestSandboxedPrograms(t *testing.T) {
	t.Parallel()
	pool := newPool(t, programs)
	got, err := do(t, pool, order{Do: "program", Arg: "echo works; ulimit -n; ulimit -f"}, "")
	assert.True(t, err == nil && string(got) == "works\n32\n0\n", "program said", string(got), err)
	for _, script := range []string{"(echo a subshell)", "/bin/sleep 0", "/bin/sleep 0 & wait", "echo x > /tmp/x",
		"read x < /etc/passwd", "kill -0 " + strconv.Itoa(os.Getpid())} {
		got, err := do(t, pool, order{Do: "program", Arg: script}, "")
		assert.Error(t, err, script, "was allowed", string(got))
	}
	// The program gets its limits, not more.
	got, err = do(t, pool, order{Do: "program", Arg: "ulimit -n 4096"}, "")
	assert.Error(t, err, "a limit was raised", string(got))
	mustEcho(t, pool)
}

// The reported protections are effective.
func TestSandboxedProtections(t *testing.T) {
	t.Parallel()
	protections := newPool(t, nil).Protections()
	assert.Equal(t, len(protections), 7, "protections", protections)
	for _, w := range protections {
		assert.NotEqual(t, w.On, w.Why != "", "protection", w)
		namespace := strings.HasSuffix(w.Name, "namespace")
		if !namespace && !w.On {
			t.Errorf("protection %+v needs no namespace", w)
		}
		if sandboxtest.Here() == sandboxtest.WithoutNamespaces && namespace && w.On {
			t.Errorf("protection %+v stands where namespaces are refused", w)
		}
	}
	if missing := sandbox.Missing(protections); sandboxtest.Here() == sandboxtest.WithoutNamespaces && len(missing) != 3 {
		t.Errorf("missing %v", missing)
	}
}

// Under the container engines' default profiles there are no namespaces: all of
// the above holds there as well.
func TestWithoutNamespaces(t *testing.T) {
	t.Parallel()
	out, err := sandboxtest.Run(t, sandboxtest.WithoutNamespaces, "^TestSandboxed")
	require.NoError(t, err, out)
	assert.Equal(t, strings.Count(out, "--- PASS"), 5, out)
}

// A child without a system call filter does not start, with any settings.
func TestChildWithoutFilter(t *testing.T) {
	t.Parallel()
	if sandboxtest.Here() == "" {
		out, err := sandboxtest.Run(t, sandboxtest.WithoutFilters, "^TestChildWithoutFilter$")
		require.NoError(t, err)
		assert.Contains(t, out, "--- PASS")
		return
	}
	_, err := sandbox.NewPool(t.Context(), poolConfig())
	assert.True(t, err != nil && strings.Contains(err.Error(), `the protection "system-calls" cannot be applied`),
		"error", err)
}

package sandbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/sandbox"
)

const patience = testkit.Patience

// programs sets system programs that children may run, and their files.
func programs(c *sandbox.Config) {
	c.Programs = []string{"/bin/sleep", "/bin/sh"}
	c.ReadOnly = []string{"/usr/lib", "/lib", "/lib64", "/etc/ld.so.cache"}
	c.Env = []string{"PATH=/usr/bin:/bin"}
}

func poolConfig() sandbox.Config {
	return sandbox.Config{Size: 1, MemoryBytes: 512 << 20, Log: slog.New(slog.DiscardHandler)}
}

func newPool(t *testing.T, change func(*sandbox.Config)) *sandbox.Pool {
	t.Helper()
	cfg := poolConfig()
	if change != nil {
		change(&cfg)
	}
	pool, err := sandbox.NewPool(t.Context(), cfg)
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	return pool
}

func do(t *testing.T, pool *sandbox.Pool, o order, body string) ([]byte, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	return pool.Do(ctx, header(t, o), strings.NewReader(body), int64(len(body)))
}

func header(t *testing.T, o order) []byte {
	t.Helper()
	b, err := json.Marshal(o)
	require.NoError(t, err)
	return b
}

// mustEcho checks that the pool still works.
func mustEcho(t *testing.T, pool *sandbox.Pool) {
	t.Helper()
	got, err := do(t, pool, order{Do: "echo"}, "still here")
	require.NoError(t, err)
	require.Equal(t, string(got), "still here", "echo afterwards")
}

func mustCrash(t *testing.T, err error, reason string) *sandbox.CrashError {
	t.Helper()
	var crash *sandbox.CrashError
	if !errors.As(err, &crash) || !errors.Is(err, sandbox.ErrCrashed) || !strings.Contains(crash.Reason, reason) {
		t.Fatalf("error %v, want a crash by %q", err, reason)
	}
	return crash
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	pool := newPool(t, nil)
	large := strings.Repeat("0123456789abcdef", 1<<19) // 8 MiB
	for _, body := range []string{"", "x", large} {
		got, err := do(t, pool, order{Do: "echo"}, body)
		require.NoError(t, err, "echo of", len(body), "bytes gave", len(got))
		require.Equal(t, string(got), body, "echo of", len(body), "bytes gave", len(got))
	}
	if got, err := do(t, pool, order{Do: "ignore"}, large); err != nil || string(got) != "ignored" {
		t.Fatalf("got %q, %v", got, err)
	}
	_, err := do(t, pool, order{Do: "fail", Arg: "no good"}, "body")
	var failed *sandbox.HandlerError
	require.True(t, errors.As(err, &failed) && failed.Text == "no good", "error", err, "want the handler's")
	mustEcho(t, pool)
}

// A job is written 256 KiB at a time, the frame before its body among them: bodies of about
// that size arrive whole wherever the first piece ends.
func TestBodiesNearChunkSize(t *testing.T) {
	t.Parallel()
	pool := newPool(t, nil)
	const piece, frame = 256 << 10, 130 // bytes; a frame of these tests has fewer
	all := strings.Repeat("0123456789abcde", (piece+frame)/15+1)
	for size := piece - frame; size <= piece+1; size++ {
		got, err := do(t, pool, order{Do: "echo"}, all[:size])
		require.True(t, err == nil && string(got) == all[:size], "echo of", size, "bytes gave", len(got), err)
	}
}

func TestOutputDuringAnswers(t *testing.T) {
	t.Parallel()
	pool := newPool(t, nil)
	for range 3 {
		got, err := do(t, pool, order{Do: "noise"}, "")
		require.True(t, err == nil && string(got) == "quiet", "got", string(got), err)
	}
}

func TestCrash(t *testing.T) {
	t.Parallel()
	pool := newPool(t, nil)
	_, err := do(t, pool, order{Do: "exit"}, "")
	assert.Contains(t, mustCrash(t, err, "exit status 3").Stderr, "giving up", "standard error")
	_, err = do(t, pool, order{Do: "panic"}, "body")
	crash := mustCrash(t, err, "exit status 2")
	assert.True(t, strings.Contains(crash.Stderr, "toy panic") && !strings.Contains(crash.Stderr, "giving up"),
		"standard error", crash.Stderr)
	mustEcho(t, pool)
}

func TestDeadlineKillGroup(t *testing.T) {
	t.Parallel()
	pool := newPool(t, programs)
	// No other sleep has this duration.
	mark := fmt.Sprintf("3600.%d", os.Getpid())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		testkit.Await(t, "the grandchild runs", func() bool { return len(processes(mark)) == 1 })
		cancel()
	}()
	_, err := pool.Do(ctx, header(t, order{Do: "hang", Arg: mark}), strings.NewReader(""), 0)
	require.ErrorIs(t, err, context.Canceled, "error")
	testkit.Await(t, "the grandchild is gone", func() bool { return len(processes(mark)) == 0 })

	ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = pool.Do(ctx, header(t, order{Do: "hang"}), strings.NewReader(""), 0)
	require.ErrorIs(t, err, context.DeadlineExceeded, "error")
	mustEcho(t, pool)
}

func TestHandlerDeadline(t *testing.T) {
	t.Parallel()
	pool := newPool(t, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	// Either the handler ends by itself in time or it is killed; both happen by the deadline.
	got, err := pool.Do(ctx, header(t, order{Do: "wait"}), strings.NewReader(""), 0)
	if !errors.Is(err, context.DeadlineExceeded) && string(got) != "waited" {
		t.Fatalf("got %q, %v", got, err)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	pool := newPool(t, func(c *sandbox.Config) { c.MemoryBytes, c.CPUTime = 128<<20, 300*time.Millisecond })
	_, err := do(t, pool, order{Do: "hoard"}, "")
	_ = mustCrash(t, err, "used more than 128 MiB of memory")
	_, err = do(t, pool, order{Do: "spin"}, "")
	_ = mustCrash(t, err, "of processor time")
	mustEcho(t, pool)
}

func TestAnswerTooLarge(t *testing.T) {
	t.Parallel()
	pool := newPool(t, func(c *sandbox.Config) { c.MaxAnswerBytes = 1 << 20 })
	_, err := do(t, pool, order{Do: "answer"}, "")
	_ = mustCrash(t, err, "the maximum is 1048576")
	mustEcho(t, pool)
}

// failing ends with a specific error.
type failing struct {
	io.Reader
	err error
}

func (f failing) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = f.err
	}
	return n, err
}

func TestBody(t *testing.T) {
	t.Parallel()
	pool := newPool(t, nil)
	broken := errors.New("source broke")
	for name, c := range map[string]struct {
		body io.Reader
		size int64
		want string
	}{
		"short":              {strings.NewReader("abc"), 4, io.ErrUnexpectedEOF.Error()},
		"long":               {strings.NewReader("abcde"), 4, "longer than announced"},
		"broken":             {failing{strings.NewReader("abc"), broken}, 4, broken.Error()},
		"refused at its end": {failing{strings.NewReader("abcd"), broken}, 4, broken.Error()},
	} {
		_, err := pool.Do(t.Context(), header(t, order{Do: "echo"}), c.body, c.size)
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, sandbox.ErrCrashed) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
	mustEcho(t, pool)
}

// The processor time includes that of ended children.
func TestCPUTime(t *testing.T) {
	t.Parallel()
	pool := newPool(t, func(c *sandbox.Config) { c.CPUTime = time.Second })
	before := pool.CPUTime()
	_, err := do(t, pool, order{Do: "spin"}, "")
	require.ErrorIs(t, err, sandbox.ErrCrashed, "a child that spins")
	after := pool.CPUTime()
	used := after - before
	assert.True(t, used >= time.Second, "the child that was killed after a second of processor time used", used)
	mustEcho(t, pool)
	now := pool.CPUTime()
	assert.True(t, now >= after, "it was", after, "and is", now)
}

func recall(t *testing.T, pool *sandbox.Pool, owner, keep string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	got, err := pool.DoFor(ctx, owner, header(t, order{Do: "recall", Arg: keep}), strings.NewReader(""), 0)
	require.NoError(t, err)
	return string(got)
}

// A child works for one owner: its memory is never visible to another.
func TestChildPerOwner(t *testing.T) {
	t.Parallel()
	for _, spares := range []int{0, 2} {
		pool := newPool(t, func(c *sandbox.Config) { c.Size, c.Spares, c.IdleTime = 3, spares, time.Hour })
		seen := map[string]string{}
		for n := range 24 {
			owner := []string{"a", "b", "a", "c", "", "b"}[n%6]
			keep := fmt.Sprintf("%s %d", owner, n)
			got := recall(t, pool, owner, keep)
			if got != "" && (owner == "" || got != seen[owner]) {
				t.Errorf("a job of %q finds %q", owner, got)
			}
			seen[owner] = keep
		}
		assert.Equal(t, recall(t, pool, "a", ""), seen["a"], "a child of the same owner was not used again")
	}
}

// A child ends after a number of jobs, and when it is idle.
func TestChildExit(t *testing.T) {
	t.Parallel()
	pool := newPool(t, func(c *sandbox.Config) { c.MaxJobs, c.IdleTime = 2, time.Hour })
	for n, want := range []string{"", "0", "", "2"} {
		assert.Equal(t, recall(t, pool, "a", fmt.Sprint(n)), want, "job", n, "finds")
	}
	idle := newPool(t, func(c *sandbox.Config) { c.IdleTime = time.Millisecond })
	testkit.Await(t, "an idle child has ended", func() bool {
		return recall(t, idle, "a", "kept") == ""
	})
}

// Children that began together and have as many jobs as each other do not end together.
func TestConcurrentChildExit(t *testing.T) {
	t.Parallel()
	const owners, jobs = 8, 60
	pool := newPool(t, func(c *sandbox.Config) { c.Idle, c.IdleTime, c.MaxJobs = owners, time.Hour, jobs })
	ends := map[int]bool{} // the numbers of jobs after which a child was followed by another
	for owner := range owners {
		for n := range jobs + 1 {
			if recall(t, pool, fmt.Sprint(owner), "kept") != "" || n == 0 {
				continue
			}
			assert.True(t, n >= jobs*2/3, "a child ended after", n, "jobs")
			ends[n] = true
			break
		}
	}
	assert.True(t, len(ends) >= 2, "children ended after", ends, "jobs")
}

func TestConcurrentJobs(t *testing.T) {
	t.Parallel()
	pool := newPool(t, func(c *sandbox.Config) { c.Size, c.Spares, c.MaxJobs = 2, 1, 7 })
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			for j := range 10 {
				body := bytes.Repeat([]byte{byte(i), byte(j)}, 1000)
				got, err := pool.DoFor(t.Context(), fmt.Sprint(i%3), header(t, order{Do: "echo"}), bytes.NewReader(body),
					int64(len(body)))
				assert.NoError(t, err, "job", j, len(got), "bytes")
				assert.True(t, bytes.Equal(got, body), "job", i, j, len(got), "bytes")
			}
		})
	}
	wg.Wait()
}

func TestChildInheritance(t *testing.T) {
	// Not parallel: the stray descriptor must be this test's own.
	stray, err := os.Create(filepath.Join(t.TempDir(), "stray"))
	require.NoError(t, err)
	defer stray.Close()
	inheritable(t, stray)
	pool := newPool(t, func(c *sandbox.Config) { c.Env, c.Setup = []string{"ONLY=this"}, []byte("settings") })
	got, err := do(t, pool, order{Do: "born"}, "")
	require.NoError(t, err)
	var born map[string][]string
	require.NoError(t, json.Unmarshal(got, &born))
	if !slices.Equal(born["env"], []string{"ONLY=this"}) || !slices.Equal(born["payload"], []string{"settings"}) {
		t.Errorf("environment %q, payload %q", born["env"], born["payload"])
	}
	for _, d := range born["descriptors"] {
		_, target, _ := strings.Cut(d, " ")
		own := strings.HasPrefix(target, "pipe:") || strings.HasPrefix(target, "anon_inode:") || target == os.DevNull ||
			strings.HasPrefix(target, "/proc/") || strings.HasPrefix(target, "/sys/fs/cgroup/") // the runtime's
		assert.True(t, own, "descriptor", d)
	}
}

func TestSetupError(t *testing.T) {
	t.Parallel()
	_, err := sandbox.NewPool(t.Context(), sandbox.Config{
		Size: 1, MemoryBytes: 1 << 30, Setup: []byte("refuse"), Log: slog.New(slog.DiscardHandler),
	})
	require.True(t, err != nil && strings.Contains(err.Error(), "will not start"), "error", err)
	_, err = sandbox.NewPool(t.Context(), sandbox.Config{})
	assert.Error(t, err, "an empty configuration was accepted")
}

func TestClose(t *testing.T) {
	t.Parallel()
	pool, err := sandbox.NewPool(t.Context(),
		sandbox.Config{Size: 2, MemoryBytes: 512 << 20, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	assert.NoError(t, pool.Check(t.Context()), "check")
	started := make(chan struct{})
	result := make(chan error, 1)
	go func() {
		_, err := pool.Do(t.Context(), header(t, order{Do: "hang"}), signalling{started}, 1)
		result <- err
	}()
	<-started
	pool.Close()
	assert.ErrorIs(t, <-result, sandbox.ErrClosed, "job under way")
	_, err = do(t, pool, order{Do: "echo"}, "")
	assert.ErrorIs(t, err, sandbox.ErrClosed, "job afterwards")
	assert.ErrorIs(t, pool.Check(t.Context()), sandbox.ErrClosed, "check")
}

// signalling is a body of one byte that reports when it is read.
type signalling struct{ read chan struct{} }

func (s signalling) Read(p []byte) (int, error) {
	close(s.read)
	p[0] = 'x'
	return 1, io.EOF
}

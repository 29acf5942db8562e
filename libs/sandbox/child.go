package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"
)

// child is the parent's view of a child process. One goroutine at a time sends it jobs.
type child struct {
	cfg     Config
	cmd     *exec.Cmd
	jobs    *os.File // to it
	answers *os.File // from it
	stderr  *tail
	done    int // jobs
	maxJobs int

	exited chan struct{} // closed once it is reaped

	mu     sync.Mutex
	reaped bool
	cause  error // why it was killed; nil if it was not
}

// Why a child is killed, apart from ctx and limits.
var (
	errRecycled = errors.New("replaced")
	errSilent   = errors.New("closed its connection")
)

// limitError is the cause if a child exceeded a limit.
type limitError string

func (e limitError) Error() string { return string(e) }

func newChild(cfg Config) *child {
	return &child{cfg: cfg, stderr: &tail{}, exited: make(chan struct{}), maxJobs: spreadJobs(cfg.MaxJobs)}
}

// spreadJobs varies a child's number of jobs, so that children that began together are not replaced together.
func spreadJobs(limit int) int { return limit - rand.IntN(limit/3+1) }

// reap waits for the end of the process and kills its group.
func (c *child) reap() {
	ended := awaitExit(c.cmd.Process.Pid)
	c.cfg.cpu.end(c.cmd.Process.Pid)
	c.mu.Lock()
	if ended {
		c.killGroup()
		c.reaped = true
	}
	c.mu.Unlock()
	// ProcessState has the result.
	_ = c.cmd.Wait()
	c.mu.Lock()
	c.reaped = true
	c.mu.Unlock()
	close(c.exited)
}

// discard kills the child and closes its pipes.
func (c *child) discard(cause error) {
	c.kill(cause)
	<-c.exited
	_ = c.jobs.Close()
	_ = c.answers.Close()
}

// kill ends the process and its descendants. The first cause is kept.
func (c *child) kill(cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reaped {
		return
	}
	if c.cause == nil {
		c.cause = cause
	}
	c.killGroup()
}

// killGroup may be called until the process is reaped. Processes that left the group early are found as descendants.
func (c *child) killGroup() {
	pid := c.cmd.Process.Pid
	below := descendants(pid)
	// Errors mean that they have ended.
	_ = syscall.Kill(-pid, syscall.SIGKILL)
	for _, p := range below {
		_ = syscall.Kill(p, syscall.SIGKILL)
	}
}

func (c *child) alive() bool {
	select {
	case <-c.exited:
		return false
	default:
		c.mu.Lock()
		defer c.mu.Unlock()
		// The system may know before the reaper does.
		return c.cause == nil && !c.reaped && !hasExited(c.cmd.Process.Pid)
	}
}

// reusable reports whether the child may have another job, and its memory in bytes.
func (c *child) reusable() (memory int64, ok bool) {
	if !c.alive() || c.done >= c.maxJobs {
		return 0, false
	}
	memory = memoryOf(c.cmd.Process.Pid)
	return memory, memory < c.cfg.RecycleBytes
}

// do sends one job to the child and returns the answer.
func (c *child) do(ctx context.Context, header []byte, body io.Reader, size int64) ([]byte, error) {
	c.done++
	c.stderr.reset()
	stopCtx := context.AfterFunc(ctx, func() { c.kill(ctx.Err()) })
	defer stopCtx()
	defer c.watch()()

	answer, err := c.exchange(ctx, header, body, size)
	var failed *HandlerError
	if err == nil || errors.As(err, &failed) {
		return answer, err
	}
	return nil, c.verdict(ctx, err)
}

// exchange sends the job and reads the answer.
func (c *child) exchange(ctx context.Context, header []byte, body io.Reader, size int64) ([]byte, error) {
	if err := c.send(frame{Type: frameJob, Header: header, Size: size, Limit: limitOf(ctx)}, body); err != nil {
		return nil, err
	}
	f, err := c.awaitAnswer(ctx)
	switch {
	case err != nil:
		return nil, err
	case f.Type == frameAnswer && f.Size == 0:
		return f.Header, nil
	case f.Type == frameError && f.Size == 0:
		return nil, &HandlerError{string(f.Header)}
	}
	return nil, errFrame
}

// send writes the frame and the body. It checks that the body has ended before the last portion.
func (c *child) send(f frame, body io.Reader) error {
	buffer := c.cfg.portions.Get().(*[]byte)
	defer c.cfg.portions.Put(buffer)
	b, err := appendFrame((*buffer)[:0], f)
	if err != nil {
		return err
	}
	source := &bodyReader{body: body}
	for left := f.Size; ; b = b[:0] {
		n, more := len(b), min(left, int64(max(portionBytes-len(b), 0)))
		b = slices.Grow(b, int(more))[:n+int(more)]
		if _, err := io.ReadFull(source, b[n:]); err != nil {
			return source.blame(err)
		}
		if left -= more; left == 0 {
			if err := source.atEnd(); err != nil {
				return err
			}
		}
		if _, err := c.jobs.Write(b); err != nil || left == 0 {
			return err
		}
	}
}

// verdict ends the child and returns why the exchange failed.
func (c *child) verdict(ctx context.Context, err error) error {
	var body bodyError
	var ask askError
	switch {
	case errors.As(err, &body), errors.As(err, &ask), errors.Is(err, errFrame):
		c.kill(err)
	default:
		// The connection is broken: the process is ending, or it has only closed its pipes.
		select {
		case <-c.exited:
		case <-time.After(time.Second):
			c.kill(errSilent)
		}
	}
	<-c.exited
	c.mu.Lock()
	cause := c.cause
	c.mu.Unlock()
	switch {
	case errors.As(cause, &body):
		return fmt.Errorf("read the job's body: %w", body.error)
	case errors.As(cause, &ask):
		return fmt.Errorf("answer the job's question: %w", ask.error)
	case cause != nil && (errors.Is(cause, ctx.Err()) || errors.Is(cause, ErrClosed)):
		return cause
	case cause != nil:
		return &CrashError{Reason: cause.Error(), Stderr: c.stderr.String()}
	}
	return &CrashError{Reason: c.cmd.ProcessState.String(), Stderr: c.stderr.String()}
}

// watchInterval is the pause between checks of a busy child: its allocations in between must be harmless.
const watchInterval = 50 * time.Millisecond

// watch kills the child if it exceeds a limit, until stop is called.
func (c *child) watch() (stop func()) {
	quit := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		ticker := time.NewTicker(watchInterval)
		defer ticker.Stop()
		pid := c.cmd.Process.Pid
		before := time.Duration(-1)
		for {
			select {
			case <-quit:
				return
			case <-ticker.C:
			}
			now := treeUsage(pid)
			if before < 0 {
				before = now.cpu
			}
			if cause := c.overuse(now, before); cause != nil {
				c.kill(cause)
				return
			}
		}
	})
	return func() { close(quit); wg.Wait() }
}

// maxTasks bounds a child's processes and threads: up to two per processor for the runtime, and some that block.
func maxTasks() int { return 128 + 2*runtime.NumCPU() }

// overuse returns the exceeded limit, or nil. RLIMIT_CPU does not suffice: it counts all jobs of a process.
func (c *child) overuse(now usage, cpuBefore time.Duration) error {
	if now.memory > c.cfg.MemoryBytes {
		return limitError(fmt.Sprintf("used more than %d MiB of memory", c.cfg.MemoryBytes>>20))
	}
	if limit := maxTasks(); now.tasks > limit {
		return limitError(fmt.Sprintf("had more than %d processes and threads", limit))
	}
	if now.cpu-cpuBefore > c.cfg.CPUTime {
		return limitError(fmt.Sprintf("used more than %s of processor time", c.cfg.CPUTime))
	}
	return nil
}

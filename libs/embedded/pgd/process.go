package pgd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

const (
	pidFileName = "postmaster.pid"
	// killGrace is how long the server may take to stop without a checkpoint.
	killGrace = 5 * time.Second
	// The interval grows between these bounds while the pid file is polled until the postmaster is ready.
	minPoll = 2 * time.Millisecond
	maxPoll = 20 * time.Millisecond
)

type command struct {
	path string
	args []string
	dir  string
	env  []string // in addition to environment()
	out  *os.File
	attr *syscall.SysProcAttr
}

// process is the running postmaster.
type process struct {
	handle *os.Process
	done   chan struct{} // closed after err is set
	err    error
}

// spawn starts the server and keeps its thread, whose end makes the kernel send the parent-death signal.
func spawn(c command) (*process, error) {
	cmd := exec.Command(c.path, c.args...)
	cmd.Dir, cmd.Env = c.dir, append(environment(), c.env...)
	cmd.Stdout, cmd.Stderr = c.out, c.out
	cmd.SysProcAttr = c.attr
	p := &process{done: make(chan struct{})}
	started := make(chan error)
	go func() {
		defer close(p.done)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		p.handle = cmd.Process
		started <- err
		if err == nil {
			p.err = cmd.Wait()
		}
	}()
	return p, <-started
}

// runLocked runs cmd on one thread, for the same reason as spawn.
func runLocked(cmd *exec.Cmd) ([]byte, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return cmd.CombinedOutput()
}

// waitReady returns when the server accepts connections.
func (p *process) waitReady(ctx context.Context, dataDir string) error {
	for wait := minPoll; ; wait = min(2*wait, maxPoll) {
		select {
		case <-p.done:
			return fmt.Errorf("the server ended during its start: %w", p.err)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
			if f := readPidFile(dataDir); f.pid == p.handle.Pid && f.ready {
				return nil
			}
		}
	}
}

// stop requests a fast shutdown, and an immediate one if ctx ends first.
func (p *process) stop(ctx context.Context) error {
	if err := p.handle.Signal(syscall.SIGINT); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop postgres: %w", err)
	}
	select {
	case <-p.done:
		if p.err != nil {
			return fmt.Errorf("stop postgres: %w", p.err)
		}
		return nil
	case <-ctx.Done():
		p.kill()
		return fmt.Errorf("stop postgres: %w", ctx.Err())
	}
}

// kill stops the server without a checkpoint. Its children end on the postmaster's SIGQUIT, or notice that it is gone.
func (p *process) kill() {
	_ = p.handle.Signal(syscall.SIGQUIT) // an error means that it has ended
	select {
	case <-p.done:
	case <-time.After(killGrace):
		_ = p.handle.Kill()
		<-p.done
	}
}

// pidFile has the process id and the state of postmaster.pid, its first and eighth line (src/include/utils/pidfile.h).
type pidFile struct {
	pid   int
	ready bool
}

// readPidFile returns the zero value if the file is missing or incomplete.
func readPidFile(dataDir string) pidFile {
	content, err := os.ReadFile(filepath.Join(dataDir, pidFileName))
	if err != nil {
		return pidFile{}
	}
	lines := bytes.Split(content, []byte("\n"))
	pid, err := strconv.Atoi(string(bytes.TrimSpace(lines[0])))
	if err != nil {
		return pidFile{}
	}
	ready := len(lines) >= 8 && string(bytes.TrimSpace(lines[7])) == "ready"
	return pidFile{pid: pid, ready: ready}
}

// lastLines returns the end of the log file for an error message.
func lastLines(path string) string {
	const size = 1024
	content, err := os.ReadFile(path)
	if err != nil || len(bytes.TrimSpace(content)) == 0 {
		return "its log is empty"
	}
	tail := bytes.TrimSpace(content[max(0, len(content)-size):])
	return fmt.Sprintf("the end of %s:\n%s", path, tail)
}

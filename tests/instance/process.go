package instance

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// Process is one running service, or docmill.
type Process struct {
	URL string // of the API

	name    string
	t       testing.TB
	cmd     *exec.Cmd
	out     *output
	endWith syscall.Signal
	exited  chan struct{}
	err     error // of the process, once exited
}

// readyWithin bounds a start; a slow machine is not a failure of docmill.
const readyWithin = testkit.Patience

// Start runs a service and waits until it is ready.
func (c *Cluster) Start(name string, env ...string) *Process {
	c.t.Helper()
	p, err := c.Launch(name, env...)
	require.NoError(c.t, err)
	p.awaitReady()
	p.URL = p.address()
	return p
}

// Launch starts a service without waiting. The caller ends it.
func (c *Cluster) Launch(name string, env ...string) (*Process, error) {
	p := &Process{name: name, t: c.t, cmd: c.command(name, env...), out: newOutput("msg=ready"), endWith: syscall.SIGTERM}
	return p, p.launch()
}

func (p *Process) launch() error {
	p.exited = make(chan struct{})
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.out
	return Launch(p.cmd, func(err error) { p.err = err; close(p.exited) })
}

// awaitReady waits for a started process, which ends with the test.
func (p *Process) awaitReady() {
	p.t.Helper()
	p.t.Cleanup(p.cleanup)
	select {
	case <-p.out.ready:
	case <-p.exited:
		p.t.Fatalf("%s ended before it was ready: %v\n%s", p.name, p.err, p.out)
	case <-time.After(readyWithin):
		p.t.Fatalf("%s was not ready in time\n%s", p.name, p.out)
	}
}

func (c *Cluster) command(name string, env ...string) *exec.Cmd {
	c.t.Helper()
	cmd := exec.Command(filepath.Join(c.services.dir, name))
	cmd.Env = append(c.environment(), "DOCMILL_NATS_PASSWORD="+c.passwords[name])
	if _, owns := c.services.roles[name]; owns {
		cmd.Env = append(cmd.Env, "DOCMILL_DATABASE_URL="+c.RoleURL(name))
	}
	cmd.Env = append(append(cmd.Env, "DOCMILL_LISTEN=127.0.0.1:0"), env...)
	return cmd
}

// Launch starts cmd so that it ends with this process at the latest; ended is called with the result of
// Wait. The kernel sends the parent-death signal when the starting thread ends, so the thread is kept while
// cmd runs.
func Launch(cmd *exec.Cmd, ended func(error)) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			ended(cmd.Wait())
		}
	}()
	return <-started
}

// address returns the listening address in the process's log; empty if it serves no clients.
func (p *Process) address() string {
	if said := regexp.MustCompile(`msg=ready .*listen=(\S+)`).FindStringSubmatch(p.out.String()); said != nil {
		if slices.ContainsFunc(p.cmd.Env, func(s string) bool { return strings.HasPrefix(s, "DOCMILL_TLS_CERT_FILE=") }) {
			return "https://" + said[1]
		}
		return "http://" + said[1]
	}
	return ""
}

func (p *Process) cleanup() {
	p.Kill()
	if p.t.Failed() {
		p.t.Logf("log of %s:\n%s", p.name, p.out)
	}
}

// Kill ends the process as a crash would.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill() // it may have ended already
	<-p.exited
}

// Stop asks the process to drain and waits for a clean end.
func (p *Process) Stop() {
	p.t.Helper()
	require.NoError(p.t, p.cmd.Process.Signal(p.endWith))
	select {
	case <-p.exited:
	case <-time.After(readyWithin):
		p.t.Fatalf("%s did not stop\n%s", p.name, p.out)
	}
	if p.err != nil {
		p.t.Fatalf("%s stopped with %v\n%s", p.name, p.err, p.out)
	}
}

// Ready is closed once the process has said that it is ready.
func (p *Process) Ready() <-chan struct{} { return p.out.ready }

// Exited is closed once the process has ended.
func (p *Process) Exited() <-chan struct{} { return p.exited }

// Signal sends one, to a process that may have ended.
func (p *Process) Signal(s os.Signal) { _ = p.cmd.Process.Signal(s) }

// Output is everything that was logged.
func (p *Process) Output() string { return p.out.String() }

// PID of the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// output collects the output, and detects the important lines.
type output struct {
	mark   string // part of the line that it prints when it is ready
	mu     sync.Mutex
	all    bytes.Buffer
	ready  chan struct{}
	isOpen bool
}

func newOutput(mark string) *output { return &output{mark: mark, ready: make(chan struct{})} }

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.all.Write(p)
	if o.isOpen {
		return len(p), nil
	}
	if _, rest, said := strings.Cut(o.all.String(), o.mark); said && strings.Contains(rest, "\n") {
		o.isOpen = true
		close(o.ready)
	}
	return len(p), nil
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.all.String()
}

func (o *output) key() string {
	for _, line := range strings.Split(o.String(), "\n") {
		if f := strings.TrimSpace(line); strings.HasPrefix(f, "dm_live_") {
			return f
		}
	}
	return ""
}

package instance

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Process is one running service.
type Process struct {
	URL string // of a gateway's API

	name   string
	t      testing.TB
	cmd    *exec.Cmd
	out    *output
	exited chan struct{}
	err    error
}

// Start runs a service and waits until it is ready.
func (c *Cluster) Start(name string, env ...string) *Process {
	c.t.Helper()
	p, err := c.Launch(name, env...)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(p.cleanup)
	select {
	case <-p.out.ready:
	case <-p.exited:
		c.t.Fatalf("%s ended before it was ready: %v\n%s", name, p.err, p.out)
	case <-time.After(readyWithin):
		c.t.Fatalf("%s was not ready in time\n%s", name, p.out)
	}
	p.URL = p.address()
	return p
}

// Launch starts a service without waiting. The caller ends it.
func (c *Cluster) Launch(name string, env ...string) (*Process, error) {
	p := &Process{name: name, t: c.t, out: newOutput("msg=ready"), exited: make(chan struct{})}
	p.cmd = c.command(name, env...)
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.out
	return p, Launch(p.cmd, func(err error) { p.err = err; close(p.exited) })
}

// command returns a service with its settings.
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
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
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

// Package instance runs the built docmill binary for tests, like a person or a supervisor: with environment
// variables, signals, and files in a data directory. It is independent of docmill's packages.
package instance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/embedded/testkit"
)

// Binary is a docmill executable built from the working tree.
type Binary struct{ Path string }

// Main calls build with a temporary folder, and runs the tests, for use in TestMain:
//
//	func TestMain(m *testing.M) { os.Exit(instance.Main(m, build, testkit.Run)) }
//
// It returns the exit code.
func Main(m *testing.M, build func(dir string) error, run func(*testing.M) int) int {
	dir, err := os.MkdirTemp("", "docmill-bin")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if err := build(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return run(m)
}

// Instance is a running docmill.
type Instance struct {
	Dir   string // data directory
	URL   string // base URL of the API
	NATS  string // URL for subscribers and operators
	Admin string // base URL of the admin port
	Key   string // first API key; empty but on the first start

	t      testing.TB
	cmd    *exec.Cmd
	out    *output
	exited chan struct{}
	err    error // of the process, once exited
}

// readyWithin bounds a start; a slow machine is not a failure of docmill.
const readyWithin = testkit.Patience

// Start runs `docmill up` on dir and waits until it is ready. env are additional settings
// ("DOCMILL_WORKERS=2").
func (b Binary) Start(t testing.TB, dir string, env ...string) *Instance {
	t.Helper()
	i := &Instance{Dir: dir, t: t, out: newOutput(lastLine), exited: make(chan struct{})}
	i.cmd = exec.Command(b.Path, "up")
	i.cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + os.TempDir(),
		"DOCMILL_DATA_DIR=" + dir, "DOCMILL_LISTEN=127.0.0.1:0", "DOCMILL_NATS_LISTEN=127.0.0.1:0",
	}, env...)
	i.cmd.Stdout, i.cmd.Stderr = i.out, &logLines{out: i.out}
	if err := Launch(i.cmd, func(err error) { i.err = err; close(i.exited) }); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(i.cleanup)
	select {
	case <-i.out.ready:
	case <-i.exited:
		t.Fatalf("docmill ended before it was ready: %v\n%s", i.err, i.out)
	case <-time.After(readyWithin):
		t.Fatalf("docmill was not ready in time\n%s", i.out)
	}
	i.readEndpoints()
	return i
}

func (i *Instance) cleanup() {
	select {
	case <-i.exited:
	default:
		i.Kill()
	}
	if i.t.Failed() {
		i.t.Logf("log of %s:\n%s", i.Dir, i.out)
	}
}

func (i *Instance) readEndpoints() {
	i.t.Helper()
	b, err := os.ReadFile(filepath.Join(i.Dir, "endpoints.json"))
	if err != nil {
		i.t.Fatal(err)
	}
	var e struct{ HTTP, NATS, Admin string }
	if err := json.Unmarshal(b, &e); err != nil {
		i.t.Fatal(err)
	}
	i.URL, i.NATS, i.Admin, i.Key = e.HTTP, e.NATS, e.Admin, i.out.key()
}

// PID of the process.
func (i *Instance) PID() int { return i.cmd.Process.Pid }

// Kill ends the process as a crash would, at once.
func (i *Instance) Kill() {
	_ = i.cmd.Process.Kill() // it may have ended already
	<-i.exited
}

// Stop lets the process drain and stop, and waits. It fails the test unless the exit is clean.
func (i *Instance) Stop() {
	i.t.Helper()
	i.Interrupt()
	i.AwaitExit()
}

// Interrupt sends the signal of Ctrl-C.
func (i *Instance) Interrupt() {
	i.t.Helper()
	if err := i.cmd.Process.Signal(syscall.SIGINT); err != nil {
		i.t.Fatal(err)
	}
}

// AwaitExit waits for a clean end.
func (i *Instance) AwaitExit() {
	i.t.Helper()
	select {
	case <-i.exited:
	case <-time.After(readyWithin):
		i.t.Fatalf("docmill did not stop\n%s", i.out)
	}
	if i.err != nil {
		i.t.Fatalf("docmill stopped with %v\n%s", i.err, i.out)
	}
}

// Output is everything that was printed and logged.
func (i *Instance) Output() string { return i.out.String() }

// Client has no timeout: waiting is part of the API.
func (i *Instance) Client() *http.Client { return &http.Client{Transport: http.DefaultTransport} }

// Credentials of the data directory.
func (i *Instance) Credentials() Credentials {
	i.t.Helper()
	b, err := os.ReadFile(filepath.Join(i.Dir, "credentials.json"))
	if err != nil {
		i.t.Fatal(err)
	}
	var c Credentials
	if err := json.Unmarshal(b, &c); err != nil {
		i.t.Fatal(err)
	}
	return c
}

// NATSURL is the address for operators and subscribers.
func (i *Instance) NATSURL() string { return i.NATS }

// NATSPassword is a NATS user's password.
func (i *Instance) NATSPassword(user string) string {
	i.t.Helper()
	return i.Credentials().NATS[user]
}

// Credentials are the passwords of the embedded parts.
type Credentials struct {
	NATS     map[string]string `json:"nats"`
	Postgres string            `json:"postgres"`
}

// Run runs another docmill command to its end.
func (b Binary) Run(ctx context.Context, args ...string) (stdout, stderr string, err error) {
	cmd := exec.CommandContext(ctx, b.Path, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return out.String(), errs.String(), err
}

// output collects the output, and detects the important lines.
type output struct {
	mark   string // part of the line that it prints when it is ready
	mu     sync.Mutex
	all    bytes.Buffer
	ready  chan struct{}
	isOpen bool
}

func newOutput(mark string) *output { return &output{mark: mark, ready: make(chan struct{})} }

// lastLine is docmill's last line at the start.
const lastLine = "Ctrl-C stops"

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

// logLines adds log lines to the same record.
type logLines struct{ out *output }

func (l *logLines) Write(p []byte) (int, error) { return l.out.Write(p) }

// DatabaseURL is the embedded database as its owner sees it.
func (i *Instance) DatabaseURL() string {
	i.t.Helper()
	return fmt.Sprintf("host=%s port=5432 user=postgres password=%s dbname=postgres",
		filepath.Join(i.Dir, "postgres", "run"), i.Credentials().Postgres)
}

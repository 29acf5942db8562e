// Package instance runs the built docmill binary for tests, like a person or a supervisor: with environment
// variables, signals, and files in a data directory.
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
	"syscall"
	"testing"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// Binary is a docmill executable built from the working tree.
type Binary struct{ Path string }

// Main builds executables into a temporary folder, and runs the tests, for use in TestMain:
//
//	func TestMain(m *testing.M) { os.Exit(instance.Main(m, binary.Build)) }
//
// It returns the exit code.
func Main(m *testing.M, builds ...func(dir string) error) int {
	dir, err := os.MkdirTemp("", "docmill-bin")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	for _, build := range builds {
		if err := build(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return testkit.Run(m)
}

// Instance is a running docmill.
type Instance struct {
	*Process
	Dir   string // data directory
	NATS  string // URL for subscribers and operators
	Admin string // base URL of the admin port
	Key   string // first API key; empty but on the first start
}

// lastLine is docmill's last line at the start.
const lastLine = "Ctrl-C stops"

// Start runs `docmill up` on dir and waits until it is ready. env are additional settings
// ("DOCMILL_WORKERS=2").
func (b Binary) Start(t testing.TB, dir string, env ...string) *Instance {
	t.Helper()
	i := &Instance{Dir: dir, Process: &Process{
		name: dir, t: t, cmd: exec.Command(b.Path, "up"), out: newOutput(lastLine), endWith: syscall.SIGINT,
	}}
	i.cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + os.TempDir(),
		"DOCMILL_DATA_DIR=" + dir, "DOCMILL_LISTEN=127.0.0.1:0", "DOCMILL_NATS_LISTEN=127.0.0.1:0",
	}, env...)
	require.NoError(t, i.launch())
	i.awaitReady()
	var e struct{ HTTP, NATS, Admin string }
	i.read("endpoints.json", &e)
	i.URL, i.NATS, i.Admin, i.Key = e.HTTP, e.NATS, e.Admin, i.out.key()
	return i
}

// read decodes a file of the data directory.
func (i *Instance) read(name string, into any) {
	i.t.Helper()
	b, err := os.ReadFile(filepath.Join(i.Dir, name))
	if err == nil {
		err = json.Unmarshal(b, into)
	}
	require.NoError(i.t, err)
}

// Client has no timeout: waiting is part of the API.
func (i *Instance) Client() *http.Client { return &http.Client{Transport: http.DefaultTransport} }

// NATSURL is the address for operators and subscribers.
func (i *Instance) NATSURL() string { return i.NATS }

// credentials are the passwords of the embedded parts.
type credentials struct {
	NATS     map[string]string
	Postgres string
}

// NATSPassword is a NATS user's password.
func (i *Instance) NATSPassword(user string) string {
	i.t.Helper()
	var c credentials
	i.read("credentials.json", &c)
	return c.NATS[user]
}

// Run runs another docmill command to its end.
func (b Binary) Run(ctx context.Context, args ...string) (stdout, stderr string, err error) {
	cmd := exec.CommandContext(ctx, b.Path, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return out.String(), errs.String(), err
}

// DatabaseURL is the embedded database as its owner sees it.
func (i *Instance) DatabaseURL() string {
	i.t.Helper()
	var c credentials
	i.read("credentials.json", &c)
	return fmt.Sprintf("host=%s port=5432 user=postgres password=%s dbname=postgres",
		filepath.Join(i.Dir, "postgres", "run"), c.Postgres)
}

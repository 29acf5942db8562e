// Package clock lets processes of tests read a wall clock that the test sets. Services are built with the
// build tag docmill_test_clock and a version of the standard library's package time that this package
// modifies (go build -overlay), so that the whole process uses it, including libraries; other servers
// preload a library. Shipped executables contain nothing of it: they have neither tag nor overlay, and do
// not read DOCMILL_TEST_CLOCK.
//
// Timers, deadlines and durations use the monotonic clock, which stays right, as when a machine's time is
// set.
package clock

import (
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Variable names the file that a process reads its offset from.
const Variable = "DOCMILL_TEST_CLOCK"

// Tag has a service built with the clock of this package.
const Tag = "docmill_test_clock"

// Clock is one that processes read.
type Clock struct{ file *os.File }

// New returns a correct clock in a new file below dir. The caller closes it.
func New(dir string) (*Clock, error) {
	file, err := os.CreateTemp(dir, "clock-")
	if err != nil {
		return nil, err
	}
	c := &Clock{file}
	if err := errors.Join(file.Chmod(0o644), c.Set(0)); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return c, nil
}

// Set has the clock be off by so much, in whole seconds, from now on.
func (c *Clock) Set(offset time.Duration) error {
	seconds := uint64(offset / time.Second) //nolint:gosec // two's complement is what is read
	_, err := c.file.WriteAt(binary.NativeEndian.AppendUint64(nil, seconds), 0)
	return err
}

// Env returns the environment variable that selects the clock.
func (c *Clock) Env() string { return Variable + "=" + c.file.Name() }

// Close closes the file; processes keep the last offset.
func (c *Clock) Close() error { return c.file.Close() }

//go:embed testdata/offset.go.txt
var offsetSource []byte

//go:embed testdata/offset.c
var preloadSource []byte

// now is the line of the standard library's time.Now that reads the wall clock.
const now = "\nfunc Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"

// BuildFlags returns the flags of go build for services with such clocks. It writes the needed files to
// dir, always the same ones, so that builds are cached.
func BuildFlags(dir string) ([]string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	library := filepath.Join(strings.TrimSpace(string(root)), "src", "time")
	source, err := os.ReadFile(filepath.Join(library, "time.go"))
	if err != nil {
		return nil, err
	}
	if strings.Count(string(source), now) != 1 {
		return nil, errors.New("this version of Go reads the clock elsewhere: time.Now is not as package clock knows it")
	}
	changed := strings.Replace(string(source), now, now+"\tsec += testOffset()\n", 1)
	overlay := struct{ Replace map[string]string }{map[string]string{
		filepath.Join(library, "time.go"):       filepath.Join(dir, "time.go"),
		filepath.Join(library, "testoffset.go"): filepath.Join(dir, "offset.go"),
	}}
	settings, err := json.Marshal(overlay)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "overlay.json")
	return []string{"-tags=" + Tag, "-overlay=" + file}, errors.Join(
		os.WriteFile(filepath.Join(dir, "time.go"), []byte(changed), 0o600),
		os.WriteFile(filepath.Join(dir, "offset.go"), offsetSource, 0o600),
		os.WriteFile(file, settings, 0o600))
}

// Preload compiles the library for servers' clocks into dir, and returns the environment variable that
// loads it.
func Preload(dir string) (env string, err error) {
	source, library := filepath.Join(dir, "offset.c"), filepath.Join(dir, "offset.so")
	if err := os.WriteFile(source, preloadSource, 0o600); err != nil {
		return "", err
	}
	if out, err := exec.Command("gcc", "-O1", "-shared", "-fPIC", "-o", library, source).CombinedOutput(); err != nil {
		return "", fmt.Errorf("gcc: %w\n%s", err, out)
	}
	return "LD_PRELOAD=" + library, nil
}

package events_test

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

// listener is the running example.
type listener struct {
	t      *testing.T
	cmd    *exec.Cmd
	lines  chan string
	errs   bytes.Buffer
	exited chan error
}

// patience bounds the wait for an event; a slow machine is not a failure.
const patience = testkit.Patience

func listen(t *testing.T, inst *instance.Instance, durable string) *listener {
	t.Helper()
	l := &listener{t: t, lines: make(chan string, 1000), exited: make(chan error, 1)}
	l.cmd = exec.Command(subscriber, "-url", inst.NATSURL(), "-durable", durable)
	l.cmd.Env = append(os.Environ(), "DOCMILL_NATS_SUBSCRIBER_PASSWORD="+inst.NATSPassword(contract.UserSubscriber))
	l.cmd.Stderr = &l.errs
	out, err := l.cmd.StdoutPipe()
	if err == nil {
		err = l.cmd.Start()
	}
	require.NoError(t, err)
	go func() {
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			l.lines <- scanner.Text()
		}
		close(l.lines)
		l.exited <- l.cmd.Wait()
	}()
	t.Cleanup(func() { _ = l.cmd.Process.Kill() }) // it may have ended already
	return l
}

// next waits for n lines and returns them without their times.
func (l *listener) next(n int) (heard []string) {
	l.t.Helper()
	over := time.After(patience)
	for len(heard) < n {
		select {
		case line, ok := <-l.lines:
			if !ok {
				err := <-l.exited
				l.t.Fatalf("the subscriber ended after %d of %d events: %v, %q\n%s", len(heard), n, err, heard, &l.errs)
			}
			_, rest, _ := strings.Cut(line, " ")
			heard = append(heard, rest)
		case <-over:
			l.t.Fatalf("%d of %d events were heard: %q", len(heard), n, heard)
		}
	}
	return heard
}

// stop ends the subscriber as a supervisor does and returns its last lines.
func (l *listener) stop() (heard []string) {
	l.t.Helper()
	require.NoError(l.t, l.cmd.Process.Signal(syscall.SIGTERM))
	for line := range l.lines {
		_, rest, _ := strings.Cut(line, " ")
		heard = append(heard, rest)
	}
	if err := <-l.exited; err != nil {
		l.t.Fatalf("the subscriber ended with %v\n%s", err, &l.errs)
	}
	return heard
}

// kill ends the subscriber as a crash does.
func (l *listener) kill() {
	l.t.Helper()
	require.NoError(l.t, l.cmd.Process.Kill())
	for range l.lines { // until it has ended
	}
	assert.Error(l.t, <-l.exited, "a killed subscriber ended well")
}

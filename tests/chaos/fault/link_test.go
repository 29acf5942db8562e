package fault_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/chaos/fault"
)

func echo(t *testing.T) *fault.Link {
	t.Helper()
	server, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = server.Close() })
	go func() {
		for {
			c, err := server.Accept()
			if err != nil {
				return
			}
			go func() {
				_, _ = io.Copy(c, c)
				_ = c.Close()
			}()
		}
	}()
	l, err := fault.NewLink(func() (net.Conn, error) { return net.Dial("tcp", server.Addr().String()) })
	require.NoError(t, err)
	t.Cleanup(l.Close)
	return l
}

func dial(t *testing.T, l *fault.Link) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", l.Address())
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	require.NoError(t, c.SetDeadline(time.Now().Add(testkit.Patience)))
	return c
}

func say(t *testing.T, c net.Conn, line string) {
	t.Helper()
	_, err := io.WriteString(c, line+"\n")
	require.NoError(t, err)
}

func hear(t *testing.T, c net.Conn, want string) {
	t.Helper()
	got, err := bufio.NewReader(c).ReadString('\n')
	require.True(t, err == nil && got == want+"\n", "heard", got, err, "want", want)
}

func TestCutLinkReconnect(t *testing.T) {
	t.Parallel()
	l := echo(t)
	c := dial(t, l)
	say(t, c, "one")
	hear(t, c, "one")
	l.Cut()
	_, err := c.Read(make([]byte, 1))
	assert.True(t, err != nil && !errors.Is(err, os.ErrDeadlineExceeded), "after the cut", err)
	c = dial(t, l)
	say(t, c, "two")
	hear(t, c, "two")
}

func TestLinkCutAfterBytes(t *testing.T) {
	t.Parallel()
	l := echo(t)
	c := dial(t, l)
	say(t, c, "one")
	hear(t, c, "one")
	l.CutAfter(15)
	say(t, c, strings.Repeat("x", 9)) // ten bytes there, and five of ten back
	got, err := io.ReadAll(c)
	assert.Equal(t, string(got), "xxxxx", err)
	c = dial(t, l)
	say(t, c, "two")
	hear(t, c, "two")
}

func TestLinkRecoveryAfterRefusal(t *testing.T) {
	t.Parallel()
	l := echo(t)
	l.Refuse()
	c := dial(t, l) // the kernel takes it
	_, err := c.Read(make([]byte, 1))
	assert.True(t, err != nil && !errors.Is(err, os.ErrDeadlineExceeded), "refused", err)
	l.Heal()
	c = dial(t, l)
	say(t, c, "one")
	hear(t, c, "one")
}

// Data on a held link arrives in order after the link heals.
func TestHeldLinkDelivery(t *testing.T) {
	t.Parallel()
	for _, ways := range [][]fault.Way{{fault.ToServer}, {fault.FromServer}, {fault.ToServer, fault.FromServer}} {
		l := echo(t)
		c := dial(t, l)
		say(t, c, "one")
		hear(t, c, "one")
		l.Hold(ways...)
		say(t, c, "two")
		require.NoError(t, c.SetReadDeadline(time.Now().Add(20*time.Millisecond)))
		n, err := c.Read(make([]byte, 1))
		assert.True(t, n <= 0 && errors.Is(err, os.ErrDeadlineExceeded), ways, n, "bytes", err)
		require.NoError(t, c.SetReadDeadline(time.Now().Add(testkit.Patience)))
		l.Heal()
		hear(t, c, "two")
	}
}

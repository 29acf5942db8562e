package pgstore

import (
	"net"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// A host that disappears is detected within 20 seconds.
func TestUserTimeout(t *testing.T) {
	t.Parallel()
	option := func(network, address string, level, name int) (value int) {
		t.Helper()
		l, err := new(net.ListenConfig).Listen(t.Context(), network, address)
		require.NoError(t, err)
		defer l.Close()
		conn, err := dial(t.Context(), network, l.Addr().String())
		require.NoError(t, err)
		defer conn.Close()
		raw, err := conn.(syscall.Conn).SyscallConn()
		if err == nil {
			err = raw.Control(func(fd uintptr) { value, err = unix.GetsockoptInt(int(fd), level, name) })
		}
		require.NoError(t, err)
		return value
	}
	const tcp = "127.0.0.1:0"
	assert.Equal(t, option("tcp", tcp, unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT), 20_000, "TCP_USER_TIMEOUT")
	assert.Equal(t, option("tcp", tcp, unix.SOL_SOCKET, unix.SO_KEEPALIVE), 1, "keep-alives are off")
	option("unix", filepath.Join(t.TempDir(), "socket"), unix.SOL_SOCKET, unix.SO_TYPE)
}
